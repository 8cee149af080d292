import WayleaveOAuth2
import WayleaveWire

/// What an API wants of a token.
struct TollgateDemand {
  /// The API's own address, which must be among the audience; nil for UserInfo, which is the issuer's own.
  var resource: String?
  /// Other names of the same API.
  var aliases: [String] = []
  /// Whether only tokens that are bound to a key will do.
  var takesBoundTokensOnly = false
  /// Whether a challenge names the metadata of the API.
  var namesMetadata = true
  /// Whether a challenge names the scopes although no token came: RFC 6750 §3.
  var namesScopes = false
  var scopes: [String] = []
  var contextClasses: [String] = []
  var maximumAge: Duration?

  func isMet(by claims: AccessTokenClaims, from issuer: Issuer, at now: Instant) -> Bool {
    guard let resource else { return true }
    return ([resource] + aliases).contains {
      (try? claims.verify(from: issuer, to: $0, at: now, tolerance: .zero)) != nil
    }
  }

  func challenge(to claims: AccessTokenClaims, at now: Instant) -> ResourceChallenge? {
    .against(
      claims, scopes: scopes, authenticationContextClasses: contextClasses, maximumAge: maximumAge, at: now)
  }
}
