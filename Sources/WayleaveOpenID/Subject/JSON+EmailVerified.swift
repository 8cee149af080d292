package import WayleaveWire

extension JSON.Object {
  /// Whether the provider says that it checked the email address; some send the word in place of the value.
  ///
  /// OpenID Connect Core §5.1, `email_verified`.
  package var isEmailVerified: Bool? { self["email_verified"]?.flag }
}
