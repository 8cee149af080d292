import WayleaveOAuth1
import WayleaveWire

extension Provider {
  /// Evernote, by OAuth 1.0a: notes.
  ///
  /// https://dev.evernote.com/doc/articles/authentication.php. One address gives temporary and token credentials, to
  /// GET. What comes with the token names the user, and the address of the notes, whose API is not HTTP with JSON.
  public static let evernote = Provider(
    "evernote", "Evernote", temporary: "https://www.evernote.com/oauth",
    authorization: "https://www.evernote.com/OAuth.action", token: "https://www.evernote.com/oauth",
    api: ["https://www.evernote.com"],
    registration: RegistrationGuide(
      "https://dev.evernote.com", .localhost, "Ask for an API key. A URL on localhost is taken in development.")
  ) { provider, service in
    service.dialect.credentialMethod = .get
    provider.identity = IdentityRule(subject: "{token.edam_userId}")
  }
}
