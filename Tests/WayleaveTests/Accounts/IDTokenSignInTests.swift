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

@Suite("OpenID Connect Core §3.1.3.7: a sign-in believes an ID token when every check passes, and nothing before")
struct IDTokenSignInTests {
  private let scene = Scene()

  private func signIn(_ accounts: Accounts? = nil) async throws -> SignedIn {
    try await (accounts ?? scene.accounts(callbackSource: scene.allowing))
      .signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
  }

  @Test("the user is the one that the ID token names, and UserInfo adds to it")
  func identity() async throws {
    let signedIn = try await signIn()
    #expect(signedIn.account.subject == "user-9")
    #expect(signedIn.stored.identity?.issuer == "https://as.example")
    #expect(signedIn.stored.identity?.displayName == "Ada")
    #expect(signedIn.stored.identity?.email == "a@b.example")
    #expect(signedIn.stored.identity?.isEmailVerified == true)
    #expect(scene.server.paths == ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"])
    #expect(scene.eventNames.contains(.idTokenVerified))
    let order = scene.eventNames.filter { [.idTokenVerified, .credentialStored].contains($0) }
    #expect(order.first == .idTokenVerified)
  }

  @Test(
    "9207-5, 141, 142, 143, 144, 146, 147, OIDC-8: a token that fails a check ends the sign-in, and nothing is stored",
    arguments: [
      ("iss", "https://evil.example", .idTokenIssuer), ("iss", "https://as.example/", .idTokenIssuer),
      ("aud", "other", .idTokenAudience), ("aud", ["reader", "other"], .idTokenAudience),
      ("aud", .null, .idTokenAudience),
      ("azp", "other", .idTokenAuthorizedParty), ("nonce", "another", .idTokenNonce), ("nonce", .null, .idTokenNonce),
      ("exp", 1_699_999_000, .expiredIDToken), ("exp", .null, .expiredIDToken), ("exp", "soon", .malformedJOSE),
      ("iat", 1_700_000_100, .idTokenIssuedAt), ("nbf", 1_700_000_100, .idTokenNotYetValid),
      ("sub", "", .idTokenSubject), ("sub", .null, .idTokenSubject), ("at_hash", "AAAA", .idTokenAccessTokenHash),
      ("c_hash", "AAAA", .idTokenCodeHash),
    ] as [(String, JSON, OAuthError.Code)])
  func refused(claim: String, value: JSON, expected: OAuthError.Code) async throws {
    scene.server.state.withLock { $0.claims[claim] = value }
    let refused = await code { _ = try await signIn() }
    #expect(refused == expected)
    #expect(try await scene.accounts().all().isEmpty)
    #expect(!scene.server.paths.contains("/userinfo"))
  }

  @Test(
    "§3.1.2.1 and RFC 9470 §4: a sign-in that is to be recent, or of a certain class, is verified to be, or refused",
    arguments: [
      ("auth_time", 1_699_999_990, nil), ("auth_time", 1_699_990_000, .idTokenAuthenticationTime),
      ("auth_time", .null, .idTokenAuthenticationTime), ("acr", "bronze", .idTokenAuthenticationContext),
      ("acr", .null, .idTokenAuthenticationContext), ("acr", "silver", nil),
    ] as [(String, JSON, OAuthError.Code?)])
  func wished(claim: String, value: JSON, expected: OAuthError.Code?) async throws {
    scene.server.state.withLock {
      $0.claims["auth_time"] = JSON(Example.now.secondsSinceEpoch)
      $0.claims["acr"] = "gold"
      $0.claims[claim] = value
    }
    let demand = AccessDemand(authenticationContextClasses: ["gold", "silver"], maximumAge: .seconds(60))
    let refused = await code {
      _ = try await scene.accounts(callbackSource: scene.allowing).signIn(
        to: try Provider(issuer: "https://as.example"), as: try Example.client(),
        options: .init(terms: .init(meeting: demand)))
    }
    #expect(refused == expected)
  }

  @Test("149: two users of one email address, verified or not, are two accounts")
  func email() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    for (subject, isVerified) in [("user-9", true), ("user-10", false)] {
      scene.server.state.withLock {
        $0.claims = JSON.Object()
        $0.claims["sub"] = .string(subject)
        $0.claims["email"] = "ada@example.com"
        $0.claims["email_verified"] = .bool(isVerified)
      }
      let signedIn = try await signIn(accounts)
      #expect(signedIn.account.subject == subject)
    }
    #expect(try await accounts.all().count == 2)
  }

  @Test("152: an address that only the first sign-in tells, as Apple does, stays known")
  func addressToldOnce() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    scene.server.answer("/userinfo", with: ResponseMessage(.notFound, json: [:]))
    scene.server.state.withLock {
      $0.claims["email"] = "x7@privaterelay.example"
      $0.claims["email_verified"] = "true"
      $0.claims["is_private_email"] = "true"
    }
    #expect(try await signIn(accounts).stored.identity?.isEmailVerified == true)
    scene.server.state.withLock { $0.claims = JSON.Object() }
    let again = try await signIn(accounts).stored
    #expect(again.identity?.email == "x7@privaterelay.example" && again.identity?.isEmailVerified == true)
    #expect(try await accounts.stored(again.account)?.identity == again.identity)
    // Another user is told nothing of it.
    scene.server.state.withLock { $0.claims["sub"] = "user-10" }
    #expect(try await signIn(accounts).stored.identity?.email == nil)
  }

  @Test("C5: an address that the provider no longer says was withdrawn, and goes")
  func withdrawnAddress() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    #expect(try await signIn(accounts).stored.identity?.email == "a@b.example")
    scene.server.answer(
      "/userinfo", with: ResponseMessage(.ok, json: ["sub": "user-9", "name": "Ada", "preferred_username": "ada"]))
    let again = try await signIn(accounts).stored
    #expect(again.identity?.displayName == "Ada" && again.identity?.email == nil)
    #expect(try await accounts.stored(again.account)?.identity?.email == nil)
    // Where the question fails, nothing was withdrawn that the ID token does not say.
    scene.server.answer("/userinfo", with: ResponseMessage(.notFound, json: [:]))
    let kept = try await signIn(accounts).stored.identity
    #expect(kept?.handle == "ada" && kept?.displayName == "From the token")
  }

  @Test("FAPI-7: a nonce has at most 64 characters")
  func nonceLength() async throws {
    _ = try await signIn()
    let nonce = scene.server.state.withLock { $0.nonce }
    #expect((43...64).contains(nonce?.utf8.count ?? 0))
  }

  @Test("93: no ID token though openid was asked for is an error, and nothing is stored")
  func missing() async throws {
    scene.server.state.withLock { $0.sendsIDToken = false }
    let refused = await code { _ = try await signIn() }
    #expect(refused == .missingIDToken)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("a signature by a key of the same name that is not published is refused")
  func forged() async throws {
    let forger = try JSONWebKey.generate(for: .es256, keyID: "first")
    scene.server.state.withLock { $0.signsWith.key = forger }
    let refused = await code { _ = try await signIn() }
    #expect(refused == .tokenSignatureMismatch)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("115: the keys are kept for the next sign-in, and fetched once more when another key has signed")
  func rotation() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await signIn(accounts)
    _ = try await signIn(accounts)
    #expect(scene.server.paths.filter { $0 == "/keys" }.count == 1)
    scene.wait(61)
    scene.server.state.withLock { $0.keys.append(OpenIDExample.nextKey) }
    _ = try await signIn(accounts)
    #expect(scene.server.paths.filter { $0 == "/keys" }.count == 2)
  }

  @Test("114: an unknown key causes one fetch in a minute, and the token is refused")
  func unknownKey() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await signIn(accounts)
    scene.wait(61)
    let stranger = try JSONWebKey.generate(for: .es256, keyID: "stranger")
    scene.server.state.withLock { $0.signsWith.key = stranger }
    for _ in 0..<5 {
      let refused = await code { _ = try await signIn(accounts) }
      #expect(refused == .unknownKey)
    }
    #expect(scene.server.paths.filter { $0 == "/keys" }.count == 2)
  }

  @Test("keys that cannot be fetched prove nothing: the sign-in fails and nothing is stored")
  func unreachableKeys() async throws {
    scene.server.answer("/keys", with: ResponseMessage(.serviceUnavailable, json: [:]))
    let refused = await code { _ = try await signIn() }
    #expect(refused == .serverUnavailable)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("OIDC-14: claims that are said to be elsewhere are not fetched, and nothing of them is believed")
  func distributedClaims() async throws {
    let elsewhere: JSON = [
      "a": ["endpoint": "https://evil.example/claims", "access_token": "canary"], "b": ["JWT": "e30.e30."],
    ]
    scene.server.state.withLock {
      $0.claims["email"] = .null
      $0.claims["_claim_names"] = ["email": "a", "name": "b"]
      $0.claims["_claim_sources"] = elsewhere
    }
    scene.server.answer(
      "/userinfo",
      with: ResponseMessage(
        .ok, json: ["sub": "user-9", "_claim_names": ["email": "a"], "_claim_sources": elsewhere]))
    let signedIn = try await signIn()
    #expect(signedIn.account.subject == "user-9" && signedIn.stored.identity?.email == nil)
    #expect(scene.server.requests.allSatisfy { $0.url?.hasPrefix("https://as.example/") == true })
  }

  @Test("148: UserInfo about another user is not used, and the user of the ID token stays signed in")
  func otherUserInfo() async throws {
    scene.server.answer("/userinfo", with: ResponseMessage(.ok, json: ["sub": "mallory", "email": "m@evil.example"]))
    let signedIn = try await signIn()
    #expect(signedIn.account.subject == "user-9")
    #expect(signedIn.stored.identity?.email == nil)
    #expect(signedIn.stored.identity?.displayName == "From the token")
    #expect(scene.eventNames.contains(.unidentified))
  }

  @Test(
    "§5.3.2, 148: UserInfo that comes signed is verified by the issuer's keys, and is for us",
    arguments: [
      ("sub", "user-9", "Ada"), ("sub", "mallory", nil), ("aud", "other", nil), ("iss", "https://evil.example", nil),
    ] as [(String, JSON, String?)])
  func signedUserInfo(claim: String, value: JSON, name: String?) async throws {
    var claims = JSON.Object()
    for (name, value) in [("iss", "https://as.example"), ("aud", "reader"), ("sub", "user-9"), ("name", "Ada")] {
      claims[name] = .string(value)
    }
    claims[claim] = value
    scene.server.answer("/userinfo", with: try signed(claims, with: OpenIDExample.key))
    let identity = try await signIn().stored.identity
    #expect(identity?.displayName == name ?? "From the token")
    #expect(identity?.subject == "user-9")
  }

  @Test("§5.3.2: UserInfo signed by a new key is verified with fresh keys, and never with another's")
  func signedUserInfoByNewKey() async throws {
    let claims: JSON = ["sub": "user-9", "name": "Ada"]
    scene.server.answer("/userinfo", with: try signed(claims.object ?? JSON.Object(), with: OpenIDExample.nextKey))
    #expect(try await signIn().stored.identity?.displayName == "From the token")
    scene.wait(61)
    scene.server.state.withLock { $0.claims["iat"] = JSON((Example.now + 61).secondsSinceEpoch) }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await signIn(accounts)
    scene.wait(61)
    scene.server.state.withLock {
      $0.claims["iat"] = JSON((Example.now + 122).secondsSinceEpoch)
      $0.keys = [OpenIDExample.key, OpenIDExample.nextKey]
      $0.signsWith.key = OpenIDExample.key
    }
    let kept = try await signIn(accounts).stored.identity
    #expect(kept?.displayName == "Ada", "\(String(describing: kept))")
  }

  @Test("OpenID Connect Core §10.1.1: signed UserInfo by a key that is not known yet has the keys fetched again, once")
  func newKeyOfUserInfo() async throws {
    var claims = JSON.Object()
    for (name, value) in [("iss", "https://as.example"), ("aud", "reader"), ("sub", "user-9"), ("name", "Ada")] {
      claims[name] = .string(value)
    }
    let answer = try signed(claims, with: OpenIDExample.nextKey)
    scene.server.setFault { [scene] request in
      guard request.pathWithoutQuery == "/userinfo" else { return nil }
      scene.server.state.withLock { $0.keys = [OpenIDExample.key, OpenIDExample.nextKey] }
      return answer
    }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    scene.server.state.withLock { $0.signsWith.key = OpenIDExample.key }
    _ = try await signIn(accounts)
    // The fetch for the first sign-in is a moment ago: the next may come after a minute.
    scene.wait(61)
    scene.server.state.withLock { $0.claims["iat"] = JSON((Example.now + 61).secondsSinceEpoch) }
    let kept = try await signIn(accounts).stored.identity
    #expect(kept?.displayName == "Ada", "\(String(describing: kept))")
    #expect(scene.server.paths.count { $0 == "/keys" } == 2)
  }

  private func signed(_ claims: JSON.Object, with key: JSONWebKey) throws -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok))
    response.head.headerFields[.contentType] = "application/jwt"
    response.body = try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: .es256).exposedBytes
    return response
  }

  @Test("§12.2: the ID token of a refresh is verified too, and takes the place of the first")
  func refreshed() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let account = try await signIn(accounts).account
    let first = try await scene.tokens(of: account)?.idToken
    scene.server.state.withLock { $0.nonce = nil }
    scene.wait(3600)
    scene.server.state.withLock { $0.claims["iat"] = JSON((Example.now + 3600).secondsSinceEpoch) }
    _ = try await accounts.fresh(account)
    let second = try await scene.tokens(of: account)?.idToken
    #expect(second != nil && second != first)
  }

  @Test(
    "OIDC-10, §12.2: an ID token of a refresh that is about another user or sign-in is refused",
    arguments: [
      ("sub", "mallory", .idTokenRenewal), ("iss", "https://evil.example", .idTokenIssuer),
      ("aud", "other", .idTokenAudience), ("azp", "reader", .idTokenRenewal),
      ("at_hash", "AAAA", .idTokenAccessTokenHash),
    ] as [(String, JSON, OAuthError.Code)])
  func refreshedAsAnother(claim: String, value: JSON, expected: OAuthError.Code) async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let account = try await signIn(accounts).account
    let before = try await scene.tokens(of: account)
    scene.wait(3600)
    scene.server.state.withLock {
      // Without these the token would be refused for its age.
      $0.nonce = nil
      $0.claims["iat"] = JSON((Example.now + 3600).secondsSinceEpoch)
      $0.claims[claim] = value
    }
    #expect(await code { _ = try await accounts.fresh(account) } == expected)
    let after = try #require(try await scene.tokens(of: account))
    #expect(after.accessToken == before?.accessToken && after.idToken == before?.idToken)
    #expect(after.refreshToken == Secret("canary-refresh-1"), "the old one is spent")
  }

  @Test("§12.2: an ID token that only a refresh brings is verified as well")
  func firstFromRefresh() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let account = try await accounts.signIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(), options: .init(scopes: ["profile"])
    ).account
    let before = try await scene.tokens(of: account)
    let forger = try JSONWebKey.generate(for: .es256, keyID: "first")
    scene.server.state.withLock {
      $0.isOpenID = true
      $0.nonce = nil
      $0.signsWith.key = forger
    }
    scene.wait(3600)
    scene.server.state.withLock { $0.claims["iat"] = JSON((Example.now + 3600).secondsSinceEpoch) }
    #expect(await code { _ = try await accounts.fresh(account) } == .tokenSignatureMismatch)
    let after = try #require(try await scene.tokens(of: account))
    #expect(after.accessToken == before?.accessToken && after.idToken == nil && before?.idToken == nil)
    #expect(after.refreshToken == Secret("canary-refresh-1"), "the old one is spent")
  }

  @Test("a refreshed ID token whose keys cannot be had is left out, and the credential is renewed")
  func refreshedWithoutKeys() async throws {
    let account = try await signIn().account
    let before = try await scene.tokens(of: account)
    scene.wait(3600)
    scene.server.answer("/keys", with: ResponseMessage(.serviceUnavailable, json: [:]))
    // Another process, which has no keys yet.
    let renewed = try await scene.accounts().fresh(account)
    let after = try await scene.tokens(of: account)
    #expect(renewed.token == "canary-access-1")
    #expect(after?.idToken == before?.idToken && after?.idToken != nil)
  }

  @Test(
    "Financial-grade API Security Profile 1.0 Part 2 §5.1: an s_hash is that of the state, where one comes",
    arguments: [true, false])
  func stateHash(isRight: Bool) async throws {
    let agent = ScriptedSource { [scene] url, verdict in
      let state = try #require(try AuthorizationRequest(reading: RequestMessage(.get, to: url)).state)
      let hash = HalfHash.text(of: isRight ? state.exposedBytes : [1], .es256)
      scene.server.state.withLock { $0.claims["s_hash"] = .string(String(decoding: hash, as: UTF8.self)) }
      _ = await verdict(try scene.server.allow(url))
    }
    let refused = await code { _ = try await signIn(scene.accounts(callbackSource: agent)) }
    #expect(refused == (isRight ? nil : .idTokenStateHash))
  }

  @Test(
    "102: the token's times are read by the provider's own clock, as long as that is within five minutes of ours",
    arguments: [(-290, true), (290, true), (-310, false), (-7200, false)] as [(Int64, Bool)])
  func learnedClock(difference: Int64, isTaken: Bool) async throws {
    let theirs = Example.now + difference
    let end = difference < 0 ? theirs + 100 : theirs + 300
    scene.server.state.withLock {
      $0.claims["iat"] = JSON(theirs.secondsSinceEpoch)
      $0.claims["exp"] = JSON(end.secondsSinceEpoch)
    }
    let refused = await code { _ = try await signIn() }
    #expect(refused == (difference < 0 ? .expiredIDToken : .idTokenIssuedAt))
    scene.server.setDate(theirs)
    let byTheirClock = await code { _ = try await signIn() }
    #expect(byTheirClock == (isTaken ? nil : .expiredIDToken))
    #expect(scene.events.contains { $0.name == .clocksDiffer } == !isTaken)
  }
}
