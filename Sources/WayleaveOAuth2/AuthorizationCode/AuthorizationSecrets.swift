public import WayleaveWire

/// What binds a sign-in to its callback and to its code, drawn at once: 256 bits each.
///
/// RFC 6749 §10.10: the probability of guessing one "MUST be less than or equal to 2^(-128) and SHOULD be less than or
/// equal to 2^(-160)".
public struct AuthorizationSecrets: Sendable, Equatable {
  /// What the callback must bring back.
  ///
  /// RFC 6749 §10.12.
  public let state: Secret
  /// What the code is redeemed with.
  ///
  /// RFC 7636 §4.1.
  public let verifier: CodeVerifier

  /// Draws both.
  public init(using random: inout some RandomNumberGenerator) {
    let (state, verifier) = RandomText.twoSecrets(bytes: 32, using: &random)
    self.state = state
    self.verifier = CodeVerifier(unchecked: verifier)
  }
}
