import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// What one consent gave, or one client got for itself: all tokens that come of it live and die together.
struct TollgateGrant: Sendable {
  let clientID: ClientID
  /// In whose name; nil for the client's own.
  let person: PlaygroundPerson?
  let access: RequestedAccess
  /// How the person signed in; nil for the client's own.
  let authentication: TollgateAuthentication?
  /// What its refresh tokens are bound to; nil for a client that authenticates, or that showed no key.
  ///
  /// RFC 9449 §5: "Refresh tokens issued to confidential clients … are not bound to the DPoP proof public key".
  /// RFC 8705 §4 has the same of certificates.
  var refreshConfirmation: TokenConfirmation?
  /// The single claims that were asked for and allowed; nil for none.
  var claims: ClaimsRequest?

  /// `sub`.
  var subject: String { person.map { String($0.id) } ?? clientID.text }
}

/// When and how a person signed in.
struct TollgateAuthentication: Sendable {
  let instant: Instant
  let contextClass: String
  /// The same instant in real time, which no later move of the clock changes.
  ///
  /// OpenID Connect Core §12.2: the `auth_time` of a refreshed ID token is that of the original one.
  let shownAuthTime: Instant

  init(instant: Instant, contextClass: String, _ visit: Visit) {
    self.instant = instant
    self.contextClass = contextClass
    shownAuthTime = instant + visit.realDifference
  }
}

/// What Tollgate has issued; a refresh token says nothing that its grant does not.
typealias TollgateIssued = Ledger<TollgateCode, TollgateGrant, TollgateAccessToken?>

/// A code, and all that belongs to it.
struct TollgateCode: Sendable {
  let authorization: TollgateAuthorization
  let person: PlaygroundPerson
  let authentication: TollgateAuthentication
}

/// An access token.
struct TollgateAccessToken: Sendable {
  /// The grant that it comes from; without the grant it is not valid.
  let grant: GrantID
  let clientID: ClientID
  let person: PlaygroundPerson?
  let access: RequestedAccess
  let authentication: TollgateAuthentication?
  let confirmation: TokenConfirmation?
  /// The client that acts in the name of the subject; nil when the token was not exchanged.
  let actor: String?
  let issuedAt: Instant
  let expiresAt: Instant

  var subject: String { person.map { String($0.id) } ?? clientID.text }

  /// What it is valid for, with the times moved by the difference to the clock of the reader.
  ///
  /// RFC 7662 §2.2; RFC 9470 §6.2; RFC 8693 §4.1.
  func claims(of offer: TollgateOffer, movedBy difference: Duration = .zero) -> JSON.Object {
    var claims = JSON.Object()
    claims["iss"] = .string(offer.issuer.text)
    claims["sub"] = .string(subject)
    claims["aud"] = JSON(access.resources.isEmpty ? offer.resources : access.resources.map(\.text))
    claims["client_id"] = .string(clientID.text)
    claims["username"] = person.map { .string($0.handle) }
    claims["scope"] = .string(access.scopes.joined(separator: " "))
    claims["token_type"] = .string(confirmation.tokenType.rawValue)
    claims["iat"] = JSON((issuedAt + difference).secondsSinceEpoch)
    claims["exp"] = JSON((expiresAt + difference).secondsSinceEpoch)
    claims["cnf"] = confirmation?.json
    claims["auth_time"] = authentication.map { JSON($0.shownAuthTime.secondsSinceEpoch) }
    claims["acr"] = authentication.map { .string($0.contextClass) }
    claims["authorization_details"] = access.details?.json
    claims["act"] = actor.map { ["sub": .string($0)] }
    return claims
  }
}

extension TokenConfirmation? {
  /// How a token that is bound so is sent: a certificate changes nothing about that (RFC 8705 §3).
  var tokenType: TokenType { self?.keyThumbprint == nil ? .bearer : .dpop }
}

/// Who allowed it, and how that person had signed in.
struct TollgateApproval: Sendable {
  let person: PlaygroundPerson
  let authentication: TollgateAuthentication
}
