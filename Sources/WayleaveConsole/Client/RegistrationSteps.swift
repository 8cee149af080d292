package import WayleaveProvider
import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveWire

/// What a user does who has no client at a provider yet: where to register one, what to fill in, how to save it.
package struct RegistrationSteps: Sendable {
  private let provider: Provider

  package init(at provider: Provider) { self.provider = provider }

  /// Where users come back to; nil where the provider shows a number instead.
  private var redirectURI: String? {
    if case .oauth1(let service) = provider.service, service.dialect.callback == .outOfBand { return nil }
    return (try? provider.loopbackRedirectURI)?.text
  }

  /// The command that saves the client.
  package var command: String {
    let name = DisplayText.clean(provider.name.text)
    let (client, provider) = (Remedy.argument(name) ?? "NAME", Remedy.option("--provider", name) ?? "--provider P")
    let words = ["wayleave clients add", isIssuer ? "NAME" : client, provider, "--client-id ID"] + credentials
    return words.joined(separator: " ")
  }

  private var isIssuer: Bool { if case .issuer = provider.service { !provider.name.isCatalogueName } else { false } }

  /// The options for what a client at the provider authenticates with.
  private var credentials: [String] {
    switch provider.service {
    case .oauth1(let service):
      [service.dialect.signatureMethod.usesPrivateKey ? "--key-file FILE" : "--client-secret-file FILE"]
    case .issuer: ["--client-secret-file FILE"]
    case .oauth2(let service):
      switch service.dialect.request.clientAuthentication {
      case .publicClient: []
      case .signedSecret: ["--client-auth client_secret_signed", "--key-file FILE", "--key-id ID", "--team ID"]
      case .privateKeyJWT: ["--client-auth private_key_jwt", "--key-file FILE"]
      case .tls, .selfSignedTLS: ["--client-auth tls", "--certificate-file FILE", "--key-file FILE"]
      default: ["--client-secret-file FILE"]
      }
    }
  }

  /// Two lines for people: where to register and what to fill in, and the command that saves it.
  package var lines: [String] {
    let title = DisplayText.clean(provider.title)
    let place = provider.registration.map { "Register one at \($0.page)" } ?? "Register an app at \(title)"
    let hint = provider.registration?.hint.map { DisplayText.clean($0, limit: 600) } ?? ""
    // The hint may say it already, in the words of the provider's page.
    let target = redirectURI.flatMap { hint.contains($0) ? nil : " with redirect URI \($0)" } ?? ""
    let first = ["\(place)\(target).", hint].filter { !$0.isEmpty }.joined(separator: " ")
    return [first, "Then: \(command)"]
  }

  /// The same facts for programs.
  package var json: JSON {
    [
      "page": JSON(provider.registration?.page.text), "hint": JSON(provider.registration?.hint),
      "redirect_uri": JSON(redirectURI), "command": .string(command), "retired": .bool(provider.isRetired),
    ]
  }
}
