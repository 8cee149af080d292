package import WayleaveWire

/// How a callback names the server that has the tokens of its user, such as Zoho's `accounts-server`.
///
/// A callback can come from anyone. The code, and the client's secret with it, goes to a server of the entry alone.
package struct TokenServer: Sendable, Equatable {
  /// The parameter of the callback.
  package var member: String
  /// The servers that it may name.
  package var origins: [Origin]

  /// A parameter, and the servers that it may name.
  package init(member: String, origins: [Origin]) { (self.member, self.origins) = (member, origins) }

  /// The server that a callback names, given what is kept of the callback; nil where it names none. Throws
  /// `sign_in.malformed_callback` for one that is not among ``origins``.
  package func origin(in callback: JSON.Object) throws(OAuthError) -> Origin? {
    guard let text = callback[member]?.string else { return nil }
    guard let origin = try? Origin(text), origins.contains(origin) else { throw .foreignTokenServer(text, member) }
    return origin
  }
}

extension OAuthError {
  fileprivate static func foreignTokenServer(_ text: String, _ member: String) -> OAuthError {
    OAuthError(
      .malformedCallback,
      message:
        "The answer names the server “\(URLRedaction.redact(text))”, and the provider's entry does not have it.",
      rule: .wayleave("a code goes to a server of the provider's entry only"),
      expected: "one of the servers of `token_server` in “\(DisplayText.clean(member, limit: 60))”",
      remedy: "It may be an attack. Nothing was sent to that server; begin again.")
  }
}
