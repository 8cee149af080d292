public import WayleaveJOSE
public import WayleaveWire

extension ResourceChallenge {
  /// Whether the API wants the user to sign in again, or in a better way.
  ///
  /// RFC 9470 §3.
  package var wantsStepUp: Bool { failure == .insufficientUserAuthentication }

  /// Whether a fresh token could help: not where the API wants another sign-in, or another proof of the same key.
  ///
  /// RFC 6750 §3.1, `invalid_token`: "The client MAY request a new access token and retry"; of the others it says no such
  /// thing. An API that gives no reason may mean that.
  package var mayBeFixedByFreshToken: Bool {
    switch failure {
    case nil, .invalidToken, .invalidRequest: true
    case .insufficientScope, .insufficientUserAuthentication, .invalidProof, .nonceNeeded: false
    }
  }

  /// What another sign-in must bring; nil when the API wants none. What could not stand in a request is left out.
  public var demand: AccessDemand? {
    guard failure == .insufficientScope || failure == .insufficientUserAuthentication else { return nil }
    return AccessDemand(
      scopes: scopes.filter(Self.isWord),
      authenticationContextClasses: authenticationContextClasses.filter(Self.isWord),
      maximumAge: maximumAge.map { .seconds($0) })
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0.isVisibleCharacter && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }

  /// The request by which the user signs in as the API wants it: scopes are added, age and ways are set.
  ///
  /// RFC 9470 §4. It is made once for a request: an API that is not content then, is not asked again.
  public func steppedUp(_ request: AuthorizationRequest) -> AuthorizationRequest {
    var request = request
    for scope in scopes where !request.scopes.contains(where: { $0.hasSameBytes(as: scope) }) {
      request.scopes.append(scope)
    }
    if !authenticationContextClasses.isEmpty {
      request.set("acr_values", authenticationContextClasses.joined(separator: " "))
    }
    if let maximumAge { request.set("max_age", String(maximumAge)) }
    return request
  }

  /// Whether a sign-in is what the API wants, by what its token or ID token says.
  ///
  /// RFC 9470 §4 and §6: a server may fall short of what it was asked for; then the API is not asked again.
  public func isMet(
    by authenticationContextClass: String?, authenticatedAt: Instant?, at now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) -> Bool {
    let isGood =
      authenticationContextClasses.isEmpty
      || authenticationContextClasses.contains { $0.hasSameBytes(as: authenticationContextClass ?? "") }
    guard let maximumAge else { return isGood }
    guard let authenticatedAt else { return false }
    return isGood && now <= authenticatedAt + min(maximumAge, TokenResponse.maximumExpiresIn) + tolerance
  }

  /// What an API that needs these things of a token has against it; nil when it is content.
  public static func against(
    _ claims: AccessTokenClaims, scopes: [String] = [], authenticationContextClasses: [String] = [],
    maximumAge: Duration? = nil, at now: Instant
  ) -> ResourceChallenge? {
    let type: TokenType = claims.confirmation?.keyThumbprint == nil ? .bearer : .dpop
    guard claims.allows(scopes) else { return ResourceChallenge(.insufficientScope, type: type, scopes: scopes) }
    let stepUp = ResourceChallenge(
      .insufficientUserAuthentication, type: type, authenticationContextClasses: authenticationContextClasses,
      maximumAge: maximumAge?.wholeSeconds)
    let isMet = stepUp.isMet(
      by: claims.authenticationContextClass, authenticatedAt: claims.authenticatedAt, at: now, tolerance: .zero)
    return isMet ? nil : stepUp
  }
}

extension AuthorizationRequest {
  fileprivate mutating func set(_ name: String, _ value: String) {
    additional.fields.removeAll { $0.name.elementsEqual(name.utf8) }
    additional.append(name, value)
  }
}
