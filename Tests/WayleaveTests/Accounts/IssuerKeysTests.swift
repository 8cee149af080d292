import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect Discovery §4: what verifies the tokens of a provider is fetched from it")
struct IssuerKeysTests {
  private let scene = Scene()

  private func keys(of provider: Provider) async throws -> IssuerKeys {
    try await scene.accounts().issuerKeys(of: provider)
  }

  @Test("by an issuer: its metadata, then its keys, and never an HMAC")
  func discovered() async throws {
    let found = try await keys(of: try Provider(issuer: "https://as.example"))
    #expect(found.issuer == "https://as.example" && !found.keys.keys.isEmpty)
    #expect(found.idTokenAlgorithms == [.es256])
    #expect(scene.server.paths == ["/.well-known/openid-configuration", "/keys"])
  }

  @Test("an entry that names the keys needs no metadata; one that names only its issuer does")
  func entry() async throws {
    var provider = try Example.provider()
    _ = try await keys(of: provider)
    #expect(scene.server.paths == ["/.well-known/openid-configuration", "/keys"])
    guard case .oauth2(var service) = provider.service else { return }
    service[.keySet] = try Endpoint("https://as.example/keys")
    service.idTokenAlgorithms = [.es256]
    provider.service = .oauth2(service)
    let other = Scene()
    let found = try await other.accounts().issuerKeys(of: provider)
    #expect(found.idTokenAlgorithms == [.es256] && other.server.paths == ["/keys"])
  }

  @Test("RFC 8414 §3.1: a server that speaks OAuth alone has its document at the other place")
  func authorizationServer() async throws {
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(HTTPResponse(status: .notFound)))
    _ = try? await keys(of: try Provider(issuer: "https://as.example"))
    #expect(
      scene.server.paths.prefix(2) == ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
  }

  @Test("a provider without an issuer, metadata without keys, and keys that cannot be had: nothing to prove by")
  func nothing() async throws {
    var anonymous = try Example.provider()
    guard case .oauth2(var service) = anonymous.service else { return }
    service.issuer = nil
    anonymous.service = .oauth2(service)
    for provider in [anonymous, try Example.oauth1()] {
      let error = await #expect(throws: OAuthError.self) { try await keys(of: provider) }
      #expect(error?.code == .unsupported)
    }
    let issuer = try Provider(issuer: "https://as.example")
    scene.server.answer("/keys", with: ResponseMessage(HTTPResponse(status: .forbidden)))
    #expect(await #expect(throws: OAuthError.self) { try await keys(of: issuer) }?.code == .unexpectedAnswer)
    var metadata = OpenIDExample.metadata.object ?? JSON.Object()
    metadata["jwks_uri"] = nil
    scene.server.answer("/.well-known/openid-configuration", with: ResponseMessage(.ok, json: .object(metadata)))
    #expect(await #expect(throws: OAuthError.self) { try await keys(of: issuer) }?.code == .malformedMetadata)
  }

  @Test("a request that carries no credential is sent as it is")
  func plain() async throws {
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/me"))
    #expect(try await scene.accounts().answer(to: request).status == 200)
    #expect(scene.server.requests == [request.withUsualFields()])
  }
}
