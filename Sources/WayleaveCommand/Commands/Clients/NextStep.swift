import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What to type after a registration was saved: a sign-in, and a token for the client itself where it may ask for one.
struct NextStep {
  private let client: RegisteredClient
  private let provider: Provider
  private let grants: [DirectGrantOptions.Grant]
  /// The option that names the client; nil where a sign-in finds it without.
  private let choice: String?
  /// The API for which the user signs in at the provider; nil where none is known, or several are.
  private let api: AbsoluteURL?
  /// The scopes of the accounts for that API: a sign-in that names none asks for fewer.
  private let scopes: [String]

  /// `grants` are those that were registered; nil where that is not known. `accounts` are the user's.
  init(
    for client: RegisteredClient, at provider: Provider, among all: [RegisteredClient],
    accounts: [StoredCredential] = [], grants: [DirectGrantOptions.Grant]? = nil
  ) {
    self.client = client
    self.provider = provider
    // A sign-in at an API's URL finds an issuer, and no entry of the catalogue.
    let apis = provider.name.isCatalogueName ? [] : accounts.apis(at: provider.name, among: all)
    api = apis.count == 1 ? apis[0] : nil
    scopes = api.map { accounts.scopes(at: provider.name, for: $0) } ?? []
    let found = try? RegisteredClient.chosen(nil, at: provider, madeFor: api?.text, among: all)
    choice = found?.name.hasSameBytes(as: client.name) == true ? nil : Remedy.option("--client", client.name)
    self.grants = grants ?? (Self.mayServeItself(client, at: provider) ? [.clientCredentials] : [])
  }

  /// Lines, each a command that can be copied.
  var text: String {
    let commands = grants.map(command)
    guard Self.hasUsers(provider) || commands.isEmpty else {
      return commands.map { "Next: \($0)" }.joined(separator: "\n")
    }
    let signIn = RegistrationSteps(at: provider).signIn(as: client.client, choice: choice, to: api, asking: scopes)
    return (["Next: \(signIn)"] + commands.map { "For the client itself: \($0)" }).joined(separator: "\n")
  }

  /// Whether there is a page to send users to, as far as the entry says.
  private static func hasUsers(_ provider: Provider) -> Bool {
    guard case .oauth2(let service) = provider.service else { return true }
    return service[.authorization] != nil || service[.deviceAuthorization] != nil
  }

  private var name: String { DisplayText.clean(client.name) }

  private func command(for grant: DirectGrantOptions.Grant) -> String {
    let shown =
      switch grant {
      case .clientCredentials: ""
      case .exchange: " --subject-token-file FILE"
      case .jwtBearer: " --assertion-file FILE"
      }
    return "wayleave token --client \(name) --grant \(grant.rawValue)\(shown)"
  }

  /// RFC 6749 §4.4: "only … by confidential clients". Where users can sign in, no entry says that the client can ask for
  /// itself too; an issuer that is named by its URL has no entry, and says it in its metadata only.
  private static func mayServeItself(_ registered: RegisteredClient, at provider: Provider) -> Bool {
    guard !hasUsers(provider) || !provider.name.isCatalogueName else { return false }
    return registered.client.secret != nil || registered.client.key != nil || registered.certificate != nil
  }
}
