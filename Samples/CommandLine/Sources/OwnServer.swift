import Wayleave

/// The same sign-in with a server of your own, such as `Samples/AppBackend`: it has the secret, and keeps the tokens.
///
/// To the app, the server is where codes are exchanged and what its API is. What it issues is the app's session there.
extension Provider {
  static func server(at url: String, exchangingCodesOf issuer: String) throws(OAuthError) -> Provider {
    let entry = """
      {
        "format": 1, "name": "your-server", "title": "Your server", "protocol": "oauth2", "issuer": "\(issuer)",
        "authorization_endpoint": "\(issuer)/authorize", "token_endpoint": "\(url)/app/sign-in/tollgate",
        "revocation_endpoint": "\(url)/app/sign-out", "api_origins": ["\(url)"],
        "identity": {"endpoint": "\(url)/me", "subject": "{sub}", "name": "{name}"}
      }
      """
    return try Provider(json: JSON(decoding: Array(entry.utf8)))
  }
}

extension Client {
  /// The server's client, as an app has it: without the secret.
  static func ofServer() throws(OAuthError) -> Client {
    try Client(id: "tollgate-web", redirectURIs: [RedirectURI("http://127.0.0.1/callback")])
  }
}
