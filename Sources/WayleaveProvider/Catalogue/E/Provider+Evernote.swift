import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Evernote, by OAuth 1.0a: notes; or its sandbox.
  ///
  /// https://dev.evernote.com/doc/articles/authentication.php. One address gives temporary and token credentials, to
  /// GET. What comes with the token names the user, and the address of the notes, whose API is not HTTP with JSON.
  public static let evernote = ProviderTemplate("evernote", "Evernote", .environment) {
    (environment) throws(OAuthError) in
    let base = environment == "sandbox" ? "https://sandbox.evernote.com" : "https://www.evernote.com"
    return try Provider(
      "evernote", "Evernote", temporary: Endpoint("\(base)/oauth"), authorization: Endpoint("\(base)/OAuth.action"),
      token: Endpoint("\(base)/oauth"), api: [Endpoint(base).origin],
      registration: RegistrationGuide(
        "https://dev.evernote.com", .localhost, "Ask for an API key. A URL on localhost is taken in development.")
    ) { provider, service in
      service.dialect.credentialMethod = .get
      provider.identity = IdentityRule(subject: "{token.edam_userId}")
    }
  }
}
