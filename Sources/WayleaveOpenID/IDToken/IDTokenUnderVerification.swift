import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// A token that has been read; nothing of it is believed yet.
///
/// The requirements are passed along with it: to store them would be to count their many parts for each token, and
/// so would be to copy this.
struct IDTokenUnderVerification: ~Copyable {
  let signature: JSONWebSignature
  let claims: JSONWebTokenClaims
  /// Nil where no signature is to be verified.
  let keys: JSONWebKeySet?
  let now: Instant
  /// The issuer under which the user is stored; nil when it is not the one that was asked.
  let knownIssuer: Issuer?

  init(
    _ text: Secret, _ keys: JSONWebKeySet?, _ requirements: borrowing IDTokenRequirements,
    _ decryption: TokenDecryption?,
    at now: Instant
  ) throws(OAuthError) {
    let signature: JSONWebSignature
    let claims: JSONWebTokenClaims
    do throws(OAuthError) {
      signature = try JSONWebSignature(compact: text.exposedBytes, decryption: decryption)
      claims = try JSONWebTokenClaims(
        decoding: signature.unverifiedPayload, textDates: requirements.dialect.hasTextDates)
    } catch {
      throw error.blamedOn(.provider, member: "id_token")
    }
    let knownIssuer = requirements.dialect.issuer(of: claims, for: requirements.issuer)
    self.init(signature: signature, claims: claims, keys: keys, now: now, knownIssuer: knownIssuer)
  }

  private init(
    signature: consuming JSONWebSignature, claims: consuming JSONWebTokenClaims, keys: JSONWebKeySet?, now: Instant,
    knownIssuer: Issuer?
  ) {
    self.signature = signature
    self.claims = claims
    self.keys = keys
    self.now = now
    self.knownIssuer = knownIssuer
  }

  // Read when a check asks: most claims of a token are never looked at.
  var authorizedParty: JSON? { claims["azp"] }
  var nonce: JSON? { claims["nonce"] }
  var authenticationTime: JSON? { claims["auth_time"] }
  var authenticationContext: JSON? { claims["acr"] }
  var accessTokenHash: JSON? { claims["at_hash"] }
  var codeHash: JSON? { claims["c_hash"] }
  var stateHash: JSON? { claims["s_hash"] }
  var events: JSON? { claims["events"] }
  var claimedType: JSON? { claims["typ"] }

  func verdict(of check: IDTokenCheck, _ requirements: IDTokenRequirements) -> Verdict {
    switch check {
    case .form: .passed
    case .type: type()
    case .issuer: issuer(requirements)
    case .audience: audience(requirements)
    case .authorizedParty: party(requirements)
    case .signature: proof(requirements)
    case .expiry: expiry(requirements)
    case .notBefore: notBefore(requirements)
    case .issuedAt: issuance(requirements)
    case .nonce: answeredNonce(requirements)
    case .authenticationContext: context(requirements)
    case .authenticationTime: authentication(requirements)
    case .accessTokenHash: hash(accessTokenHash, of: requirements.accessToken, .accessToken, requirements)
    case .codeHash: hash(codeHash, of: requirements.code, .code, requirements)
    case .stateHash: hash(stateHash, of: requirements.state, .state, requirements)
    case .subject: subject()
    case .renewal: renewal(requirements)
    }
  }

  private func proof(_ requirements: IDTokenRequirements) -> Verdict {
    // Without keys nothing is verified.
    guard let keys else { return .failed(.missingIDToken()) }
    do throws(OAuthError) {
      try signature.verify(by: keys, allowing: requirements.algorithms)
      return .passed
    } catch { return .failed(error.blamedOn(.provider, member: "id_token")) }
  }
}

extension OAuthError {
  /// A check that does not hold, in the general sentence of the code.
  static func idToken(
    _ code: Code, _ check: IDTokenCheck, expected: String, received: Received, remedy: Remedy
  ) -> OAuthError {
    OAuthError(
      code, rule: check.rule, expected: expected, received: received, remedy: "Nothing in it was used. \(remedy)",
      member: "id_token")
  }

  /// A check that fails for a claim that is missing or empty; nil for one that says something else than it must.
  ///
  /// "Missing", "empty" and "different" are three sentences: only the last one speaks of someone else.
  static func lacking(
    _ name: String, _ claim: JSON?, _ code: Code, _ check: IDTokenCheck, so consequence: String,
    remedy: Remedy = "The provider must send it: tell its operators."
  ) -> OAuthError? {
    let lack: String
    switch claim {
    case nil: lack = "no"
    case .string("")?, .array([])?: lack = "an empty"
    default: return nil
    }
    return idToken(code, check, message: "The ID token has \(lack) “\(name)”, so \(consequence).", remedy: remedy)
  }

  /// A check that does not hold, in words of its own.
  static func idToken(_ code: Code, _ check: IDTokenCheck, message: String, remedy: Remedy) -> OAuthError {
    OAuthError(
      code, message: message, rule: check.rule, remedy: "Nothing in it was used. \(remedy)", member: "id_token")
  }
}
