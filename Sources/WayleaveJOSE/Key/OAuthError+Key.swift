package import WayleaveWire

/// The failures of keys.
extension OAuthError {
  package static func malformedKey(_ expected: String) -> OAuthError {
    malformedJOSE(.rfc(7517, "4"), expected: "a key with \(expected)", received: .described("something else"))
  }

  package static func unsupportedKey(_ expected: String) -> OAuthError {
    OAuthError(
      .unsupportedKey, rule: .rfc(7518, "6"), expected: expected, received: .described("something else"),
      remedy: "Make a key with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256")
  }

  /// A private RSA key without the primes that signing here needs.
  static func primesMissing() -> OAuthError {
    OAuthError(
      .unsupportedKey, rule: .rfc(7518, "6.3.2"), expected: "“p” and “q” in addition to “d” in a private RSA key",
      received: .described("neither"),
      remedy: "Export the key with all its numbers, for example as PEM: openssl writes them all.")
  }

  package static func weakKey(bits: Int, minimum: Int) -> OAuthError {
    OAuthError(
      .weakKey, message: "The key has \(bits) bits, and needs at least \(minimum).", rule: .rfc(8725, "3.5"),
      remedy: "Make a longer key, and give its public part to those who verify by it.")
  }
}
