import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7662: accounts introspect a token")
struct AccountIntrospectionTests {
  private let scene = Scene()

  private func provider(tellsUser: Bool = false) throws -> Provider {
    var provider = try Example.provider { service in
      service[.introspection] = try Endpoint("https://as.example/introspect")
    }
    if !tellsUser { provider.identity = nil }
    return provider
  }

  private func answer(_ json: JSON) { scene.server.answer("/introspect", with: ResponseMessage(.ok, json: json)) }

  @Test("the token of the account is asked about, by a client that authenticates")
  func active() async throws {
    let account = try await scene.hold(expiresIn: 3600, provider: provider())
    answer(["active": true, "client_id": "reader", "scope": "profile"])
    guard case .active(let claims) = try await scene.accounts().introspect(account) else {
      Issue.record("not active")
      return
    }
    #expect(claims.scopes == ["profile"])
    let request = try #require(scene.server.requests.first)
    #expect(try request.bodyForm.text(of: "token") == "canary-access-0")
    #expect(request.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try await scene.accounts().check(account).get())
  }

  @Test(
    "7662-2, 7662-4: inactive, over, or about another client or key",
    arguments: [
      (["active": false], .signInNeeded), (["active": true, "exp": 1_699_999_000], .signInNeeded),
      (["active": true, "client_id": "other"], .unexpectedAnswer),
      (["active": true, "cnf": ["jkt": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]], .unexpectedAnswer),
      (["active": true, "iss": "https://evil.example"], .unexpectedAnswer), (["active": "yes"], .unexpectedAnswer),
    ] as [(JSON, OAuthError.Code)])
  func inactive(json: JSON, expected: OAuthError.Code) async throws {
    let account = try await scene.hold(expiresIn: 3600, provider: provider())
    answer(json)
    #expect(await code { _ = try await scene.accounts().check(account).get() } == expected)
  }

  @Test("RFC 9449 §5: a Bearer token may be bound to the key that the sign-in has shown, and to no other")
  func ownKey() async throws {
    let key = try DPoPKey(JSONWebKey.generate(for: .es256))
    let account = try await scene.hold(expiresIn: 3600, provider: provider(), proofKey: key)
    let held = try #require(try await scene.credentials.load(account))
    var stored = held.stored
    guard case .oauth2(var tokens) = stored.credential else { return }
    tokens.tokenType = "Bearer"
    stored.credential = .oauth2(tokens)
    try await scene.credentials.replace(account, with: stored, expecting: held.revision)
    for (thumbprint, isOurs) in [(key.thumbprint, true), (String(repeating: "A", count: 43), false)] {
      answer(["active": true, "cnf": ["jkt": .string(thumbprint)]])
      let code = await code { _ = try await scene.accounts().introspect(account) }
      #expect(code == (isOurs ? nil : .unexpectedAnswer))
    }
  }

  @Test("7662-1: a public client, and a provider without the endpoint, are errors; a check sends nothing then")
  func notOffered() async throws {
    let open = try await scene.hold(expiresIn: 3600, provider: provider(), client: try Client(id: "reader"))
    #expect(await code { _ = try await scene.accounts().introspect(open) } == .invalidClient)
    let none = try await scene.hold("8", expiresIn: 3600)
    #expect(await code { _ = try await scene.accounts().introspect(none) } == .unsupported)
    #expect(try await scene.accounts().check(open).get() == false)
    #expect(scene.server.requests.isEmpty)
  }
}
