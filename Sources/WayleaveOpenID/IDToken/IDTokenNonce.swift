public import WayleaveWire

/// How the nonce of a request comes back in the ID token.
public enum IDTokenNonce: Sendable, Equatable {
  /// As it was sent.
  case exact(Secret)
  /// As the SHA-256 of this, in hexadecimal digits or base64url: the request had the hash and this one its source, or
  /// the provider hashes what it was sent.
  case hashed(Secret)
}
