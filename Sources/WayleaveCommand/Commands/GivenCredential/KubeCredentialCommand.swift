import ArgumentParser
import Wayleave
import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct KubeCredentialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kube-credential", abstract: "Give kubectl fresh tokens, as a credential plugin.",
    discussion: """
      kubectl starts it, once it is set up:

        kubectl config set-credentials ada --exec-command wayleave \\
          --exec-api-version client.authentication.k8s.io/v1 \\
          --exec-interactive-mode Never \\
          --exec-arg kube-credential --exec-arg --id-token --exec-arg NAME

      A cluster that knows its users by OpenID Connect wants the ID token:
      --id-token. Without it the access token is given. Nothing opens a browser.
      """)

  @OptionGroup var account: AccountArgument

  @Flag(help: "Give the ID token, which a cluster with OpenID Connect wants, and no access token.")
  var idToken = false

  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try tokens.validate()
    guard direct.client == nil || !idToken else {
      throw ValidationError("A client has no ID token: --client and --id-token exclude each other.")
    }
  }

  func run() async throws {
    let form = try KubernetesCredential(information: Environment.variable("KUBERNETES_EXEC_INFO"))
    let (token, end) = try await idToken ? identity() : access()
    Console.answer(form.exposedAnswer(token, until: end))
  }

  private var tokens: GivenToken {
    GivenToken(account: account.name, direct: direct, network: network, output: output)
  }

  private func access() async throws -> (Secret, Instant?) {
    if let client = direct.client {
      let stored = try await tokens.ofClient()
      let login = try TokenLogin(stored, at: stored.provider, named: client)
      return (login.token, login.expiresAt)
    }
    if let agent = try await AgentClient.available(output: output) {
      let wish = AgentRequest.Wish.token(account: tokens.name, minimumLifetime: nil, form: nil)
      if case .text(let bytes)? = try await agent.answer(to: wish) {
        let json = try JSON(decoding: bytes)
        if let token = json["access_token"]?.string {
          return (Secret(token), json["expires_at"]?.integer.map(Instant.init(secondsSinceEpoch:)))
        }
      }
    }
    HiddenMemory.hide()
    return try await tokens.withStore { workplace, accounts in
      let (stored, name) = try await workplace.account(named: account.name, in: accounts)
      let fresh = try await tokens.fresh(stored, named: name, in: accounts, of: workplace)
      let login = try TokenLogin(fresh, at: fresh.provider, named: name)
      return (login.token, login.expiresAt)
    }
  }

  /// The agent gives no ID tokens: they come from the store.
  private func identity() async throws -> (Secret, Instant?) {
    HiddenMemory.hide()
    return try await tokens.withStore { workplace, accounts in
      let (stored, name) = try await workplace.account(named: account.name, in: accounts)
      if let shown = stored.shownIDToken, shown.expiresAt - WallClock.now() > Freshness.margin {
        return (shown.token, shown.expiresAt)
      }
      let hadOne = stored.shownIDToken != nil
      if hadOne {
        let fresh = try await tokens.fresh(stored, named: name, in: accounts, of: workplace, forcing: true)
        if let shown = fresh.shownIDToken, shown.expiresAt > WallClock.now() { return (shown.token, shown.expiresAt) }
      }
      throw OAuthError.noIDToken(of: name, at: stored.provider, hadOne: hadOne)
    }
  }
}

extension OAuthError {
  fileprivate static func noIDToken(of account: String, at provider: Provider, hadOne: Bool) -> OAuthError {
    let offersOne = if case .oauth2(let service) = provider.service { service.scopes.contains("openid") } else { false }
    let login = Remedy.option("--account", account).map { "`wayleave login \($0) --scope openid`" }
    return OAuthError(
      .unsupported,
      message: hadOne
        ? "The ID token of “\(account)” has expired, and the provider sent no other with the new tokens."
        : "There is no ID token of “\(account)”.",
      rule: .openID("Core", hadOne ? "12.2" : "3.1.3.3"),
      remedy: hadOne
        ? .signInAgain(account: account)
        : offersOne
          ? .advice("Sign in with the scope openid: \(login ?? "--scope openid"); or leave out --id-token.")
          : .advice(
            "\(DisplayText.clean(provider.title)) issues none: leave out --id-token, or use an OpenID provider."))
  }
}
