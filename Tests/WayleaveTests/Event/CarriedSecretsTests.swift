import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

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
