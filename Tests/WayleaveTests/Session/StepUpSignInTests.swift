import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9470 §4: a step-up is performed, and its result is checked")
struct StepUpSignInTests {
  private let scene = Scene()
  private let silver = AccessDemand(authenticationContextClasses: ["silver"], maximumAge: .seconds(60))

  private var accounts: Accounts { scene.accounts(callbackSource: scene.allowing) }

  private func claim(_ acr: JSON, at authTime: JSON = 1_699_999_990) {
    scene.server.state.withLock {
      $0.claims["acr"] = acr
      $0.claims["auth_time"] = authTime
    }
  }

  private func signIn() async throws -> SignedIn {
    try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
  }

  @Test("9470-1: the same user signs in on the terms, and the credential of the account is replaced")
  func met() async throws {
    let first = try await signIn()
    claim("silver")
    scene.server.state.withLock { $0.accessToken = "canary-access-9" }
    let asked = Lock<AuthorizationRequest?>(nil)
    let agent = ScriptedSource { [scene] url, verdict in
      try asked.withLock { $0 = try AuthorizationRequest(reading: RequestMessage(.get, to: url)) }
      _ = await verdict(try scene.server.allow(url))
    }
    let again = try await scene.accounts(callbackSource: agent).stepUp(first.account, for: silver)
    #expect(again.account == first.account)
    #expect(try await scene.tokens(of: first.account)?.accessToken == Secret("canary-access-9"))
    #expect(try await scene.accounts().all().count == 1)
    let request = try #require(asked.withLock { $0 })
    #expect(try request.additional.text(of: "acr_values") == "silver")
    #expect(try request.additional.text(of: "max_age") == "60" && request.scopes.contains("openid"))
  }

  @Test(
    "9470-3: an ID token that does not show it leaves the credential as it was",
    arguments: [
      ("bronze", 1_699_999_990, .idTokenAuthenticationContext), ("silver", 1_699_990_000, .idTokenAuthenticationTime),
    ] as [(JSON, JSON, OAuthError.Code)])
  func unmet(acr: JSON, authTime: JSON, expected: OAuthError.Code) async throws {
    let first = try await signIn()
    claim(acr, at: authTime)
    #expect(await code { _ = try await accounts.stepUp(first.account, for: silver) } == expected)
    #expect(try await scene.accounts().all() == [first.stored])
  }

  @Test("another user who signs in takes nothing from the account, and the error says so")
  func anotherUser() async throws {
    let first = try await signIn()
    claim("silver")
    scene.server.state.withLock { $0.claims["sub"] = "user-10" }
    #expect(await code { _ = try await accounts.stepUp(first.account, for: silver) } == .stepUpNeeded)
    #expect(try await scene.accounts().stored(first.account) == first.stored)
  }

  @Test("M8: where no ID token would show that the terms are met, the user is not asked")
  func unverifiable() async throws {
    let first = try await accounts.signIn(to: try Example.provider(), as: try Example.client())
    let agent = scene.allowing
    let refused = await code { _ = try await scene.accounts(callbackSource: agent).stepUp(first.account, for: silver) }
    #expect(refused == .unsupported && agent.counts.withLock(\.shown) == 0)
  }

  @Test("insufficient_scope: the scopes are added to those of the account; one that is withheld is reported")
  func scope() async throws {
    let first = try await accounts.signIn(to: try Example.provider(), as: try Example.client())
    let stepped = try await accounts.stepUp(first.account, for: AccessDemand(scopes: ["write"]))
    guard case .oauth2(let tokens) = stepped.stored.credential else { return }
    #expect(tokens.scopes == ["profile", "write"])
    scene.server.setFault { request in
      request.pathWithoutQuery == "/token"
        ? TokenResponse(accessToken: Secret("narrow"), tokenType: "Bearer", scopes: ["profile"]).response() : nil
    }
    let withheld = await code { _ = try await accounts.stepUp(first.account, for: AccessDemand(scopes: ["pay"])) }
    #expect(withheld == .scopeNeeded)
    // The account has what it had.
    let kept = try await scene.tokens(of: first.account)
    #expect(kept == tokens && kept?.scopes == ["profile", "write"])
    #expect(try await scene.accounts().all().count == 1 && !scene.server.paths.contains("/revoke"))
  }

  @Test(
    "§4: a demand never makes weaker what the caller asks for",
    arguments: [(10, 60, "10"), (60, 10, "10"), (nil, 60, "60")] as [(Int64?, Int64, String)])
  func stricterAge(asked: Int64?, demanded: Int64, sent: String) async throws {
    let first = try await signIn()
    claim("silver")
    let shown = Lock<String?>(nil)
    let agent = ScriptedSource { [scene] url, verdict in
      let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      let age = try request.additional.text(of: "max_age")
      shown.withLock { $0 = age }
      _ = await verdict(try scene.server.allow(url))
    }
    var options = Accounts.SignInOptions()
    options.terms.maximumAge = asked.map { .seconds($0) }
    _ = try await scene.accounts(callbackSource: agent)
      .stepUp(first.account, for: AccessDemand(maximumAge: .seconds(demanded)), options: options)
    #expect(shown.withLock { $0 } == sent)
  }

  @Test(
    "RFC 8414 §3.3: the server is looked up as at the first sign-in, or what another document leaves out would seem withdrawn",
    arguments: [
      (nil, "openid-configuration"), ("https://as.example", "openid-configuration"),
      ("https://api.example/notes", "oauth-authorization-server"),
    ] as [(String?, String)])
  func sameDocument(clientMadeFor purpose: String?, document: String) async throws {
    var first = accounts
    first.clientMadeFor = purpose
    let signedIn = try await first.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    let count = scene.server.paths.count
    _ = try await accounts.signInAgain(signedIn.account)
    #expect(scene.server.paths.dropFirst(count).first == "/.well-known/\(document)")
  }

  @Test("9470-2: a request is sent again after one step-up, and a second demand is an error")
  func sentAgain() async throws {
    let first = try await signIn()
    claim("silver")
    let demands = Lock(1)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/x",
        demands.withLock({
          $0 -= 1; return $0 >= 0
        })
      else { return nil }
      return ResourceChallenge(
        .insufficientUserAuthentication, authenticationContextClasses: ["silver"], maximumAge: 60
      ).response()
    }
    let session = accounts.session(for: first.account)
    let request = RequestMessage(.get, to: try AbsoluteURL("https://as.example/x"))
    #expect(try await session.send(request, steppingUpBy: .init()).status == 200)
    demands.withLock { $0 = 2 }
    #expect(await code { _ = try await session.send(request, steppingUpBy: .init()) } == .stepUpNeeded)
    #expect(scene.server.paths.filter { $0 == "/x" }.count == 4)
  }

  @Test(
    "MCP 2025-11-25: also where no user is known, the scopes are added to those before; one that is withheld is reported"
  )
  func scopeWithoutUser() async throws {
    var provider = try Example.provider()
    provider.identity = nil
    let first = try await accounts.signIn(to: provider, as: try Example.client())
    #expect(first.stored.identity == nil)
    let second = try await accounts.signInAgain(first.account, options: .init(scopes: ["write"]))
    guard case .oauth2(let tokens) = second.stored.credential else { return }
    #expect(tokens.scopes == ["profile", "write"])
    #expect(try await scene.accounts().all().map(\.account) == [second.account])
    scene.server.setFault { request in
      request.pathWithoutQuery == "/token"
        ? TokenResponse(accessToken: Secret("narrow"), tokenType: "Bearer", scopes: ["profile"]).response() : nil
    }
    let withheld = await code {
      _ = try await accounts.signInAgain(second.account, options: .init(scopes: ["pay"]))
    }
    #expect(withheld == .scopeNeeded)
    #expect(try await scene.tokens(of: second.account) == tokens)
    // Where no scope is named, what comes is taken.
    guard case .oauth2(let narrow) = try await accounts.signInAgain(second.account).stored.credential else { return }
    #expect(narrow.scopes == ["profile"])
  }

  @Test("an API that demands what was granted already has no one sign in")
  func grantedAlready() async throws {
    let first = try await accounts.signIn(to: try Example.provider(), as: try Example.client())
    scene.server.answer("/x", with: ResourceChallenge(.insufficientScope, scopes: ["profile"]).response())
    let agent = scene.allowing
    let session = scene.accounts(callbackSource: agent).session(for: first.account)
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example/x"))
    #expect(await code { _ = try await session.send(request, steppingUpBy: .init()) } == .scopeNeeded)
    #expect(agent.counts.withLock(\.shown) == 0)
  }

  @Test("an account whose user is not known cannot be stepped up")
  func unknown() async throws {
    let account = try await scene.hold()
    #expect(await code { _ = try await accounts.stepUp(account, for: silver) } == .unsupported)
    #expect(await code { _ = try await accounts.stepUp(.alice, for: silver) } == .unknownAccount)
  }
}
