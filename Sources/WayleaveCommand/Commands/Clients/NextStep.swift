import Wayleave
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What to type after a registration was saved: a sign-in, and a token for the client itself where it can ask for one.
struct NextStep {
  private let client: RegisteredClient
  private let provider: Provider
  private let grants: [DirectGrantOptions.Grant]
  private let isOnlyOne: Bool

  /// `grants` are those that were registered; without any, all that the client may turn out to have are named.
  init(
    for client: RegisteredClient, at provider: Provider, among all: [RegisteredClient],
    grants: [DirectGrantOptions.Grant]? = nil
  ) {
    self.client = client
    self.provider = provider
    isOnlyOne = all.filter { $0.provider == provider.name }.count == 1
    self.grants = grants ?? (Self.mayServeItself(client, at: provider) ? [.clientCredentials] : [])
  }

  /// Lines, each a command that can be copied.
  var text: String {
    let commands = grants.map(command)
    guard hasUsers || commands.isEmpty else { return commands.map { "Next: \($0)" }.joined(separator: "\n") }
    let choice = isOnlyOne ? "" : " --client \(name)"
    let signIn = ["Next: wayleave login \(DisplayText.clean(provider.name.text))\(choice)"]
    return (signIn + commands.map { "For the client itself: \($0)" }).joined(separator: "\n")
  }

  /// Whether there is a page to send users to, as far as the entry says.
  private var hasUsers: Bool {
    if case .oauth2(let service) = provider.service { service[.authorization] != nil } else { true }
  }

  private var name: String { DisplayText.clean(client.name) }

  private func command(for grant: DirectGrantOptions.Grant) -> String {
    let subject = grant == .exchange ? " --subject-token-file FILE" : ""
    return "wayleave token --client \(name) --grant \(grant.rawValue)\(subject)"
  }

  /// RFC 6749 §4.4: "only … by confidential clients". One whose users have somewhere to come back to was registered for
  /// them, and so is one of a built-in provider.
  private static func mayServeItself(_ registered: RegisteredClient, at provider: Provider) -> Bool {
    if case .oauth1 = provider.service { return false }
    guard !provider.isBuiltIn else { return false }
    let client = registered.client
    let isConfidential = client.secret != nil || client.key != nil || registered.certificate != nil
    return isConfidential && client.redirectURIs.isEmpty
  }
}
