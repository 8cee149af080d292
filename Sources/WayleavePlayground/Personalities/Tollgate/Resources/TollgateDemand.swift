import WayleaveOAuth2
import WayleaveWire

/// What an API wants of a token.
struct TollgateDemand {
  /// The API's own address, which must be among the audience; nil for UserInfo, which is the issuer's own.
  var resource: String?
  var scopes: [String] = []
  var contextClasses: [String] = []
  var maximumAge: Duration?

  func isMet(by claims: AccessTokenClaims, from issuer: Issuer, at now: Instant) -> Bool {
    guard let resource else { return true }
    return (try? claims.verify(from: issuer, to: resource, at: now, tolerance: .zero)) != nil
  }

  func challenge(to claims: AccessTokenClaims, at now: Instant) -> ResourceChallenge? {
    .against(
      claims, scopes: scopes, authenticationContextClasses: contextClasses, maximumAge: maximumAge, at: now)
  }
}
