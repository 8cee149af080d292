package import WayleaveWire

/// What a user may call an account.
package enum GivenName {
  /// The longest name, in bytes.
  package static let maximumLength = 100

  /// Throws `configuration.invalid_value` for a name that could not be typed or shown as it is.
  package static func require(_ name: String) throws(OAuthError) {
    let isPlain = DisplayText.clean(name).hasSameBytes(as: name)
    guard (1...maximumLength).contains(name.utf8.count), isPlain, !name.hasPrefix("-"),
      !name.hasPrefix(" "), !name.hasSuffix(" ")
    else { throw .malformedName(name) }
  }
}

extension OAuthError {
  fileprivate static func malformedName(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: name.isEmpty
        ? "The name for the account is empty."
        : "“\(DisplayText.clean(name, limit: 120))” cannot be the name of an account.",
      rule: .wayleave("what the name of an account may be"),
      remedy: """
        A name has 1 to \(GivenName.maximumLength) bytes, no control characters, no space at either end, and does not \
        begin with “-”. For example: work.
        """)
  }
}
