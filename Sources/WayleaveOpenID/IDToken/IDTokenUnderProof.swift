import WayleaveJOSE
import WayleaveWire

/// A token that has been read, with what it is held against; nothing of it is believed yet.
struct IDTokenUnderProof {
  let signature: JSONWebSignature
  let claims: JSONWebTokenClaims
  let keys: JSONWebKeySet
  let requirements: IDTokenRequirements
  let now: Instant

  init(
    _ text: Secret, _ keys: JSONWebKeySet, _ requirements: IDTokenRequirements, _ decryption: TokenDecryption?,
    at now: Instant
  ) throws(OAuthError) {
    signature = try JSONWebSignature(compact: text.exposedBytes, decryption: decryption)
    claims = try JSONWebTokenClaims(
      decoding: signature.unprovenPayload, textDates: requirements.dialect.hasTextDates)
    self.keys = keys
    self.requirements = requirements
    self.now = now
  }

  // Read when a check asks: most claims of a token are never looked at.
  var authorizedParty: JSON? { claims["azp"] }
  var nonce: JSON? { claims["nonce"] }
  var authenticationTime: JSON? { claims["auth_time"] }
  var authenticationContext: JSON? { claims["acr"] }
  var accessTokenHash: JSON? { claims["at_hash"] }
  var codeHash: JSON? { claims["c_hash"] }
  var stateHash: JSON? { claims["s_hash"] }
  var tenant: JSON? { claims["tid"] }
  var events: JSON? { claims["events"] }
  var claimedType: JSON? { claims["typ"] }

  func verdict(of check: IDTokenCheck) -> IDTokenCheck.Verdict {
    switch check {
    case .form: .passed
    case .type: type()
    case .issuer: issuer()
    case .audience: audience()
    case .authorizedParty: party()
    case .signature: proof()
    case .expiry: expiry()
    case .notBefore: notBefore()
    case .issuedAt: issuance()
    case .nonce: answeredNonce()
    case .authenticationContext: context()
    case .authenticationTime: authentication()
    case .accessTokenHash: hash(accessTokenHash, of: requirements.accessToken, .accessToken)
    case .codeHash: hash(codeHash, of: requirements.code, .code)
    case .stateHash: hash(stateHash, of: requirements.state, .state)
    case .subject: subject()
    case .renewal: renewal()
    }
  }

  private func proof() -> IDTokenCheck.Verdict {
    do throws(OAuthError) {
      _ = try signature.payload(provenBy: keys, allowing: requirements.algorithms)
      return .passed
    } catch { return .failed(error) }
  }
}

extension OAuthError {
  /// A check that does not hold.
  static func idToken(
    _ code: Code, _ check: IDTokenCheck, expected: String, received: Received, remedy: String
  ) -> OAuthError {
    OAuthError(
      code, rule: check.rule, expected: expected, received: received, remedy: "Nothing was believed. " + remedy)
  }
}
