import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

/// A provider with one key, a token of its that is good, and ways to spoil it.
struct IDTokenSample {
  static let now = Instant(secondsSinceEpoch: 1_700_000_000)
  static let issuer: Issuer = "https://op.example"
  static let clientID: ClientID = "reader"
  static let nonce = Secret("nonce-of-this-sign-in")

  let key: JSONWebKey
  let keys: JSONWebKeySet
  var requirements: IDTokenRequirements

  init(algorithm: SignatureAlgorithm = .es256) throws {
    key = try JSONWebKey.generate(for: algorithm, keyID: "1")
    keys = try JSONWebKeySet([key.publicKey ?? key])
    requirements = IDTokenRequirements(issuer: Self.issuer, clientID: Self.clientID)
    requirements.algorithms = [algorithm]
    requirements.nonce = .exact(Self.nonce)
    self.algorithm = algorithm
  }

  let algorithm: SignatureAlgorithm

  /// A token that passes, with some of its claims or its type set otherwise.
  func token(type: String? = nil, _ change: (inout JSON.Object) -> Void = { _ in }) throws -> Secret {
    var claims = JSON.Object()
    claims["iss"] = .string(Self.issuer.text)
    claims["sub"] = "248289761001"
    claims["aud"] = .string(Self.clientID.text)
    claims["exp"] = JSON(Self.now.secondsSinceEpoch + 600)
    claims["iat"] = JSON(Self.now.secondsSinceEpoch)
    claims["nonce"] = .string(Self.nonce.exposedText)
    change(&claims)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: algorithm)
  }

  func verify(_ text: Secret, at now: Instant = now) throws(OAuthError) -> IDToken {
    try IDToken(text, verifiedBy: keys, meeting: requirements, at: now)
  }

  /// What a token with such claims is refused with; nil when it is believed. The report of every check says the same.
  func refusal(
    type: String? = nil, at now: Instant = now, _ change: (inout JSON.Object) -> Void = { _ in }
  ) throws -> OAuthError.Code? {
    let text = try token(type: type, change)
    let verification = IDTokenVerification(text, verifiedBy: keys, meeting: requirements, at: now)
    do {
      let token = try verify(text, at: now)
      return verification.token == token ? nil : .outOfOrder
    } catch {
      return verification.firstFailure?.error == error && verification.token == nil ? error.code : .outOfOrder
    }
  }
}

func seconds(_ offset: Int64) -> JSON { JSON(IDTokenSample.now.secondsSinceEpoch + offset) }
