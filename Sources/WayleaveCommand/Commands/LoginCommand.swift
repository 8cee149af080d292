import ArgumentParser
import Wayleave
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in at a provider and keep the credential.",
    discussion: """
      PROVIDER is a name of `wayleave providers list`, the https address of an
      issuer, or a user's address such as joe@example.com, whose host is asked for
      its issuer. --api finds the provider that an API names. With --account alone
      the user of that account signs in again, with --max-age, --acr-values or
      --scope as an API has demanded. The flow is one of:

        browser  the browser of this machine, which comes back by itself
        device   a code, typed at any device with a browser
        paste    any browser; the address at which it ends is pasted here
        auto     browser; without a display, or over SSH, device where the provider
                 has it, else paste

      Where the program was ended while it waited for the browser, --resume takes
      the address at which that ended, for ten minutes after the beginning.
      """)

  @Argument(help: "A provider's name, an issuer's address, or a user's.")
  var provider: String?

  @Option(help: ArgumentHelp("An API; it says itself which provider its tokens come from.", valueName: "url"))
  var api: String?

  @OptionGroup(title: "Client") var clientChoice: ClientChoice
  @OptionGroup(title: "Terms") var terms: SignInTerms

  @Option(name: .customLong("scope"), help: "A scope to ask for; repeatable.")
  var scopes: [String] = []

  @Option(help: "How to reach the user: auto, browser, device or paste; app is for apps on a phone.")
  var flow: SignInFlow = .auto

  @Flag(help: "Go on with a sign-in that was begun: paste the address at which the browser ended.")
  var resume = false

  @Option(help: "A name for the account; without PROVIDER, the account whose user signs in again.")
  var account: String?

  @Option(help: "How many seconds to wait for the user; 300, with a code 900.")
  var timeout: Int?

  @Option(name: .customLong("allow-origin"), help: "Where requests may go besides the provider's API; repeatable.")
  var allowedOrigins: [String] = []

  @Option(help: "A PEM file of further certificates to trust.")
  var caFile: String?

  @Option(
    name: .customLong("trace-html"),
    help: ArgumentHelp("Write every step into a new file, as a page for people.", valueName: "file"))
  var tracePage: String?

  @Flag(help: "Go on though the provider no longer has a protection that it had; the error named it.")
  var acceptDowngrade = false

  @Flag(help: "Allow http beyond this machine, for tests.")
  var allowHTTP = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard provider != nil || api != nil || (account != nil && !resume) else {
      throw ValidationError("Name a provider, an API with --api, or with --account the account to sign in again.")
    }
    guard resume,
      !scopes.isEmpty || account != nil || !allowedOrigins.isEmpty || flow != .auto || acceptDowngrade || terms.isGiven
    else { return }
    throw ValidationError(
      "--resume goes on by the terms that the sign-in began with: leave --scope, --account, --flow and their like out.")
  }

  func run() async throws {
    try flow.requirePossible()
    let workplace = try Workplace(output: output)
    let trace = try tracePage.map { (path) throws(OAuthError) in try TracePage(at: path) }
    do { try await signInAndTell(in: workplace, trace: trace) } catch {
      // What went wrong first is what is told.
      try? trace?.finish(error)
      throw error
    }
    try trace?.finish(nil)
  }

  /// The registration to sign in with; nil where a sign-in that was begun has its own, and there is none here.
  private func registered(
    at provider: Provider, among all: [RegisteredClient]
  ) throws(OAuthError) -> RegisteredClient? {
    do throws(OAuthError) { return try clientChoice.client(for: provider, among: all) } catch {
      guard resume, error.code == .unknownClient else { throw error }
      return nil
    }
  }

  private func signInAndTell(in workplace: Workplace, trace: TracePage?) async throws {
    var options = try signInOptions()
    let search = ProviderSearch(name: provider, api: api, allowingHTTP: allowHTTP, trustRoots: caFile)
    let provider = try await search.provider(in: workplace, changing: &options, output: output, trace: trace)
    let all = try await workplace.clients.all()
    var chosen: RegisteredClient?
    if let provider { chosen = try registered(at: provider, among: all) }
    let registered = chosen
    try await workplace.withAccounts(
      as: registered.flatMap { client in provider.map { (client, $0) } }, userAgent: flow.userAgent(output: output),
      trustRoots: caFile,
      trace: trace
    ) { accounts in
      // What is damaged is found before the user is asked for anything, not after.
      _ = try await accounts.all()
      try workplace.requireUndamaged()
      let signedIn =
        if !resume, let registered, let provider {
          try await signIn(to: provider, as: registered.client, options: &options, in: accounts)
        } else if provider == nil {
          try await signInAgain(options: options, in: accounts, of: workplace)
        } else {
          try await PastedAddress.finish(within: timeout ?? 300, in: accounts, as: registered?.client)
        }
      let name = AccountName.of(signedIn.stored, among: try await accounts.all())
      if let reason = signedIn.unidentifiedBecause { output.say("Who you are there is not known: \(reason).") }
      if output.isJSON {
        Console.answer(signedIn.stored.json(named: name, storedIn: accounts.credentialLocation))
      } else {
        // What was resumed may have been begun at another one.
        let title = (resume ? signedIn.stored.provider : provider ?? signedIn.stored.provider).title
        Console.answer("Signed in at \(DisplayText.clean(title))\(signedIn.stored.who). The account is \(name).")
        output.say("Kept in \(accounts.credentialLocation).")
      }
    }
  }

  /// Signs in by the flow that fits; where it was the program's choice and is refused, by the one that is left.
  private func signIn(
    to provider: Provider, as client: Client, options: inout Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    let choice = try await flow.choice(for: client, at: provider, in: accounts)
    if let reason = choice.reason { output.say(reason) }
    options.flow = choice.flow
    // A code has to be carried to another device.
    options.timeout = .seconds(timeout ?? (choice.flow == .device ? 900 : 300))
    do { return try await accounts.signIn(to: provider, as: client, options: options) } catch {
      guard flow == .auto, choice.flow == .device, let other = SignInFlow.pasting(after: error) else { throw error }
      if let reason = other.reason { output.say(reason) }
      options.flow = other.flow
      return try await accounts.signIn(to: provider, as: client, options: options)
    }
  }

  /// Has the user of an account sign in again, on the terms that were given.
  private func signInAgain(
    options: Accounts.SignInOptions, in accounts: Accounts, of workplace: Workplace
  ) async throws -> SignedIn {
    var options = options
    options.flow = flow == .device ? .device : .browser
    options.timeout = .seconds(timeout ?? (flow == .device ? 900 : 300))
    let stored = try await workplace.account(named: account, in: accounts).stored
    let demand = AccessDemand(
      scopes: options.scopes, authenticationContextClasses: options.terms.authenticationContextClasses,
      maximumAge: options.terms.maximumAge)
    return try await accounts.stepUp(stored.account, for: demand, options: options)
  }

  private func signInOptions() throws(OAuthError) -> Accounts.SignInOptions {
    Accounts.SignInOptions(
      scopes: scopes.flatMap { $0.split(separator: " ").map(String.init) },
      accountName: account,
      allowedOrigins: try allowedOrigins.map { (text) throws(OAuthError) in
        // A token goes in clear text only where the user has said so.
        _ = try Endpoint(text, allowingHTTP: allowHTTP)
        return try Origin(text)
      }, acceptsDowngrade: acceptDowngrade, terms: try terms.asked())
  }
}

extension StoredCredential {
  /// The user in a sentence: ` as Ada Lovelace (ada)`; empty when nobody told.
  var who: String {
    guard let identity else { return "" }
    let name = identity.displayName ?? identity.handle ?? identity.subject
    let handle = identity.handle.flatMap { $0 == name ? nil : " (\($0))" } ?? ""
    return " as " + DisplayText.clean(name + handle)
  }

  /// The account as `login` and `status` print it.
  func json(named name: String, storedIn location: String) -> JSON {
    let tokens: Credential.Tokens? = if case .oauth2(let tokens) = credential { tokens } else { nil }
    return [
      "account": .string(name), "provider": .string(account.provider),
      "issuer": .string(identity?.issuer ?? account.provider), "subject": .string(account.subject),
      "name": JSON(identity?.displayName), "scopes": JSON(tokens?.scopes ?? []),
      "expires_at": JSON(credential.expiresAt?.secondsSinceEpoch), "refreshable": .bool(credential.isRefreshable),
      "stored_in": .string(location),
    ]
  }
}
