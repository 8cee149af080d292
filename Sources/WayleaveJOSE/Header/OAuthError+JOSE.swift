package import WayleaveWire

/// The failures that several types of this floor share.
extension OAuthError {
  package static func malformedJOSE(_ section: Rule, expected: String, received: Received) -> OAuthError {
    OAuthError(
      .malformedJOSE, rule: section, expected: expected, received: received,
      remedy: "Nothing in it was used. The program that made it does not follow the specifications of JOSE.")
  }

  package static func oversizedJOSE(what: String, maximum: Int, count: Int) -> OAuthError {
    OAuthError(
      .oversizedJOSE,
      message:
        "\(what.prefix(1).uppercased() + what.dropFirst()) has \(count) bytes, and at most \(maximum) are allowed.",
      rule: .wayleave("\(what) has a bounded size"), remedy: "Nothing was decoded. If the sender means it, allow more.")
  }

  package static func unsupportedAlgorithm(_ name: String, expected: String) -> OAuthError {
    OAuthError(
      .unsupportedAlgorithm, rule: .rfc(8725, "3.1"), expected: expected, received: .text(name),
      remedy: "Which algorithms are believed is set where the token is used, never by the token.")
  }

  /// No key fits; `unfit` says why the one that has the name does not.
  package static func unknownKey(_ header: JOSEHeader, _ unfit: String? = nil) -> OAuthError {
    let keyID = OAuthError.Received.text(header.keyID)
    return OAuthError(
      .unknownKey,
      message: unfit.map { "The sender's key \(keyID) \($0)." }
        ?? "None of the sender's keys fits the token's signature (“kid”: \(keyID)).",
      rule: .rfc(7515, "6"), remedy: "Fetch the sender's keys again; they may have been replaced.")
  }

  package static func ambiguousKey(_ header: JOSEHeader) -> OAuthError {
    OAuthError(
      .ambiguousKey, rule: .rfc(7515, "6"), expected: "one key for algorithm and “kid”",
      received: .described("more than one"), remedy: "The sender must give its keys distinct “kid”s and name them.")
  }
}
