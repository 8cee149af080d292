import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §2: the flow")
struct FlowTests {
  private let now = Instant(secondsSinceEpoch: 1_700_000_000)
  private let endpoint: Endpoint
  private let consumer: ConsumerCredential
  private let stamp: Stamp

  init() throws {
    endpoint = try Endpoint("https://api.example.com/oauth/x")
    consumer = try ConsumerCredential(key: "ck", secret: Secret("cs"))
    stamp = Stamp(timestamp: now, nonce: "n0nce")
  }

  // BD6
  @Test(
    "the request for temporary credentials is read as it was built, in every place",
    arguments: ParameterPlacement.allCases)
  func temporaryCredentials(placement: ParameterPlacement) throws {
    let dialect = OAuth1Dialect(
      placement: placement, temporaryCredentialParameters: ["x_auth_access_type": "read", "scope": "a b"])
    let url = TemporaryCredentialRequest.Callback.url(try AbsoluteURL("https://app.example.com/cb?x=1&y=a+b"))
    for callback in [url, .outOfBand] {
      let request = try TemporaryCredentialRequest(callback: callback, additional: ["lang": "de"])
        .request(to: endpoint, as: consumer, dialect: dialect, stamp: stamp)
      let signed = try verified(request)
      let read = try TemporaryCredentialRequest(reading: signed, of: request)
      #expect(read.callback == callback)
      #expect(read.additional == ["lang": "de", "scope": "a b", "x_auth_access_type": "read"])
      #expect(signed.token == nil)
    }
  }

  @Test("a request for temporary credentials without a callback, or with a relative one, is refused")
  func callbackMissing() throws {
    let request = try RequestSigner(consumer: consumer).sign(
      RequestMessage(posting: Form(), to: endpoint), stamp: stamp)
    #expect(
      try refusal { try TemporaryCredentialRequest(reading: verified(request), of: request) } == .missingParameter)
    let relative = try RequestSigner(consumer: consumer)
      .sign(RequestMessage(posting: Form(), to: endpoint), additional: ["oauth_callback": "/cb"], stamp: stamp)
    #expect(try refusal { try TemporaryCredentialRequest(reading: verified(relative), of: relative) } == .malformedURL)
  }

  // BD5
  @Test("the address for the user holds the token and what dialect and caller add")
  func authorizationURL() throws {
    let request = ResourceOwnerAuthorizationRequest(
      token: Secret("t&k"), additional: ["force_login": "true", "screen_name": "a b"])
    let url = try request.url(at: endpoint, dialect: OAuth1Dialect(authorizationParameters: ["perms": "write"]))
    #expect(
      url.text == "https://api.example.com/oauth/x?oauth_token=t%26k&force_login=true&screen_name=a%20b&perms=write")
    let read = try ResourceOwnerAuthorizationRequest(reading: RequestMessage(.get, to: url))
    #expect(read.token == Secret("t&k"))
    #expect(read.additional == ["force_login": "true", "screen_name": "a b", "perms": "write"])
    let without = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/oauth/x?oauth_token="))
    #expect(try refusal { try ResourceOwnerAuthorizationRequest(reading: without) } == .missingParameter)
  }

  @Test(
    "a callback grants, denies or is refused",
    arguments: [
      (
        "oauth_token=t&oauth_verifier=v",
        ResourceOwnerAuthorizationCallback.granted(token: Secret("t"), verifier: Secret("v"))
      ),
      ("oauth_token=t", .granted(token: Secret("t"), verifier: nil)), ("denied=t", .denied(token: Secret("t"))),
      ("oauth_token=t&oauth_verifier=v&denied=t", nil), ("", nil), ("flag", nil), ("oauth_verifier=v", nil),
      ("oauth_token=t%0A", nil), ("oauth_token=t&oauth_verifier=%C3%A9", nil),
    ] as [(String, ResourceOwnerAuthorizationCallback?)])
  func callbacks(query: String, expected: ResourceOwnerAuthorizationCallback?) throws {
    let url = try AbsoluteURL("https://app.example.com/cb?" + query)
    guard let expected else {
      #expect(try refusal { try ResourceOwnerAuthorizationCallback(reading: url) } == .malformedCallback)
      return
    }
    let read = try ResourceOwnerAuthorizationCallback(reading: url)
    #expect(read == expected)
    #expect(read.url(to: try AbsoluteURL("https://app.example.com/cb")) == url.text)
  }

  @Test(
    "a token next to a refusal is never taken for consent",
    arguments: [
      ("denied=1", nil), ("denied=t", nil), ("oauth_problem=user_refused", "user_refused"),
      ("oauth_problem=permission_denied&oauth_problem_advice=No", "permission_denied"),
      ("error=access_denied", "access_denied"), ("error_code=901&error_message=No", "901"),
      ("oauth_verifier=v&error=server_error", "server_error"),
    ] as [(String, String?)])
  func refusedWithToken(query: String, word: String?) throws {
    let url = try AbsoluteURL("https://app.example.com/cb?oauth_token=t&" + query)
    guard let word else {
      #expect(try ResourceOwnerAuthorizationCallback(reading: url) == .denied(token: Secret("t")))
      return
    }
    let error = #expect(throws: OAuthError.self) { try ResourceOwnerAuthorizationCallback(reading: url) }
    #expect(error?.code == .authorizationRefused && error?.refusal?.error == word)
  }

  @Test(
    "195: the words of a refusal do not repeat the request token",
    arguments: ["oauth_problem=x&oauth_problem_advice", "error=x&error_description", "error=x&error_message"])
  func repeatedToken(names: String) throws {
    let url = try AbsoluteURL(
      "https://app.example.com/cb?oauth_token=canary-request-token&\(names)=of+canary-request-token")
    let error = #expect(throws: OAuthError.self) { try ResourceOwnerAuthorizationCallback(reading: url) }
    #expect(error?.refusal?.description == "of <secret>")
  }

  @Test(
    "a repeated parameter in a callback is refused", arguments: ["oauth_token=t&oauth_token=u", "denied=t&denied=t"])
  func repeatedInCallback(query: String) throws {
    let url = try AbsoluteURL("https://app.example.com/cb?" + query)
    #expect(try refusal { try ResourceOwnerAuthorizationCallback(reading: url) } == .duplicateParameter)
  }

  @Test(
    "a typed number is cleaned of what a page or a terminal adds",
    arguments: [
      (" 4868795\n", "4868795"), ("123-456-789", "123-456-789"), ("486 87\u{A0}95", "4868795"),
      ("\u{200B}4868795\u{202C}\r\n", "4868795"), ("\u{1B}[2~abc", "2~abc"),
    ])
  func typedVerifier(typed: String, expected: String) throws {
    #expect(try TokenCredentialRequest.verifier(typed: typed) == Secret(expected))
  }

  @Test(
    "a typed text without any of it is refused", arguments: ["", " \n", "\u{E9}", String(repeating: "1", count: 513)])
  func typedNothing(typed: String) throws {
    #expect(try refusal { try TokenCredentialRequest.verifier(typed: typed) } == .invalidValue)
  }

  @Test("the exchange is signed with the temporary secret, and its verifier is read")
  func exchange() throws {
    let temporary = TemporaryCredential(token: Secret("tt"), secret: Secret("ts"))
    for verifier in [Secret("v"), nil] {
      let request = try TokenCredentialRequest(temporary: temporary, verifier: verifier)
        .request(to: endpoint, as: consumer, stamp: stamp)
      let signed = try verified(request, tokenSecret: "ts")
      #expect(signed.token == temporary.token)
      #expect(try TokenCredentialRequest.verifier(in: signed, of: request) == verifier)
    }
  }

  @Test("a renewal sends the session handle, signed with the old token")
  func renewal() throws {
    let old = TokenCredential(
      token: Secret("tk"), secret: Secret("ts"),
      additional: ["oauth_session_handle": "sh", "oauth_expires_in": "3600", "oauth_authorization_expires_in": "0"])
    #expect(old.sessionHandle == Secret("sh"))
    #expect(old.lifetime == 3600)
    #expect(old.sessionLifetime == nil)
    let request = try SessionRenewalRequest(old).request(to: endpoint, as: consumer, stamp: stamp)
    let signed = try verified(request, tokenSecret: "ts")
    #expect(signed.token == old.token)
    #expect(try SessionRenewalRequest.handle(in: signed) == Secret("sh"))
    let without = TokenCredential(token: Secret("tk"), secret: Secret("ts"))
    #expect(try refusal { try SessionRenewalRequest(without) } == .signInNeeded)
    #expect(without.lifetime == nil)
  }

  @Test("xAuth sends name and password in the body, signed by the consumer alone")
  func passwordCredentials() throws {
    let request = try PasswordCredentialRequest(username: "oakley", password: Secret("a+b &\u{E9}"))
      .request(to: endpoint, as: consumer, stamp: stamp)
    #expect(request.query == nil)
    let read = try PasswordCredentialRequest(reading: verified(request), of: request)
    #expect(read == PasswordCredentialRequest(username: "oakley", password: Secret("a+b &\u{E9}")))
    for body in [
      "", "x_auth_mode=reverse_auth&x_auth_username=a&x_auth_password=b", "x_auth_mode=client_auth&x_auth_username=a",
    ] {
      var other = RequestMessage(posting: Form(), to: endpoint)
      other.body = Array(body.utf8)
      let signed = try RequestSigner(consumer: consumer).sign(other, stamp: stamp)
      #expect(try refusal { try PasswordCredentialRequest(reading: verified(signed), of: signed) } == .missingParameter)
    }
  }

  @Test("a two-legged request carries no token")
  func twoLegged() throws {
    let request = try RequestSigner(consumer: consumer)
      .sign(RequestMessage(.get, to: AbsoluteURL("https://api.example.com/a?b=c")), stamp: stamp)
    let signed = try verified(request)
    #expect(signed.token == nil && !signed.parameters.contains("oauth_token"))
  }

  @Test("a token is given back by a signed POST, and only success confirms it", arguments: [200, 204, 401, 500, 302])
  func invalidation(status: Int) throws {
    let credential = TokenCredential(token: Secret("tk"), secret: Secret("ts"))
    let request = try TokenInvalidationRequest(credential).request(to: endpoint, as: consumer, stamp: stamp)
    #expect(try verified(request, tokenSecret: "ts").token == credential.token)
    let code = try refusal {
      try TokenInvalidationRequest.confirm(ResponseMessage(HTTPResponse(status: .init(code: status))))
    }
    let expected: [Int: OAuthError.Code] = [401: .tokenRefused, 500: .serverUnavailable, 302: .unexpectedRedirect]
    #expect(code == expected[status])
  }

  private func verified(_ request: RequestMessage, tokenSecret: String = "") throws -> SignedRequest {
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: Secret("cs"), tokenSecret: Secret(tokenSecret))
    return signed
  }
}
