package import WayleaveOAuth2

extension ClientAuthenticationMethod {
  private static let shownNames: [(name: String, method: Self)] = [
    ("none", .publicClient), ("basic", .basic), ("basic-raw", .basicRaw), ("post", .post),
    ("client_secret_jwt", .secretJWT), ("private_key_jwt", .privateKeyJWT), ("tls", .tls),
  ]

  /// A method by the name that the command line has for it, or that servers have.
  package init?(shownName name: String) {
    guard let method = Self.shownNames.first(where: { $0.name == name })?.method ?? Self(rawValue: name) else {
      return nil
    }
    self = method
  }

  /// The name that the command line has for it.
  package var shownName: String { Self.shownNames.first { $0.method == self }?.name ?? rawValue }
}
