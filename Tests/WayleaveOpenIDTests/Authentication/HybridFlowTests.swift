import Crypto
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §3.3.2: the hybrid flow")
struct HybridFlowTests {
  private static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  private let key: JSONWebKey
  private let keys: JSONWebKeySet
  private let code = Secret("SplxlOBeZQQYbYS6WxSbIA")

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  /// An answer whose token vouches for a code, and with more claims.
  private func response(
    vouchingFor vouched: Secret?, nonce: String? = "n", state: Secret? = Secret("S"),
    adding claims: JSON.Object = .init()
  ) throws -> AuthenticationResponse {
    let token = try IDToken.sign(
      subject: "jane", from: "https://op.example", to: "c", nonce: nonce.map { Secret($0) }, code: vouched,
      at: Self.now,
      additional: claims, with: key, by: .es256)
    return AuthenticationResponse(AuthorizationCallback(.code(code), state: state), idToken: token)
  }

  private func verify(
    _ response: AuthenticationResponse, _ change: (inout IDTokenRequirements) -> Void = { _ in }
  ) throws -> IDToken? {
    var requirements = IDTokenRequirements(issuer: "https://op.example", clientID: "c")
    requirements.algorithms = [.es256]
    requirements.nonce = .exact(Secret("n"))
    change(&requirements)
    return try response.idToken(verifiedBy: keys, meeting: requirements, at: Self.now)
  }

  private func claims(_ name: String, _ value: JSON) -> JSON.Object {
    var claims = JSON.Object()
    claims[name] = value
    return claims
  }

  @Test("§3.3.2.10: the ID token next to the code vouches for both")
  func verified() throws {
    #expect(try verify(response(vouchingFor: code))?.subject == "jane")
  }

  @Test("147: a token that vouches for another code, or for none, is refused")
  func codeHash() throws {
    #expect(try refusal { try verify(response(vouchingFor: Secret("another"))) } == .idTokenCodeHash)
    #expect(try refusal { try verify(response(vouchingFor: nil)) } == .idTokenCodeHash)
  }

  @Test("§3.3.2.11: the token answers our request")
  func nonce() throws {
    #expect(try refusal { try verify(response(vouchingFor: code, nonce: "other")) } == .idTokenNonce)
    #expect(try refusal { try verify(response(vouchingFor: code, nonce: nil)) } == .idTokenNonce)
  }

  @Test("the state is the one that the token vouches for, where it vouches for one, or must")
  func stateHash() throws {
    func hash(_ text: String) -> JSON {
      .string(Base64.url.encodedText(Array(SHA256.hash(data: Array(text.utf8)).prefix(16))))
    }
    let good = try response(vouchingFor: code, adding: claims("s_hash", hash("S")))
    #expect(try refusal { try verify(good) } == nil)
    let other = try response(vouchingFor: code, adding: claims("s_hash", hash("T")))
    #expect(try refusal { try verify(other) } == .idTokenStateHash)
    let stateless = try response(vouchingFor: code, state: nil, adding: claims("s_hash", hash("S")))
    #expect(try refusal { try verify(stateless) } == .idTokenStateHash)
    let silent = try response(vouchingFor: code)
    #expect(try refusal { try verify(silent) { $0.state = Secret("S") } } == .idTokenStateHash)
    #expect(try refusal { try verify(good) { $0.state = Secret("S") } } == nil)
  }

  @Test("an answer without a token, or a refusal, identifies no one")
  func nobody() throws {
    #expect(try verify(AuthenticationResponse(AuthorizationCallback(.code(code), state: nil))) == nil)
    let refused = AuthorizationCallback(.refused(ProviderRefusal(error: "login_required")), state: nil)
    #expect(try verify(AuthenticationResponse(refused)) == nil)
  }
}
