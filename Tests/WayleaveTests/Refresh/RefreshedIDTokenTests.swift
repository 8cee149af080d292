import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("H1, OpenID Connect Core §12.2: the ID token of a refresh never costs the refresh token")
struct RefreshedIDTokenTests {
  private let scene = Scene()

  private func signIn() async throws -> Account {
    try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client()).account
  }

  @Test("(a): the new refresh token is on disk before the keys are fetched")
  func savedBeforeKeys() async throws {
    let account = try await signIn()
    let found = Lock<Secret?>(nil)
    scene.server.setFault { [scene] request in
      guard request.pathWithoutQuery == "/keys" else { return nil }
      let token = try await scene.tokens(of: account)?.refreshToken
      found.withLock { $0 = token }
      return nil
    }
    // Another process, which has no keys yet.
    let fresh = try await scene.accounts().fresh(account, forcing: true)
    #expect(found.withLock { $0 } == Secret("canary-refresh-1"))
    #expect(fresh.token == "canary-access-1" && fresh.refreshAttempt == nil)
  }

  @Test(
    "(a): keys that cannot be fetched leave the ID token out, and the access token is used",
    arguments: [.timedOut(wasSent: true), .notSent("refused"), .answerCut("reset")] as [TransportFailure])
  func keysMissing(failure: TransportFailure) async throws {
    let account = try await signIn()
    let before = try #require(try await scene.tokens(of: account)?.idToken)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/keys" else { return nil }
      throw failure
    }
    try await expectRefreshed(account, idToken: before)
  }

  @Test("(b): so does an ID token by a key that the provider does not show yet, in every process")
  func unknownKey() async throws {
    let account = try await signIn()
    let before = try #require(try await scene.tokens(of: account)?.idToken)
    scene.server.state.withLock { $0.signsWith.key = OpenIDExample.nextKey }
    try await expectRefreshed(account, idToken: before)
    // The next one is by a key that is shown: it replaces the first.
    scene.server.state.withLock { $0.keys = [OpenIDExample.key, OpenIDExample.nextKey] }
    _ = try await scene.accounts().fresh(account, forcing: true)
    #expect(try await scene.tokens(of: account)?.idToken != before)
  }

  @Test("(c): so does an ID token with the times of an earlier one")
  func oldTimes() async throws {
    let account = try await signIn()
    let before = try #require(try await scene.tokens(of: account)?.idToken)
    scene.server.state.withLock {
      $0.claims["exp"] = JSON((Example.now + -60).secondsSinceEpoch)
      $0.claims["iat"] = JSON((Example.now + -7200).secondsSinceEpoch)
    }
    try await expectRefreshed(account, idToken: before)
  }

  @Test(
    "OIDC-10: an ID token with another auth_time alone is left out, and the user stays signed in",
    arguments: [false, true])
  func anotherAuthenticationTime(isUnverifiable: Bool) async throws {
    scene.server.state.withLock { $0.claims["auth_time"] = 1_699_990_000 }
    let account = try await signIn()
    let before = try #require(try await scene.tokens(of: account)?.idToken)
    scene.server.state.withLock {
      $0.claims["auth_time"] = 1_699_999_000
      if isUnverifiable { $0.signsWith.key = OpenIDExample.nextKey }
    }
    try await expectRefreshed(account, idToken: before)
    let told = scene.events.contains { $0.name == .tolerated && $0.detail.contains("another “auth_time”") }
    #expect(told != isUnverifiable)
  }

  @Test(
    "OIDC-10: another auth_time excuses no other difference: every token is refused",
    arguments: [
      ("sub", "user-10", .idTokenRenewal), ("iss", "https://evil.example", .idTokenIssuer),
      ("aud", "other", .idTokenAudience), ("azp", "other", .idTokenAuthorizedParty),
      ("nonce", "other", .idTokenRenewal), ("at_hash", "AAAA", .idTokenAccessTokenHash),
    ] as [(String, JSON, OAuthError.Code)])
  func anotherAuthenticationTimeAndMore(of claim: (String, JSON, OAuthError.Code)) async throws {
    scene.server.state.withLock { $0.claims["auth_time"] = 1_699_990_000 }
    let account = try await signIn()
    scene.server.state.withLock {
      $0.claims["auth_time"] = 1_699_999_000
      $0.claims[claim.0] = claim.1
    }
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == claim.2)
    #expect(try await scene.tokens(of: account)?.accessToken == Secret("canary-access-0"))
  }

  @Test("OIDC-10: the ID token of a refresh is compared with that of the sign-in, also after one without the nonce")
  func comparedWithFirst() async throws {
    let account = try await signIn()
    let first = try #require(try await scene.tokens(of: account)?.idToken)
    let nonce = try #require(
      try JSONWebTokenClaims(decoding: JSONWebSignature(compact: first.exposedBytes).unverifiedPayload)["nonce"])
    for claim in [JSON.null, nonce, .null, nonce] {
      scene.server.state.withLock { $0.claims["nonce"] = claim }
      _ = try await scene.accounts().fresh(account, forcing: true)
    }
    #expect(try await scene.tokens(of: account)?.firstIDToken == first)
    scene.server.state.withLock { $0.claims["nonce"] = "another" }
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == .idTokenRenewal)
  }

  @Test("(e): a first ID token that was never read sets no terms when the entry gains keys")
  func opaqueFirst() async throws {
    let provider = try Example.provider {
      $0[.keySet] = try Endpoint("https://as.example/keys")
      $0.idTokenAlgorithms = [.es256]
    }
    let account = try await scene.hold(provider: provider)
    scene.server.state.withLock { $0.isOpenID = true }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
    let tokens = try #require(try await scene.tokens(of: account))
    #expect(tokens.refreshToken == Secret("canary-refresh-1") && tokens.idToken != Secret("canary-id-token"))
  }

  @Test(
    "an ID token about another user, issuer or client: its access token is refused, and the refresh token is saved",
    arguments: [
      ("sub", "user-10", .idTokenRenewal), ("iss", "https://evil.example", .idTokenIssuer),
      ("aud", "other", .idTokenAudience),
    ] as [(String, JSON, OAuthError.Code)], [true, false])
  func mismatch(of claim: (String, JSON, OAuthError.Code), rotates: Bool) async throws {
    let account = try await signIn()
    scene.server.state.withLock {
      $0.claims[claim.0] = claim.1
      ($0.rotates, $0.sendsRefreshToken) = (rotates, rotates)
    }
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == claim.2)
    let stored = try #require(try await scene.credentials.load(account)).stored
    #expect(
      stored.token == "canary-access-0"
        && stored.refreshToken == Secret(rotates ? "canary-refresh-1" : "canary-refresh-0"))
    // The provider has answered: a later refusal has no interrupted refresh as its reason.
    #expect(stored.refreshAttempt == nil && stored.endedBecause == nil)
    scene.server.state.withLock { $0.claims = JSON.Object() }
    #expect(try await scene.accounts().fresh(account, forcing: true).token == "canary-access-2")
  }

  @Test(
    "such an ID token is refused also when it has expired, its key is unknown, or no keys can be had",
    arguments: [
      ("sub", "user-10", .idTokenRenewal), ("iss", "https://evil.example", .idTokenIssuer),
      ("aud", "other", .idTokenAudience), ("azp", "other", .idTokenAuthorizedParty),
      ("at_hash", "AAAA", .idTokenAccessTokenHash),
    ] as [(String, JSON, OAuthError.Code)], ["expired", "unknown key", "no keys"])
  func unverifiableMismatch(of claim: (String, JSON, OAuthError.Code), reason: String) async throws {
    let account = try await signIn()
    scene.server.state.withLock {
      $0.claims[claim.0] = claim.1
      if reason == "expired" { $0.claims["exp"] = JSON((Example.now + -600).secondsSinceEpoch) }
      if reason == "unknown key" { $0.signsWith.key = OpenIDExample.nextKey }
    }
    if reason == "no keys" { scene.server.answer("/keys", with: ResponseMessage(.serviceUnavailable, json: [:])) }
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == claim.2)
    let stored = try #require(try await scene.credentials.load(account)).stored
    #expect(stored.token == "canary-access-0" && stored.refreshToken == Secret("canary-refresh-1"))
    #expect(stored.refreshAttempt == nil && stored.endedBecause == nil)
  }

  /// A refresh in a process without keys brings the access token, and leaves the ID token as it was.
  private func expectRefreshed(_ account: Account, idToken: Secret) async throws {
    let fresh = try await scene.accounts().fresh(account, forcing: true)
    #expect(fresh.token == "canary-access-1" && fresh.refreshAttempt == nil)
    let tokens = try #require(try await scene.tokens(of: account))
    #expect(tokens.refreshToken == Secret("canary-refresh-1") && tokens.idToken == idToken)
    #expect(scene.eventNames.contains(.tolerated))
    scene.server.setFault(nil)
    #expect(try await scene.accounts().fresh(account, forcing: true).token == "canary-access-2")
  }
}
