import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveProvider
package import WayleaveWire

/// Whether the clients at a provider can sign users in there, and hold no secret that they do not need.
package struct ClientCheck: Sendable {
  private let provider: Provider
  private let subject: String
  private let now: Instant
  /// Whether the clients are those of a running playground, and not saved here.
  private let isPlayed: Bool

  package init(at provider: Provider, subject: String, at now: Instant, isPlayed: Bool = false) {
    (self.provider, self.subject, self.now, self.isPlayed) = (provider, subject, now, isPlayed)
  }

  /// A finding for each client; of a provider without one, how to get one.
  package func findings(for clients: [RegisteredClient]) -> [Finding] {
    let steps = RegistrationSteps(at: provider)
    guard !provider.isRetired else {
      return [Finding(.client, of: subject, .failed, steps.ending, remedy: "Sign in at another provider.")]
    }
    guard !clients.isEmpty else {
      if provider.registersClients {
        return [
          Finding(
            .client, of: subject, .good, "You have no client at \(provider.name): a sign-in registers this program.")
        ]
      }
      return [
        Finding(
          .client, of: subject, .failed, "You have no client at \(provider.name).",
          remedy: "\(steps.lines.first ?? "") Then: `\(steps.command)`", code: .unknownClient)
      ]
    }
    return clients.map { finding(for: $0, steps) }
  }

  private func finding(for registered: RegisteredClient, _ steps: RegistrationSteps) -> Finding {
    let client = registered.client
    let name = "The client “\(registered.name)”"
    if let end = registered.secretExpiresAt, end <= now {
      return Finding(
        .client, of: subject, .failed, "The secret of “\(registered.name)” expired at \(end).",
        remedy: "Get a new one on the provider's page, and save the client again: "
          + "`\(steps.commandAgain(for: registered, "--client-secret-file -"))`")
    }
    if let missing = steps.missingCredential(of: registered) {
      return Finding(
        .client, of: subject, .warning, "\(name): \(missing.sentence)",
        remedy: "Save it again: `\(steps.commandAgain(for: registered, missing.options))`")
    }
    if client.authentication == .publicClient, client.secret != nil {
      return Finding(
        .client, of: subject, .warning, "\(name) is public, and a secret is stored with it that nothing uses.",
        remedy: "Save it again without the secret, with its other options: `\(steps.commandAgain(for: registered))`")
    }
    if let needless = steps.needlessSecret(of: registered) {
      return Finding(
        .client, of: subject, .warning, "\(needless) Anyone who gets it can act as that app.",
        remedy: "Register the program as a public or native client, delete the secret on the provider's page, and save "
          + "the client without it, with its other options: `\(steps.commandAgain(for: registered))`")
    }
    let method = client.authentication.map { ", authenticates by \($0.shownName)" } ?? ""
    let place = isPlayed ? "comes with the playground" : "is saved here"
    return Finding(.client, of: subject, .good, "\(name) \(place)\(method).")
  }
}
