import WayleaveJOSE
import WayleaveWire

/// A token that has been read, with what it is held against; nothing of it is believed yet.
struct IDTokenUnderProof {
  let signature: JSONWebSignature
  let claims: JSONWebTokenClaims
  let keys: JSONWebKeySet
  let requirements: IDTokenRequirements
  let now: Instant
  private(set) var authorizedParty: JSON?
  private(set) var nonce: JSON?
  private(set) var authenticationTime: JSON?
  private(set) var authenticationContext: JSON?
  private(set) var accessTokenHash: JSON?
  private(set) var codeHash: JSON?
  private(set) var stateHash: JSON?
  private(set) var tenant: JSON?
  private(set) var events: JSON?
  private(set) var claimedType: JSON?

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
    // One pass: a search for each would read all the names ten times.
    for member in claims.members.members { take(member) }
  }

  private mutating func take(_ member: JSON.Object.Member) {
    // These names have lower-case letters and lines only, which canonical equivalence leaves alone.
    switch member.name {
    case "azp": authorizedParty = member.value
    case "nonce": nonce = member.value
    case "auth_time": authenticationTime = member.value
    case "acr": authenticationContext = member.value
    case "at_hash": accessTokenHash = member.value
    case "c_hash": codeHash = member.value
    case "s_hash": stateHash = member.value
    case "tid": tenant = member.value
    case "events": events = member.value
    case "typ": claimedType = member.value
    default: break
    }
  }

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
