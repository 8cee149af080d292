import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("M2, T4: a provider that repeats a request does not have us show its secrets")
struct CarriedSecretsTests {
  private static let secret = "c&n ry+/12345"

  private func shows(_ error: OAuthError, _ secret: String) -> Bool {
    Array("\(error)\(error.refusal?.description ?? "")".utf8).firstRange(of: Array(secret.utf8)) != nil
  }

  private func error(saying text: String) -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(6749, "5.2"), expected: "not \(text)", received: .text(text),
      remedy: .advice("Not \(text)."), refusal: ProviderRefusal(error: "e", description: text), member: text)
  }

  @Test("a client secret, by each way in which it is sent", arguments: ClientAuthenticationMethod.allCases)
  func clientSecret(method: ClientAuthenticationMethod) throws {
    guard [.basic, .basicRaw, .post].contains(method) else { return }
    let client = try Client(id: "reader", secret: Secret(Self.secret))
    let request = try client.request(
      posting: Form(), to: Endpoint("https://as.example/token"),
      dialect: OAuth2Dialect { $0.request.clientAuthentication = method })
    var pair = Form()
    pair.append("", Self.secret)
    for spelling in [
      Self.secret, String(decoding: pair.encoded().dropFirst(), as: UTF8.self), PercentEncoding.encode(Self.secret),
    ] {
      let clean = error(saying: "\u{600}\(spelling)\u{301}").withoutSecrets(of: request)
      #expect(!shows(clean, spelling) && clean.code == .tokenRefused && clean.fault == .provider, "\(clean)")
      #expect(!(clean.member ?? "").contains(spelling))
    }
    #expect(error(saying: "nothing").withoutSecrets(of: request) == error(saying: "nothing"))
  }

  @Test(
    "what the header of OAuth 1.0a carries",
    arguments: ["oauth-token-1", "consumer-secret", "token&secret", "consumer-secret&token%26secret", "verifier-12"])
  func signedHeader(spelling: String) throws {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://as.example/token1"))
    request.head.headerFields[.authorization] =
      #"OAuth oauth_token="oauth-token-1", oauth_signature_method="PLAINTEXT", oauth_verifier="verifier-12", "#
      + #"oauth_signature="consumer-secret%26token%2526secret""#
    #expect(!shows(error(saying: spelling).withoutSecrets(of: request), spelling))
  }

  @Test(
    "195: wherever a request carries a secret, its repeated value goes, and so does a part of it",
    arguments: ["json", "nested", "field", "alone", "scheme", "key as user", "password", "proof", "query"])
  func places(place: String) throws {
    let secret = "canary-0123456789"
    var request = RequestMessage(.post, to: try AbsoluteURL("https://as.example/token"))
    func json(_ body: JSON) -> [UInt8] { body.encoded() }
    func encoded(_ text: String) -> String { Base64.standard.encodedText(text.utf8) }
    switch place {
    case "json": request.body = json(["client_id": "reader-app", "client_secret": .string(secret)])
    case "nested": request.body = json(["app": ["keys": [["app_secret": .string(secret)]]]])
    case "field": request.head.headerFields[try #require(HTTPField.Name("X-Api-Key"))] = secret
    case "alone": request.head.headerFields[.authorization] = secret
    case "scheme": request.head.headerFields[.authorization] = "Token \(secret)"
    case "key as user": request.head.headerFields[.authorization] = "Basic \(encoded("\(secret):"))"
    case "password": request.head.headerFields[.authorization] = "Basic \(encoded("reader-app:\(secret)"))"
    case "proof": request.head.headerFields[try #require(HTTPField.Name("DPoP"))] = secret
    default: request = RequestMessage(.get, to: try AbsoluteURL("https://as.example/me?oauth_token=\(secret)"))
    }
    for repeated in [secret, "canary-0…", "…23456789", "CANARY%2D0123456789"] {
      let clean = error(saying: "reader-app: \(repeated)").withoutSecrets(of: request)
      #expect(clean.member?.contains("reader-app: ") == true, "the id of a client is public")
      #expect(!shows(clean, repeated) && clean.member?.contains("<secret>") == true, "\(place): \(clean)")
    }
  }

  @Test(
    "195: what a server repeats of the same answer or of the account is shown neither in an error nor in a trace",
    arguments: [
      "canary-code-0", "canary-access-0", "canary-refresh-0", "canary-id-token", "issued-access", "issued-refresh",
      "registered-secret", "registered-token",
    ])
  func known(secret: String) throws {
    let request = RequestMessage(
      posting: ["code": "canary-code-0", "scope": "profile"], to: try Endpoint("https://as.example/token"))
    let credential = Credential.oauth2(
      .init(
        accessToken: Secret("canary-access-0"), refreshToken: Secret("canary-refresh-0"),
        idToken: Secret("canary-id-token")))
    let response = ResponseMessage(
      .ok,
      json: [
        "access_token": "issued-access", "refresh_token": "issued-refresh", "client_secret": "registered-secret",
        "registration_access_token": "registered-token", "scope": .string("profile \(secret)"),
        "client_name": .string("Name \(secret)"), "code": "Name of an error",
        "registration_client_uri": .string("https://as.example/\(secret)/x"),
      ])
    let event = Event.received(response, to: request, after: .zero, with: credential)
    #expect(!"\(event)".contains(secret), "\(event)")
    let fields = Dictionary(event.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    #expect(fields["scope"] == "profile <secret>" && fields["client_name"] == "Name <secret>")
    #expect(fields["registration_client_uri"] == "https://as.example/<secret>/x")
    let clean = error(saying: "Name \(secret)").withoutSecrets(of: request, answeredBy: response, with: credential)
    #expect(!shows(clean, secret) && clean.member == "Name <secret>", "\(clean)")
  }

  @Test("195: a refused refresh that repeats the stored access token, which is still good")
  func storedToken() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.answer(
      "/token",
      with: ResponseMessage(
        .badRequest, json: ["error": "temporarily_unavailable", "error_description": "not canary-access-0"]))
    let error = await #expect(throws: OAuthError.self) { _ = try await scene.accounts().fresh(account) }
    #expect(error?.refusal?.description == "not <secret>")
    #expect(!shows(try #require(error), "canary-access-0"))
    #expect(!scene.events.map { "\($0)" }.joined().contains("canary-access-0"))
  }

  @Test("195: an API that names the refresh token as a scope: no one is asked to sign in for it")
  func demandedScope() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    var refusal = ResponseMessage(HTTPResponse(status: .forbidden))
    refusal.head.headerFields[.wwwAuthenticate] =
      #"Bearer error="insufficient_scope", scope="profile canary-refresh-0""#
    scene.server.answer("/v1", with: refusal)
    let error = await #expect(throws: OAuthError.self) {
      _ = try await scene.accounts().session(for: account).get("https://api.example/v1")
    }
    #expect(error?.code == .scopeNeeded && error?.refusal?.demand?.scopes == ["profile"])
    #expect(!shows(try #require(error), "canary-refresh-0"))
    #expect(!scene.events.map { "\($0)" }.joined().contains("canary-refresh-0"))
  }

  @Test("195: a sign-in keeps and tells no scope and no name in which the provider repeats a secret")
  func signIn() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/token":
        let verifier = try request.bodyForm.text(of: "code_verifier") ?? ""
        return TokenResponse(
          accessToken: Secret("canary-access-0"), expiresIn: 3600, refreshToken: Secret("canary-refresh-0"),
          scopes: ["profile", "canary-access-0", "x:canary-refresh-0", verifier]
        ).response()
      case "/me": return ResponseMessage(.ok, json: ["id": 7, "name": "Ada canary-access-0"])
      default: return nil
      }
    }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let stored = try await accounts.signIn(to: Example.provider(), as: Example.client()).stored
    #expect(try await scene.tokens(of: stored.account)?.scopes == ["profile"])
    #expect(stored.identity?.subject == "7" && stored.identity?.displayName == nil)
    let told = scene.events.map { "\($0)" }.joined()
    #expect(!told.contains("canary-access-0") && !told.contains("canary-refresh-0"), "\(told)")
  }

  @Test("195: neither is what a refresh grants, and an id with which a token begins is still an id")
  func refresh() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let answer = TokenResponse(
      accessToken: Secret("canary-access-1"), refreshToken: Secret("canary-refresh-1"),
      scopes: ["profile", "canary-refresh-1", "canary-refresh-0"])
    scene.server.answer("/token", with: answer.response())
    _ = try await scene.accounts().fresh(account)
    #expect(try await scene.tokens(of: account)?.scopes == ["profile"])
    #expect(!scene.events.map { "\($0)" }.joined().contains("canary-refresh-"))
    let credential = Credential.oauth1(
      TokenCredential(token: Secret("123456789-canary"), secret: Secret("canary-secret")))
    let user = Identity(
      issuer: "https://as.example", subject: "123456789", handle: "canary-secret", email: "a@b.example")
    let clean = try user.withoutSecrets(of: credential)
    #expect(clean.subject == "123456789" && clean.handle == nil && clean.email == "a@b.example")
    let token = Identity(issuer: "https://as.example", subject: "id 123456789-canary")
    #expect(refusal { try token.withoutSecrets(of: credential) } == .unexpectedAnswer)
  }

  @Test("a code that comes back as the content type of the answer")
  func contentType() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      var answer = ResponseMessage(HTTPResponse(status: .ok), body: Array("{}".utf8))
      answer.head.headerFields[.contentType] = "text/" + (try request.bodyForm.text(of: "code") ?? "")
      return answer
    }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let error = await #expect(throws: OAuthError.self) {
      try await accounts.signIn(to: Example.provider(), as: Example.client())
    }
    #expect(error?.code == .malformedTokenResponse || error?.code == .unexpectedAnswer)
    #expect(!shows(try #require(error), "canary"))
  }
}
