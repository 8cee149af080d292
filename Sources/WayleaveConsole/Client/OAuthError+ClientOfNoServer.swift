import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

extension OAuthError {
  /// A client whose provider is a URL at which no server is, as that of an API: a sign-in at the URL takes the client
  /// there, and looks for no other server.
  ///
  /// - Parameter server: the one that the API names; nil where there is none.
  package static func clientOfNoServer(
    _ registered: RegisteredClient, at url: AbsoluteURL, servedBy server: Provider?
  ) -> OAuthError {
    let (name, shown) = (Remedy.argument(registered.name) ?? "NAME", URLRedaction.redact(url.text))
    let removal = "`wayleave clients remove \(name)`"
    let remedy: String
    if let server {
      let command = RegistrationSteps(at: server).commandAgain(for: registered, registered.credentialOptions)
      remedy = "If the client is one of that server, save it again: `\(command)`. If not, remove it: \(removal). "
    } else {
      remedy =
        "Remove the client, and save it again with the URL of its server: \(removal), then "
        + "`wayleave clients add \(name) --provider ISSUER --client-id ID`. "
    }
    return OAuthError(
      .invalidClient,
      message: "Your client “\(DisplayText.clean(registered.name))” is saved with \(shown) as its provider, "
        + "which is no OAuth server." + (server.map { " It is an API of \(DisplayText.clean($0.name.text))." } ?? ""),
      rule: .rfc(6749, "2"), remedy: .advice(remedy + "Then repeat your command."))
  }
}

extension RegisteredClient {
  /// The options that give the client again what it authenticates with; nil for none.
  fileprivate var credentialOptions: String? {
    if certificate != nil { return "--client-auth tls --certificate-file FILE --key-file FILE" }
    if client.key != nil { return "--key-file FILE" }
    return client.secret == nil ? nil : "--client-secret-file -"
  }
}
