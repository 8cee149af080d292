package import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// Puts a credential on the requests of a session: one that this process holds, or one that an agent does not show.
package protocol RequestAuthorizing: Sendable {
  /// The credential; nil where this process does not have it.
  var credential: Credential? { get }

  /// The request with the credential on it; throws `request.foreign_origin` where the credential must not go.
  func authorized(_ request: RequestMessage) async throws(OAuthError) -> RequestMessage

  /// The request with the credential on it again, where an answer refused it only for what another attempt corrects,
  /// such as its time; nil where the answer stands. `attempts` are those of the request so far.
  ///
  /// RFC 5849 §3.3; RFC 9449 §9.
  func authorized(
    _ request: RequestMessage, after response: ResponseMessage, in attempts: inout ProofAttempts
  ) async throws(OAuthError) -> RequestMessage?

  /// Whether an answer may say something about the credential.
  func mayConcernCredential(_ response: ResponseMessage) -> Bool

  /// Whether all of these scopes, which the last answer demanded, were granted to the credential; false for none.
  func wasGranted(_ scopes: [String]) -> Bool
}

extension RequestAuthorizing {
  package func wasGranted(_ scopes: [String]) -> Bool { credential?.allows(scopes) ?? false }
}

/// A credential that this process holds.
final class HeldAuthorization: RequestAuthorizing {
  let authorization: RequestAuthorization
  private let now: @Sendable () -> Instant

  init(_ authorization: RequestAuthorization, now: @escaping @Sendable () -> Instant) {
    (self.authorization, self.now) = (authorization, now)
  }

  var credential: Credential? { authorization.stored.credential }

  func authorized(_ request: RequestMessage) throws(OAuthError) -> RequestMessage {
    var random = SystemRandomNumberGenerator()
    return try authorization.authorize(request, at: now(), using: &random)
  }

  func authorized(
    _ request: RequestMessage, after response: ResponseMessage, in attempts: inout ProofAttempts
  ) throws(OAuthError) -> RequestMessage? {
    let origin = authorization.proofKey == nil ? nil : request.origin
    guard authorization.isRefusedForItsTimeOrNonce(by: response, of: origin, at: now(), in: &attempts) else {
      return nil
    }
    return try authorized(request)
  }

  func mayConcernCredential(_ response: ResponseMessage) -> Bool { authorization.mayConcernCredential(response) }
}
