import Testing
import WayleaveWire
import WayleaveTestSupport

@Suite("Errors are small reports")
struct OAuthErrorTests {
  @Test("every code is a place and a name, and no two are alike")
  func codes() {
    let codes = OAuthError.Code.allCases.map(\.rawValue)
    #expect(Set(codes).count == codes.count && codes.count >= 50)
    for code in codes { #expect(code.wholeMatch(of: /[a-z0-9_]+\.[a-z0-9_]+/) != nil, "\(code)") }
  }

  @Test("an error is one word long, so that a function which throws nothing moves nothing for it")
  func size() {
    #expect(MemoryLayout<OAuthError>.size == MemoryLayout<Int>.size)
  }

  @Test("a copy that blames a party leaves the error as it was")
  func copies() {
    let error = OAuthError(
      .malformedJSON, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "m", fault: .caller)
    let blamed = error.blamedOn(.provider, member: "keys")
    #expect(blamed.fault == .provider && blamed.member == "keys" && blamed.remedy == .tellProvider)
    #expect(error.fault == .caller && error.member == nil && error.remedy == .advice("m"))
    #expect(error != blamed && blamed == error.blamedOn(.provider, member: "keys"))
  }

  private func category(_ code: OAuthError.Code) -> OAuthError.Category {
    OAuthError(code, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "m").category
  }

  @Test("every code has a category, every category a code")
  func categories() {
    #expect(Set(OAuthError.Code.allCases.map(category)) == Set(OAuthError.Category.allCases))
  }

  @Test("the codes of one place have the categories that programs decide by")
  func categoriesByPlace() {
    for code in OAuthError.Code.allCases {
      let place = code.rawValue.prefix { $0 != "." }
      switch place {
      // An address is what people type wrong.
      case "wire" where code == .malformedURL || code == .insecureURL:
        #expect(category(code) == .configuration, "\(code)")
      case "wire", "discovery", "oauth1", "jose", "id_token", "access_token", "dpop", "logout", "request_object",
        "hand_over", "account_file":
        #expect(category(code) == .unverified, "\(code)")
      case "network": #expect(category(code) == .network, "\(code)")
      case "store": #expect(category(code) == .storage, "\(code)")
      case "credential": #expect(category(code) == .signInNeeded, "\(code)")
      case "configuration" where code == .updateRefused: #expect(category(code) == .unverified)
      case "configuration":
        #expect(category(code) == (code == .unknownAccount ? .signInNeeded : .configuration), "\(code)")
      case "answer": #expect(category(code) == (code == .serverUnavailable ? .network : .unverified), "\(code)")
      case "agent" where code == .agentDenied: #expect(category(code) == .denied, "\(code)")
      case "agent" where code == .agentLocked: #expect(category(code) == .storage, "\(code)")
      case "agent": #expect(category(code) == .configuration, "\(code)")
      case "sign_in", "token", "request", "registration": break
      default: Issue.record("a place without a rule: \(code)")
      }
    }
  }

  @Test("denial, cancellation, time-out, network, refusal and a new sign-in are different things")
  func distinguished() {
    #expect(category(.denied) == .denied)
    #expect(category(.cancelled) == .cancelled)
    #expect(category(.timedOut) == .timedOut)
    #expect(category(.networkTimedOut) == .network)
    #expect(category(.outcomeUnknown) == .network)
    #expect(category(.tokenRefused) == .refused)
    #expect(category(.clientRefused) == .refused)
    #expect(category(.grantRefused) == .refused)
    #expect(category(.signInNeeded) == .signInNeeded)
    #expect(category(.stateMismatch) == .unverified)
    #expect(category(.foreignOrigin) == .configuration)
  }

  @Test("a report has the general sentence of its code, or that of the place that failed")
  func message() {
    let general = OAuthError(
      .unsupportedTokenType, rule: .rfc(6749, "7.1"), expected: "Bearer", received: .text("mac"), remedy: "Stop.")
    #expect(general.message == "The provider issued a token of the type “mac”, which is not supported.")
    let own = OAuthError(
      .unsupportedTokenType, message: "The token is a “mac” token.", rule: .rfc(6749, "7.1"), expected: "Bearer",
      received: .text("mac"), remedy: "Stop.")
    #expect(own.message == "The token is a “mac” token.")
    #expect(
      own.description
        == "token.unsupported_type: The token is a “mac” token. Stop. (RFC 6749 §7.1: expected Bearer, received “mac”)")
  }

  @Test(
    "a description names only what there is",
    arguments: [
      (nil, nil, "(r)"), ("e", nil, "(r: expected e)"), (nil, .nothing, "(r: received nothing)"),
      ("e", .text("a"), "(r: expected e, received “a”)"),
    ] as [(String?, OAuthError.Received?, String)])
  func parts(expected: String?, received: OAuthError.Received?, end: String) {
    let error = OAuthError(
      .invalidValue, message: "It is wrong.", rule: .wayleave("r"), expected: expected, received: received,
      remedy: "Stop.")
    #expect(error.message == "It is wrong." && error.expected == expected && error.received == received)
    #expect(error.description == "configuration.invalid_value: It is wrong. Stop. \(end)")
  }

  @Test("the general sentence of every code is one plain sentence", arguments: OAuthError.Code.allCases)
  func sentences(_ code: OAuthError.Code) {
    let sentence = code.sentence(wanted: "one", got: "“another”")
    #expect(sentence.hasSuffix("."))
    #expect(!sentence.contains("expected") && !sentence.contains("received"))
    #expect(sentence.first?.isUppercase == true || sentence.hasPrefix("“another”"))
  }

  @Test("a rule is cited in one form")
  func rules() {
    #expect(OAuthError.Rule.rfc(7636, "4.1").description == "RFC 7636 §4.1")
    #expect(OAuthError.Rule.openID("Core", "3.1.3.7").description == "OpenID Connect Core §3.1.3.7")
    #expect(
      OAuthError.Rule.specification("JWT Secured Authorization Response Mode", "2.4").description
        == "JWT Secured Authorization Response Mode §2.4")
    #expect(OAuthError.Rule.wayleave("a rule").description == "a rule")
  }

  @Test("what came is cleaned and cut, and a URL loses its values")
  func received() {
    #expect(OAuthError.Received.text("a\u{1B}b").description == "“a\\u{1b}b”")
    #expect(
      OAuthError.Received.text(String(repeating: "a", count: 500)).description == "“"
        + String(repeating: "a", count: 200) + "…”")
    #expect(OAuthError.Received.text(nil) == .nothing)
    #expect(OAuthError.Received.url("https://a.example/?code=s3cret").description == "“https://a.example/?code=…”")
    #expect(OAuthError.Received.url(nil) == .nothing)
    #expect(OAuthError.Received.described("words").description == "words")
    #expect(OAuthError.Received.nothing.description == "nothing")
  }

  @Test("errors are equal when everything in them is")
  func equality() {
    let refusal = ProviderRefusal(error: "invalid_grant")
    func error(_ refusal: ProviderRefusal?) -> OAuthError {
      OAuthError(
        .grantRefused, rule: .rfc(6749, "5.2"), expected: "e", received: .nothing, remedy: "m", refusal: refusal)
    }
    #expect(error(refusal) == error(refusal))
    #expect(error(refusal) != error(nil))
  }
}

@Suite("RFC 6749 §5.2: what a provider says when it refuses")
struct ProviderRefusalTests {
  @Test("attacks.md 21: the texts are cleaned and cut")
  func cleaned() {
    let refusal = ProviderRefusal(
      error: "invalid\u{1B}[2J" + String(repeating: "x", count: 200),
      description: "line\nbreak \u{202E}" + String(repeating: "y", count: 500),
      status: 400)
    #expect(refusal.error.hasPrefix("invalid\\u{1b}[2Jx") && refusal.error.hasSuffix("x…"))
    #expect(refusal.error.unicodeScalars.filter { $0 == "x" }.count == 89)
    #expect(refusal.description?.hasPrefix("line\\u{a}break \\u{202e}y") == true)
    #expect(refusal.status == 400)
    #expect(ProviderRefusal(error: "e") == ProviderRefusal(error: "e", description: nil, uri: nil, status: nil))
  }

  @Test("an https URL is kept")
  func uri() {
    #expect(
      ProviderRefusal(error: "e", uri: "https://a.example/errors#invalid_grant").uri
        == "https://a.example/errors#invalid_grant")
  }

  @Test(
    "attacks.md 22: an address that is not https, or that readers take apart differently, is dropped",
    arguments: [
      "http://a.example/", "javascript:alert(1)", "file:///etc/passwd", "https://user@a.example/",
      #"https://a.example\@b"#, "https:a.example",
      "https://", "https://a.example/\u{1B}[2J", "https://ex\u{430}mple.com/", "", "data:text/html,x", "//a.example/",
    ])
  func droppedURI(uri: String) {
    #expect(ProviderRefusal(error: "e", uri: uri).uri == nil)
  }
}
