public import WayleaveWire

extension Client {
  /// A client of the AT Protocol for development, which no one has registered: its id says what it is.
  ///
  /// AT Protocol, OAuth, § Localhost Client Development. It is for a program on this machine, and a server need not take it.
  /// An app that others use has an https URL as its id. `redirectURIs` are loopback addresses, any port of which counts;
  /// empty for that of the listener of this library. The id declares these scopes and the usual ones, so that it stays the
  /// same when a later sign-in asks for another of those. Throws `configuration.invalid_redirect_uri`.
  public static func atProtocolDevelopment(
    scopes: [String] = [], redirectURIs: [RedirectURI] = []
  ) throws(OAuthError) -> Client {
    let uris = redirectURIs.isEmpty ? [try RedirectURI.loopback] : redirectURIs
    var declared = Form()
    for uri in uris { declared.append("redirect_uri", try uri.ofAnyPort) }
    let extra = scopes.filter { scope in !usualScopes.contains { $0.hasSameBytes(as: scope) } }
    declared.append("scope", (usualScopes + extra).joined(separator: " "))
    let id = try AbsoluteURL("http://localhost").text(adding: declared)
    return try Client(id: ClientID(id), authentication: .publicClient, redirectURIs: uris)
  }

  /// § Authorization Scopes.
  private static let usualScopes = [
    ATProtocolAccount.scope, "transition:generic", "transition:chat.bsky", "transition:email",
  ]
}

extension RedirectURI {
  /// The address without its port, which counts for nothing in such an id.
  fileprivate var ofAnyPort: String {
    get throws(OAuthError) {
      guard isLoopback, let host = url.host, host != "localhost" else { throw .noLoopbackAddress(self) }
      return "http://\(host)\(url.pathAndQuery)"
    }
  }
}

extension OAuthError {
  fileprivate static func noLoopbackAddress(_ uri: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message: "A client for development has a redirect URI of 127.0.0.1 or [::1], "
        + "and not “\(URLRedaction.redact(uri.text))”.",
      rule: .specification("AT Protocol OAuth", "Localhost Client Development"), remedy: "Leave the redirect URI out.")
  }
}
