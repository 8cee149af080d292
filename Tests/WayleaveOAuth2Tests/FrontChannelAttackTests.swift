import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// The attacks of the front channel, as far as they are met where messages are made and read. What needs a waiting
/// sign-in, a listener or a browser (1 to 3, 5 to 8, 10 to 12, 14, 16, 20, 25, 36 to 44) is met on the floors above.
@Suite("Attacks on the authorization request and its answer")
struct FrontChannelAttackTests {
  private func read(_ query: String) throws -> OAuthError.Code? {
    try refusal { try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?" + query)) }
  }

  @Test("attack 4: a state in another Unicode form is another state")
  func unicodeState() throws {
    let composed = AuthorizationCallback.state(in: try AbsoluteURL("https://c.example/cb?code=c&state=%C3%A9"))
    #expect(composed == Secret("\u{E9}") && composed != Secret("e\u{301}"))
  }

  @Test("attack 9, 7636-1: verifiers and states have 256 bits, and a hundred thousand are distinct")
  func randomness() {
    var random = SystemRandomNumberGenerator()
    var seen: Set<String> = []
    for _ in 0..<100_000 { seen.insert(CodeVerifier(using: &random).secret.exposedText) }
    #expect(seen.count == 100_000 && seen.allSatisfy { $0.utf8.count == 43 })
  }

  // FS13
  @Test("attacks 13 and 18, 6749-3: whatever comes twice is refused")
  func twice() throws {
    #expect(try read("code=a&state=s&iss=https%3A%2F%2Fas.example") == nil)
    for name in ["code", "state", "iss"] {
      #expect(try read("code=a&state=s&iss=i&\(name)=x") == .duplicateParameter, "\(name)")
    }
    #expect(try read("error=a&error=a") == .duplicateParameter)
  }

  // FS12
  @Test(
    "19, 6749-4, 6749-5: a code and an error, or neither, is refused; an empty one is none, the unknown is ignored")
  func contradictions() throws {
    #expect(try read("code=a&error=access_denied") == .malformedCallback)
    #expect(try read("state=s") == .malformedCallback)
    #expect(try read("code=") == .malformedCallback)
    #expect(try read("code=a&error=&unknown=x&session_state=y") == nil)
  }

  @Test("attacks 21 and 22, 6749-15: the server's words are cleaned, and its address is shown only when it is https")
  func words() throws {
    let callback = try AuthorizationCallback(
      reading: AbsoluteURL(
        "https://c.example/cb?error=access_denied&error_description=%1B%5B2J%E2%80%AE%3Cb%3E&error_uri=javascript:x"))
    guard case .refused(let refusal) = callback.outcome else {
      Issue.record("refused")
      return
    }
    #expect(refusal.description == #"\u{1b}[2J\u{202e}<b>"# && refusal.uri == nil)
  }

  @Test(
    "attack 195: the server's words do not show the state that comes with them, in any spelling",
    arguments: ["error_description", "error_message", "error_reason", "error_code", "error"])
  func repeatedState(name: String) throws {
    let state = "canary-0123456789+/xyz"
    for spelling in [PercentEncoding.encode(state), "CANARY-0123456789", PercentEncoding.encode("…456789+/xyz")] {
      let callback = try AuthorizationCallback(
        reading: AbsoluteURL(
          "https://c.example/cb?\(name)=no+to+\(spelling)&state=\(PercentEncoding.encode(state))"))
      guard case .refused(let refusal) = callback.outcome else {
        Issue.record("refused")
        return
      }
      let shown = [refusal.error, refusal.subcode, refusal.description].compactMap(\.self)
      #expect(shown.contains { $0.hasPrefix("no to ") && $0.contains("<secret>") })
      #expect(!shown.contains { $0.lowercased().contains("canary") || $0.contains("456789") }, "\(shown)")
    }
  }

  @Test("attacks 27 to 29: an overlong code, controls, and bytes that are no UTF-8 are refused")
  func bytes() throws {
    #expect(try read("code=" + String(repeating: "a", count: 12_000)) == nil)
    #expect(try read("code=" + String(repeating: "a", count: 16384)) == .malformedURL)
    for text in ["%00", "a%0D%0AX", "%0A", "%C3%A9"] { #expect(try read("code=\(text)") == .malformedCallback) }
    for text in ["%C0%AF", "%FF", "%ED%A0%80"] { #expect(try read("code=\(text)") == .malformedText) }
    for text in ["%", "%2", "%zz"] { #expect(try read("code=\(text)") == .malformedURL) }
  }

  // FS13
  @Test("attack 30: plus and escapes in a code reach the token endpoint byte for byte")
  func exactCode() throws {
    for (written, meant) in [
      ("a%2Bb", "a+b"), ("a+b", "a b"), ("a%20b", "a b"), ("4%2F0A%3D", "4/0A="), ("4/0A=", "4/0A="),
    ] {
      let callback = try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?code=\(written)"))
      #expect(callback.outcome == .code(Secret(meant)))
      let grant = AuthorizationCodeGrant(code: Secret(meant), verifier: nil, redirectURI: nil)
      let request = try grant.request(to: Endpoint("https://as.example/token"), as: Client(id: "id"))
      #expect(try AuthorizationCodeGrant(reading: request.bodyForm).code == Secret(meant))
    }
  }

  @Test(
    "attacks 31 to 33, 6749-1, 6749-2: an authorization endpoint that a browser must not be sent to",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "smb://h/x", "app:/x", "-flag", "\"; rm",
      "$(x)", "http://as.example/", "https://user@as.example/", "https://as.example\\@evil/", "https://2130706433/",
      "https://0x7f.1/", "https://as.example/\u{7}", "https://аs.example/", "https://as.example/#x",
    ])
  func endpoints(text: String) throws {
    #expect(try refusal { try Endpoint(text) } != nil)
  }

  @Test("attacks 34 and 279: one of our parameters in the endpoint's query, or among the app's own, is refused")
  func injected() throws {
    func request(_ additional: Form = Form()) throws -> AuthorizationRequest {
      try AuthorizationRequest(
        clientID: "id", redirectURI: RedirectURI("app:/cb"), scopes: ["a"], state: Secret("s"), codeChallenge: nil,
        additional: additional)
    }
    let plain = try Endpoint("https://as.example/authorize?tenant=1")
    #expect(try request().url(at: plain).text.hasPrefix("https://as.example/authorize?tenant=1&response_type=code"))
    for name in ["client_id", "redirect_uri", "state", "scope", "response_type"] {
      let endpoint = try Endpoint("https://as.example/authorize?\(name)=x")
      #expect(try refusal { try request().url(at: endpoint) } == .duplicateParameter)
      var form = Form()
      form.append(name, "x")
      #expect(try refusal { try request(form).url(at: plain) } == .duplicateParameter)
    }
  }

  @Test("RFC 8707 §2: several APIs may be named, in any of the ways; the endpoint's own query may not name one more")
  func resources() throws {
    let resources = try ["https://a.example", "https://b.example"].map { try ResourceIndicator($0) }
    var request = try AuthorizationRequest(
      clientID: "id", redirectURI: RedirectURI("app:/cb"), state: Secret("s"), codeChallenge: nil,
      resources: resources)
    request.additional = Form([(name: "audience", value: "a"), (name: "audience", value: "b")])
    for query in ["", "?tenant=1"] {
      let endpoint = try Endpoint("https://as.example/authorize\(query)")
      #expect(try refusal { try request.url(at: endpoint) } == nil)
      let url = try AuthorizationParameters.plain(request.form()).url(at: endpoint)
      #expect(try url.queryForm.values(of: "resource").count == 2 && url.queryForm.values(of: "audience").count == 2)
    }
    for name in ["resource", "audience", "client_id"] {
      let endpoint = try Endpoint("https://as.example/authorize?\(name)=x")
      #expect(try refusal { try request.url(at: endpoint) } == .duplicateParameter)
      let parameters = try AuthorizationParameters.plain(request.form())
      #expect(try refusal { try parameters.url(at: endpoint) } == .duplicateParameter)
    }
    let twice = Form([(name: "state", value: "s")])
    let parameters = try AuthorizationParameters.plain(request.form())
    #expect(
      try refusal { try parameters.url(at: Endpoint("https://as.example/authorize"), adding: twice) }
        == .duplicateParameter)
  }

  @Test(
    "§3.1: a parameter without a value counts as omitted",
    arguments: [
      ("code=&error=access_denied&state=x", "access_denied"), ("error=&code=a&state=x", nil),
      ("code=&error=access_denied&state=&iss=", "access_denied"),
    ] as [(String, String?)])
  func empty(query: String, word: String?) throws {
    let callback = try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?\(query)"))
    switch callback.outcome {
    case .code(let code): #expect(word == nil && code == Secret("a"))
    case .refused(let refusal): #expect(refusal.error == word)
    }
    #expect(try read("code=&error=&state=x") == .malformedCallback)
    #expect(try read("code=a&error=b") == .malformedCallback)
  }

  @Test(
    "§4.1.2.1: a refusal in a provider's own names is one, with what it says for people",
    arguments: [
      ("error_code=901&error_message=Not%20public", "901", nil, "Not public"),
      ("error=server_error&error_message=Not%20public", "server_error", nil, "Not public"),
      ("error=access_denied&error_reason=user_denied&error_code=200", "access_denied", "user_denied", nil),
      ("error_reason=user_denied", "user_denied", nil, nil), ("usercancel=1", "usercancel", nil, nil),
      ("denied=1", "denied", nil, nil), ("error_message=Sorry", "Sorry", nil, "Sorry"),
    ] as [(String, String, String?, String?)])
  func otherNames(query: String, word: String, subcode: String?, description: String?) throws {
    let callback = try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?state=x&\(query)"))
    #expect(
      callback.outcome == .refused(ProviderRefusal(error: word, subcode: subcode, description: description)))
    #expect(callback.state == Secret("x"))
  }

  @Test("other names refuse nothing next to a code, and a flag that is 0 is none")
  func otherNamesNextToCode() throws {
    #expect(try read("code=a&error_code=0&usercancel=0") == nil)
    #expect(try read("usercancel=0&state=x") == .malformedCallback)
    #expect(try read("error_code=&state=x") == .malformedCallback)
  }

  @Test(
    "a refusal whose description is odd is a refusal all the same",
    arguments: ["caf%E9", "%FF%FE", "a&error_description=b", "%1B%5B2J"])
  func oddDescription(text: String) throws {
    let url = try AbsoluteURL(
      "https://c.example/cb?error=access_denied&error_description=\(text)&error_uri=%FF&state=x")
    let callback = try AuthorizationCallback(reading: url)
    guard case .refused(let refusal) = callback.outcome else {
      Issue.record("no refusal")
      return
    }
    #expect(refusal.error == "access_denied" && refusal.description?.isEmpty == false && refusal.uri == nil)
    #expect(refusal.description?.contains("\u{1B}") == false && callback.state == Secret("x"))
    #expect(try read("error=access_denied&error=b") == .duplicateParameter)
  }

  @Test("what is wrong in a callback is the provider's fault")
  func fault() throws {
    for query in ["code=a&code=b", "code=%FF", "", "access_token=t", "code=a&state=b&state=c"] {
      let error = #expect(throws: OAuthError.self) {
        try AuthorizationCallback(reading: AbsoluteURL("https://c.example/cb?\(query)"))
      }
      #expect(error?.fault == .provider, "\(query)")
    }
  }

  @Test("attack 17, 7636-3, 9700-13: no challenge but S256, on either side")
  func challenge() throws {
    for method in [nil, "plain", "s256", ""] {
      #expect(
        try refusal { try CodeChallenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", method: method) }
          == .invalidValue)
    }
  }
}
