import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9700 §4.4: a grant without a user remembers what an issuer advertised, as a sign-in does")
struct DirectDowngradeTests {
  private let scene = Scene()

  private func advertise(_ edit: @escaping @Sendable (inout JSON.Object) -> Void) {
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/.well-known/openid-configuration":
        var members = OpenIDExample.metadata.object ?? JSON.Object()
        edit(&members)
        return ResponseMessage(.ok, json: .object(members))
      case "/token" where try request.bodyForm.text(of: "grant_type") == "client_credentials":
        return TokenResponse(accessToken: Secret("canary-direct"), tokenType: "Bearer", expiresIn: 3600).response()
      default: return nil
      }
    }
  }

  private func tokens(
    from accounts: Accounts, scope: String = "a", acceptingDowngrade: Bool = false
  ) async throws -> Credential.Tokens {
    try await accounts.clientCredentials(
      of: try Provider(issuer: "https://as.example"), as: try Example.client(), access: .init(scopes: [scope]),
      acceptingDowngrade: acceptingDowngrade)
  }

  @Test("what a sign-in saw is missed by a grant, before the client shows its secret, until that is accepted once")
  func afterSignIn() async throws {
    advertise { $0["revocation_endpoint"] = "https://as.example/revoke" }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    advertise { $0["revocation_endpoint"] = nil }
    scene.wait(KeptMetadata.shortestLife.wholeSeconds)
    let asked = scene.server.paths.filter { $0 == "/token" }.count
    for accounts in [accounts, scene.accounts()] {
      #expect(await code { _ = try await self.tokens(from: accounts) } == .metadataDowngraded)
    }
    #expect(scene.server.paths.filter { $0 == "/token" }.count == asked)
    scene.wait(60)
    _ = try await tokens(from: accounts, acceptingDowngrade: true)
    #expect(scene.events.contains { $0.name == .tolerated && $0.detail.contains("revocation") })
    _ = try await tokens(from: accounts, scope: "b")
  }

  @Test("what a grant saw is missed by the next grant and by a sign-in of the same program")
  func afterGrant() async throws {
    advertise { $0["dpop_signing_alg_values_supported"] = ["ES256"] }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await tokens(from: accounts)
    advertise { _ in }
    scene.wait(KeptMetadata.shortestLife.wholeSeconds)
    #expect(await code { _ = try await self.tokens(from: accounts, scope: "b") } == .metadataDowngraded)
    let signIn = await code {
      _ = try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    }
    #expect(signIn == .metadataDowngraded)
    // What was had before is as good as it was.
    _ = try await tokens(from: accounts)
  }

  @Test("RFC 8414 §2: a server without an authorization endpoint gives tokens to clients, and signs no user in")
  func withoutAuthorizationEndpoint() async throws {
    advertise { $0["authorization_endpoint"] = nil }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    #expect(try await tokens(from: accounts).accessToken == Secret("canary-direct"))
    let signIn = await code {
      _ = try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    }
    #expect(signIn == .unsupported)
  }
}
