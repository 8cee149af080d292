import Crypto
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect Core §3.1.3.7: a handed over ID token")
struct IDTokenHandOverTests {
  private let desk = HandOverDesk()
  private static let nonce = Secret("canary-nonce")

  init() {
    desk.answer("as.example/.well-known/openid-configuration", with: OpenIDExample.metadata)
    desk.answer("as.example/keys") { _ in
      ResponseMessage(.ok, json: try JSONWebKeySet([OpenIDExample.key]).json)
    }
  }

  private func provider() throws -> Provider { try Provider(issuer: "https://as.example") }

  private func token(_ changes: [(String, JSON)] = [], key: JSONWebKey = OpenIDExample.key) throws -> HandedOver {
    var state = ExampleServer.State()
    state.nonce = Self.nonce.exposedText
    state.claims = JSON.Object()
    for (name, value) in changes { state.claims[name] = value }
    state.signsWith.key = key
    return .idToken(try OpenIDExample.idToken(state))
  }

  @Test("a token for our client with our nonce is accepted, and says who the user is and nothing more")
  func accepted() async throws {
    let verified = try await desk.verify(try token(), of: try provider(), nonce: .exact(Self.nonce), subject: "user-9")
    #expect(verified.check == .idToken && verified.identity.subject == "user-9")
    #expect(verified.identity.issuer == "https://as.example" && verified.identity.displayName == "From the token")
    #expect(verified.scopes == nil && verified.credential == nil && verified.expiresAt == Example.now + 7200)
  }

  @Test(
    "another app's token, another user's, an expired one, a wrong nonce and a foreign party are each refused",
    arguments: [
      ([("aud", "other")], .idTokenAudience), ([("aud", ["reader", "other"]), ("azp", "reader")], .idTokenAudience),
      ([("azp", "other")], .idTokenAuthorizedParty), ([("aud", ["other"])], .idTokenAudience),
      ([("sub", "user-8")], .foreignUser), ([("exp", 1_699_999_000)], .expiredIDToken),
      ([("iat", 1_699_990_000)], .idTokenIssuedAt), ([("nonce", "another")], .idTokenNonce),
      ([("nonce", .null)], .idTokenNonce), ([("iss", "https://evil.example")], .idTokenIssuer),
    ] as [([(String, JSON)], OAuthError.Code)])
  func refused(changes: [(String, JSON)], expected: OAuthError.Code) async throws {
    let refused = await desk.refusal(
      try token(changes), of: try provider(), nonce: .exact(Self.nonce), subject: "user-9")
    #expect(refused == expected)
  }

  @Test("audience list: ours and a trusted one with our app as the party pass; a foreign party does not")
  func parties() async throws {
    var provider = try provider()
    provider.idTokenRules = IDTokenRules(trustedAudiences: ["project-7"], trustedAuthorizedParties: ["our-phone-app"])
    for (party, expected) in [
      ("our-phone-app", nil), ("reader", nil), ("other", .idTokenAuthorizedParty), (.null, nil),
    ] as [(JSON, OAuthError.Code?)] {
      let handedOver = try token([("aud", ["reader", "project-7"]), ("azp", party)])
      #expect(await desk.refusal(handedOver, of: provider, nonce: .exact(Self.nonce)) == expected)
    }
    let foreign = try token([("aud", ["project-7"]), ("azp", "our-phone-app")])
    #expect(await desk.refusal(foreign, of: provider, nonce: .exact(Self.nonce)) == .idTokenAudience)
  }

  @Test("the nonce may come back as its hash, where the app sent the hash: then the nonce itself is refused")
  func hashedNonce() async throws {
    let hash = SHA256.hash(data: Self.nonce.exposedBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let hashed = try token([("nonce", .string(hash))])
    #expect(await desk.refusal(hashed, of: try provider(), nonce: .exact(Self.nonce)) == .idTokenNonce)
    #expect(await desk.refusal(hashed, of: try provider(), nonce: .hashed(Self.nonce)) == nil)
    #expect(await desk.refusal(try token(), of: try provider(), nonce: .hashed(Self.nonce)) == .idTokenNonce)
  }

  @Test("220: a token signs in once; another signature of the same claims is the same token")
  func replay() async throws {
    let handedOver = try token()
    #expect(await desk.refusal(handedOver, of: try provider()) == nil)
    #expect(await desk.refusal(handedOver, of: try provider()) == .replayedHandOver)
    // ECDSA signs with a random number: each signature differs, and is valid.
    #expect(await desk.refusal(try token(), of: try provider()) == .replayedHandOver)
    #expect(await desk.refusal(try token([("jti", "2")]), of: try provider()) == nil)
    // Another process has a memory of its own.
    #expect(await desk.refusal(handedOver, of: try provider(), seen: SeenInMemory()) == nil)
  }

  @Test("a token is remembered for as long as the tolerance of the clocks lets it be good")
  func replayInTolerance() async throws {
    let handedOver = try token([("exp", JSON((Example.now + 60).secondsSinceEpoch))])
    #expect(await desk.refusal(handedOver, of: try provider()) == nil)
    desk.wait(90)
    #expect(await desk.refusal(handedOver, of: try provider(), seen: SeenInMemory()) == nil)
    #expect(await desk.refusal(handedOver, of: try provider()) == .replayedHandOver)
    desk.wait(31)
    #expect(await desk.refusal(handedOver, of: try provider()) == .expiredIDToken)
  }

  @Test("a token that fails a check fills no memory, and one that cannot be remembered is refused")
  func memory() async throws {
    let small = SeenInMemory(capacity: 1)
    #expect(await desk.refusal(try token([("aud", "other")]), of: try provider(), seen: small) == .idTokenAudience)
    #expect(await desk.refusal(try token(), of: try provider(), subject: "user-8", seen: small) == .foreignUser)
    #expect(await desk.refusal(try token(), of: try provider(), seen: small) == nil)
    #expect(await desk.refusal(try token([("jti", "2")]), of: try provider(), seen: small) == .handOverMemoryFull)
    #expect(await desk.refusal(try token([("jti", "3")]), of: try provider(), seen: BrokenMemory()) == .storeUnwritable)
  }

  @Test(
    "a token that another key signed, an unsigned one and what is no token are refused; keys are fetched again once")
  func signatures() async throws {
    #expect(await desk.refusal(try token(key: OpenIDExample.nextKey), of: try provider()) == .unknownKey)
    #expect(desk.places.count { $0 == "as.example/keys" } <= 2)
    #expect(await desk.refusal(.idToken(Secret("eyJhbGciOiJub25lIn0.e30.")), of: try provider()) != nil)
    #expect(await desk.refusal(.idToken(Secret("no token")), of: try provider()) == .malformedJOSE)
  }

  @Test("where others sign for the apps of a provider, their issuer and keys count and not the entry's")
  func otherIssuer() async throws {
    var provider = try Example.provider()
    provider.handOver = HandOverRule(
      idToken: .init(
        issuer: "https://limited.example", keySet: try Endpoint("https://limited.example/keys"), algorithms: [.es256]))
    desk.answer("limited.example/keys") { _ in
      ResponseMessage(.ok, json: try JSONWebKeySet([OpenIDExample.nextKey]).json)
    }
    let limited = try token([("iss", "https://limited.example")], key: OpenIDExample.nextKey)
    let verified = try await desk.verify(limited, of: provider, nonce: .exact(Self.nonce))
    #expect(verified.identity.issuer == "https://limited.example")
    #expect(await desk.refusal(try token(), of: provider, nonce: .exact(Self.nonce)) == .idTokenIssuer)
    #expect(!desk.places.contains("as.example/keys"))
  }

  @Test("a provider without an issuer has no ID tokens that can be verified")
  func noIssuer() async throws {
    let provider = try Example.provider { $0.issuer = nil }
    #expect(await desk.refusal(try token(), of: provider) == .unverifiableHandOver)
    #expect(desk.requests.isEmpty)
  }
}

/// A memory that fails.
private struct BrokenMemory: SeenOnce {
  struct Failure: Error {}
  func contains(_ mark: String, at now: Instant) throws -> Bool { throw Failure() }
  func remember(_ mark: String, until end: Instant, at now: Instant) throws -> Bool { throw Failure() }
}
