import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Who issued the token, for which client, and about which user.
extension IDTokenUnderVerification {
  /// An access token, or a logout token, is signed by the same keys and may be for us too: RFC 8725 §2.8.
  func type() -> Verdict {
    let header = signature.header
    guard header.isType("JWT") || header.isType("id_token+jwt") || header.type == nil else {
      return .failed(.otherType(header.type))
    }
    if events != nil { return .failed(.otherType("a token with “events”")) }
    // Keycloak says in a claim what others say in the header.
    let others = ["Bearer", "Refresh", "Offline", "Logout"]
    if let claimed = claimedType?.string, others.contains(where: { $0.hasSameBytes(as: claimed) }) {
      return .failed(.otherType(claimed))
    }
    return .passed
  }

  func issuer(_ requirements: IDTokenRequirements) -> Verdict {
    guard knownIssuer == nil else { return .passed }
    return .failed(
      .lacking("iss", claims["iss"], .idTokenIssuer, .issuer, so: "it is not known who made it")
        ?? .idToken(
          .idTokenIssuer, .issuer, expected: "the issuer \(OAuthError.Received.url(requirements.issuer.text))",
          received: .url(claims.issuer),
          remedy: "The token comes from another provider, or from another of its tenants."))
  }

  func audience(_ requirements: IDTokenRequirements) -> Verdict {
    let clientID = requirements.clientID
    // Nearly every token is for one party, whose name is compared where it stands.
    if claims.hasText(clientID.text, as: "aud") == true { return .passed }
    guard claims.audience.contains(where: { ClientID($0) == clientID }) else {
      return .failed(
        .lacking("aud", claims["aud"], .idTokenAudience, .audience, so: "it is not known to be for this client")
          ?? .otherAudience("the client “\(DisplayText.clean(clientID.text))”", claims.audience.first))
    }
    for other in claims.audience where ClientID(other) != clientID {
      guard requirements.trustedAudiences.contains(where: { $0.hasSameBytes(as: other) }) else {
        return .failed(.otherAudience("no audience in addition to us that is not trusted", other))
      }
    }
    return .passed
  }

  /// "If the implementation is using extensions … that result in the azp (authorized party) Claim being present": it is
  /// then us. No rule asks for the claim: errata set 2 dropped that several audiences need it, and each is trusted here.
  func party(_ requirements: IDTokenRequirements) -> Verdict {
    switch claims.hasText(requirements.clientID.text, as: "azp") {
    case true?: .passed
    case false?
    where requirements.trustedAuthorizedParties.contains(where: { claims.hasText($0.text, as: "azp") == true }):
      .passed
    case false?:
      .failed(
        .lacking(
          "azp", authorizedParty, .idTokenAuthorizedParty, .authorizedParty,
          so: "it does not say to which client it was issued")
          ?? .otherParty(authorizedParty?.string ?? "no text", of: requirements))
    case nil: .notAsked
    }
  }

  func subject() -> Verdict {
    guard let subject = claims.subject, SubjectIdentifier.isValid(subject) else {
      return .failed(
        .idToken(
          .idTokenSubject, .subject, expected: "a “sub” of 1 to 255 ASCII characters",
          received: claims.subject == nil ? .nothing : .described("another"),
          remedy: "Without it the provider's users cannot be distinguished; tell the provider."))
    }
    return .passed
  }

  /// "its iss Claim Value MUST be the same", and so with sub, aud, azp and auth_time: §12.2.
  func renewal(_ requirements: IDTokenRequirements) -> Verdict {
    guard let earlier = requirements.earlier else { return .notAsked }
    guard let issuer = claims.issuer, let subject = claims.subject, earlier.issuer == Issuer(issuer),
      earlier.subject?.hasSameBytes(as: subject) == true
    else { return .failed(.otherSignIn("the user")) }
    for audience in earlier.audience {
      guard claims.audience.contains(where: { $0.hasSameBytes(as: audience) }) else {
        return .failed(.otherSignIn("every audience"))
      }
    }
    guard authorizedParty == earlier.authorizedParty else { return .failed(.otherSignIn("“azp”")) }
    // "it SHOULD NOT have a nonce Claim … however, if it is present, its value MUST be the same".
    if let nonce, nonce != earlier.nonce { return .failed(.otherSignIn("“nonce”")) }
    // Last: a refresh may leave out a token that is wrong in this alone.
    if let time = authenticationTime, let before = earlier.authenticationTime, time != before {
      return .failed(
        .otherSignIn(
          "“auth_time”",
          remedy: "The provider changes it at a refresh, which it must not: tell its operators."))
    }
    return .passed
  }
}

extension OAuthError {
  fileprivate static func otherType(_ type: String?) -> OAuthError {
    idToken(
      .idTokenType, .type, expected: "an ID token", received: .text(type),
      remedy: "A token of another kind came in its place; hand each kind to where it belongs.")
  }

  fileprivate static func otherAudience(_ expected: String, _ received: String?) -> OAuthError {
    idToken(
      .idTokenAudience, .audience, expected: expected, received: .text(received),
      remedy: "The token was issued to another client. Check the client id.")
  }

  fileprivate static func otherParty(_ party: String, of requirements: IDTokenRequirements) -> OAuthError {
    idToken(
      .idTokenAuthorizedParty, .authorizedParty,
      expected: "“azp” to be the client “\(DisplayText.clean(requirements.clientID.text))”", received: .text(party),
      remedy: "The token was issued to another client of the provider.")
  }

  /// The claim is named: what differs decides what is wrong.
  fileprivate static func otherSignIn(
    _ what: String, remedy: Remedy = "The refresh answered for another sign-in. Sign in again."
  ) -> OAuthError {
    OAuthError(
      .idTokenRenewal, message: "The refreshed ID token does not have \(what) of the ID token before.",
      rule: IDTokenCheck.renewal.rule, expected: "\(what) of the ID token before", received: .described("another"),
      remedy: "Nothing in it was used. \(remedy)", member: "id_token")
  }
}
