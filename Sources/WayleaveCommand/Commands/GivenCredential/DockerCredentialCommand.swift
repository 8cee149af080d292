import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct DockerCredentialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docker-credential", abstract: "Give docker and podman fresh tokens, as a credential helper.",
    discussion: """
      docker starts it under another name, which a link gives it:

        ln -s "$(command -v wayleave)" ~/.local/bin/docker-credential-wayleave

      Then name the registry in ~/.docker/config.json, and allow it:

        {"credHelpers": {"ghcr.io": "wayleave"}}
        wayleave login github --allow-origin https://ghcr.io --scope read:packages

      A link docker-credential-wayleave-NAME, named as wayleave-NAME, answers for
      the account NAME alone.

      It answers for registries to which an account's token may go: servers of the
      provider, and those of `login --allow-origin`. store and erase change
      nothing: sign in and out with `wayleave login` and `logout`.
      """)

  /// What docker can want.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case get, store, erase, list
  }

  @Argument(help: "What docker wants: get, store, erase or list.")
  var action: Action

  @OptionGroup var account: AccountOption
  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try tokens.validate() }

  func run() async throws {
    // Only `get` is to be seen by the agent. What else comes in may be a password.
    if action != .get { HiddenMemory.hide() }
    switch action {
    case .get: try await get(DockerServer(reading: try TextFile.bytes("-")))
    case .store: try await store(DockerServer(storing: try TextFile.bytes("-")))
    case .erase: _ = try TextFile.bytes("-")
    case .list: try await list()
    }
  }

  private var tokens: GivenToken {
    GivenToken(account: account.name, direct: direct, network: network, output: output)
  }

  private func get(_ server: DockerServer) async throws {
    for origin in server.origins {
      if let login = try await tokens.login(at: origin) { return Console.answer(server.exposedAnswer(login)) }
    }
    HiddenMemory.hide()
    Console.answer(exact: DockerServer.notFound)
    throw AnsweredFailure(status: 1)
  }

  /// A password for one of our servers is ours already. Any other would be lost, and docker would not tell.
  private func store(_ server: DockerServer?) async throws {
    let origins = server?.origins ?? []
    let isOurs = try await tokens.withStore { _, accounts in
      try await accounts.all().contains { stored in
        origins.contains { stored.mayLogIn(at: $0, by: accounts.registered(stored)) }
      }
    }
    guard !isOurs else { return }
    Console.answer(exact: "wayleave stores no passwords: remove it from ~/.docker/config.json for this registry")
    throw AnsweredFailure(status: 1)
  }

  /// The servers that the user has allowed, with the user names.
  private func list() async throws {
    let listed = try await tokens.withStore { _, accounts in
      var listed = JSON.Object()
      for stored in try await accounts.all() where !stored.isSignedOut {
        let user = accounts.registered(stored).provider.apiDialect.gitUser
        for origin in stored.allowedOrigins { listed[origin.description] = .string(user) }
      }
      return listed
    }
    Console.answer(.object(listed))
  }
}
