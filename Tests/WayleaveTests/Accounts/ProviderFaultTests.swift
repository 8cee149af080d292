import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("T3: what a provider sends wrongly is the provider's fault, and never wrong usage")
struct ProviderFaultTests {
  private let scene = Scene()

  private func failure(of provider: Provider? = nil) async throws -> OAuthError? {
    let provider = try provider ?? Provider(issuer: "https://as.example")
    let accounts = scene.accounts(callbackSource: scene.allowing)
    return await #expect(throws: OAuthError.self) { try await accounts.signIn(to: provider, as: Example.client()) }
  }

  private static func document(_ key: String, _ value: JSON) -> JSON {
    var document = OpenIDExample.metadata.object ?? JSON.Object()
    document[key] = value
    return .object(document)
  }

  @Test(
    "its document, its keys and its answers",
    arguments: [
      ("/.well-known/openid-configuration", document("token_endpoint", "http://as.example/token")),
      ("/.well-known/openid-configuration", document("authorization_endpoint", "https://me:you@as.example/")),
      ("/.well-known/openid-configuration", document("jwks_uri", "ftp://as.example/keys")),
      ("/keys", ["keys": [["kty": "RSA", "n": "AQAB", "e": "AQAB", "use": "sig"]]]),
      ("/keys", ["keys": [["kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ", "d": "AQ"]]]), ("/keys", ["keys": 7]),
      ("/token", ["access_token": 7, "token_type": "Bearer"]),
      ("/token", ["access_token": "canary", "token_type": "Bearer", "id_token": "a.b"]),
    ] as [(String, JSON)])
  func wrong(path: String, answer: JSON) async throws {
    scene.server.answer(path, with: ResponseMessage(.ok, json: answer))
    let error = try #require(try await failure())
    #expect(error.fault == .provider && error.category != .configuration, "\(error)")
  }

  @Test(
    "a body that is no JSON, from each endpoint", arguments: ["/.well-known/openid-configuration", "/keys", "/token"])
  func body(path: String) async throws {
    var answer = ResponseMessage(.ok, json: [:])
    answer.body = Array(#"{"a":1,"a":2,"keys":["\ud800"]"#.utf8)
    scene.server.answer(path, with: answer)
    let error = try #require(try await failure())
    #expect(error.fault == .provider && error.category != .configuration, "\(error)")
  }

  @Test("what the user asked for wrongly stays the user's, though only the provider's document shows it")
  func user() async throws {
    var document = OpenIDExample.metadata.object ?? JSON.Object()
    document["pushed_authorization_request_endpoint"] = "https://as.example/par"
    document["require_pushed_authorization_requests"] = true
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(document)))
    var provider = try Provider(issuer: "https://as.example")
    provider.pushesRequests = false
    let error = try #require(try await failure(of: provider))
    #expect(error.code == .unsupported && error.fault == .caller && error.remedy == .allowPushing)
  }

  @Test("a failure for a time says that the clocks are apart, where they are, and nothing of clocks elsewhere")
  func clocks() async throws {
    let later = Example.now + 1200
    scene.server.state.withLock { $0.claims["iat"] = JSON(later.secondsSinceEpoch) }
    let alone = try #require(try await failure())
    #expect(alone.code == .idTokenIssuedAt)
    scene.server.setDate(later)
    let error = try #require(try await failure())
    #expect(error.code == .idTokenIssuedAt && error.fault == .provider)
    #expect(error.remedy == .compareClocks(of: try Origin("https://as.example"), apart: .seconds(1200)))
    #expect(alone.remedy != error.remedy)
  }
}
