import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleavePlain
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in at a provider and store the credential.",
    discussion: """
      PROVIDER is a name of `wayleave providers list`, the https URL of an
      issuer, or a user's address such as joe@example.com, whose host is asked for
      its issuer. --api finds the provider that an API names. --account gives the
      account a name, or renews the account of that name. With --account alone the
      user of that account signs in again, with --max-age, --acr-values or --scope
      as an API has demanded. The flow is one of:

        browser  the browser of this machine, which comes back automatically
        device   a code that you type on any device with a browser
        paste    any browser; you paste the URL at which it ends
        xauth    name and password, typed here, at providers that take them
        app      the provider's own app on this machine; the browser where it is not
                 installed
        auto     browser or paste; without a display, or over SSH, device where the
                 provider has it, or paste: the first answer counts

      If the program was killed while it waited for the browser, --resume asks for
      the URL at which the browser ended. It works for an hour, also while the
      program still waits. PROVIDER is not needed then, unless its client uses a
      certificate or encrypted callbacks. --step authorize prints the URL to open,
      and ends; --step exchange is --resume.
      """)

  @Argument(help: "A provider's name, an issuer's URL, or a user's address.", completion: CompletedNames.providers)
  var provider: String?

  @Option(help: ArgumentHelp("An API; it says itself which provider its tokens come from.", valueName: "url"))
  var api: String?

  @OptionGroup(title: "Client") var clientChoice: ClientChoice
  @OptionGroup(title: "Terms") var terms: SignInTerms
  @OptionGroup(title: "Name and password") var password: PasswordChoice

  @Option(name: .customLong("scope"), help: "A scope to ask for; repeatable.")
  var scopes: [String] = []

  @Option(help: "How to reach the user, as described above.")
  var flow: SignInFlow = .auto

  @Flag(help: "Continue a sign-in: paste the URL at which the browser ended.")
  var resume = false

  @Option(help: "One half of the sign-in: authorize prints the URL to open; exchange takes the one that came back.")
  var step: SignInStep?

  @OptionGroup var account: AccountOption

  @Option(
    help: """
      How many seconds to wait for the user; \(Accounts.SignInOptions.usualTimeout.wholeSeconds), with a code \
      \(Self.timeWithCode.wholeSeconds).
      """)
  var timeout: Int?

  @Option(
    name: .customLong("allow-origin"), help: "Where requests may go in addition to the provider's API; repeatable.")
  var allowedOrigins: [String] = []

  @OptionGroup var network: NetworkOptions

  @Option(
    name: .customLong("trace-html"),
    help: ArgumentHelp("Write every step to a new file, as an HTML page.", valueName: "file"))
  var tracePage: String?

  @Option(
    help: ArgumentHelp("Save every step to a new file, for `wayleave trace`; without secrets.", valueName: "file"))
  var traceSave: String?

  @Option(help: ArgumentHelp("Write the ID token, once it is verified, to a new file.", valueName: "file"))
  var saveIDToken: String?

  @OptionGroup var unsaved: UnsavedOptions

  @Flag(help: "Continue although the provider no longer has a protection; the error named it.")
  var acceptDowngrade = false

  @Flag(help: "Allow http beyond this machine, for tests.")
  var allowHTTP = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard provider != nil || api != nil || account.name != nil || isResumed else {
      throw ValidationError("Name a provider, an API with --api, or with --account the account to sign in again.")
    }
    guard ![provider, account.name].compactMap({ $0 }).contains(where: PastedAnswer.isAnswer) else {
      throw ValidationError(UsageSentence.answerAsArgument)
    }
    guard timeout.map({ $0 >= 0 }) ?? true else { throw ValidationError("--timeout is a number of seconds.") }
    guard step != .authorize || !resume && saveIDToken == nil && (flow == .auto || flow == .paste) else {
      throw ValidationError("--step authorize goes with none of --resume, --save-id-token and --flow.")
    }
    guard flow == .xauth || !password.isGiven else {
      throw ValidationError("--username and --password-file go with --flow xauth.")
    }
    guard flow != .app || provider != nil || api != nil || isResumed else {
      throw ValidationError("--flow app needs a provider.")
    }
    guard isResumed,
      !scopes.isEmpty || account.name != nil || !allowedOrigins.isEmpty || flow != .auto || acceptDowngrade
        || terms.isGiven
    else { return }
    throw ValidationError(
      "--resume and --step exchange use the options with which the sign-in began: leave out --scope, --account, --flow and the like."
    )
  }

  func run() async throws {
    var workplace = try Workplace(output: output)
    let place = try unsaved.place(output: output)
    defer { place.close() }
    workplace.unsaved = place
    let trace = try TraceFile(
      page: tracePage, saved: traceSave, last: LastSignIn(in: workplace.folders.state),
      by: ProgramVersion.ofBuild.text)
    let idToken: IDTokenFile?
    do { idToken = try saveIDToken.map { (path) throws(OAuthError) in try IDTokenFile(at: path) } } catch {
      trace.discard()
      throw error
    }
    do { try await signInAndTell(in: workplace, trace: trace, idToken: idToken) } catch {
      idToken?.discard()
      // The first failure is the one to report.
      try? trace.finish(error)
      throw error
    }
    try trace.finish(nil)
  }

  /// The registration to sign in with; nil where a sign-in is resumed, which has its own, and none is found here.
  private func registered(at provider: Provider?, in workplace: Workplace) async throws -> RegisteredClient? {
    guard let provider else { return nil }
    clientChoice.description.warnOfFiles(by: output)
    do throws(OAuthError) {
      return try await workplace.registered(at: provider) { (all) throws(OAuthError) in
        try clientChoice.client(for: provider, among: all)
      }
    } catch {
      guard error.code == .unknownClient else { throw error }
      if isResumed { return nil }
      let hasClients = try await workplace.knownClients().contains { $0.provider == provider.name }
      guard clientChoice.name == nil, !hasClients else { throw error }
      throw MissingClient(error: error, steps: RegistrationSteps(at: provider))
    }
  }

  private func signInAndTell(in workplace: Workplace, trace: TraceFile, idToken: IDTokenFile?) async throws {
    var options = try signInOptions()
    if isResumed { try await workplace.requireWaitingSignIn() }
    let search = ProviderSearch(name: provider, api: api, allowingHTTP: allowHTTP, trustRoots: network.caFile)
    // What the provider says of itself is stored. Otherwise nothing is stored before a client is found.
    if search.asksNetwork { workplace.announceNewStore() }
    let provider: Provider?
    do { provider = try await search.provider(in: workplace, changing: &options, output: output, trace: trace) } catch {
      // A code that stands behind --resume would be repeated as a name.
      guard isResumed, let code = (error as? OAuthError)?.code, [.unknownProvider, .malformedURL].contains(code),
        let word = self.provider, !word.contains("://"), PastedAnswer.mayBeCode(word)
      else { throw error }
      throw ValidationError(UsageSentence.answerAsArgument)
    }
    if !isResumed { try flow.requirePossible(at: provider) }
    let registered = try await registered(at: provider, in: workplace)
    if !search.asksNetwork { workplace.announceNewStore() }
    let startsApp =
      step == nil && !isResumed
      ? try await flow.startsApp(for: registered?.client, at: provider, output: output) : false
    if startsApp { options.flow = .app }
    if let provider, provider.isRetired {
      output.say("Warning: \(RegistrationSteps(at: provider).ending)")
    }
    let lock = try await lock(at: provider, in: workplace, until: options.deadline)
    var ending = SignInLock.Ending.failed
    defer { lock?.release(ending) }
    if let lock, !lock.mayOpenBrowser, flow == .auto, SignInFlow.reasonAgainstBrowser == nil {
      output.say(
        "No browser is opened: \(lock.unanswered) sign-ins had no answer. To open it, add `--flow browser` to your "
          + "command.")
    }
    try await workplace.withAccounts(
      as: registered.flatMap { client in provider.map { (client, $0) } },
      callbackSource: flow.callbackSource(
        for: registered?.client, inApp: startsApp, output: output,
        opensBrowser: flow == .browser || lock?.mayOpenBrowser ?? true),
      trustRoots: network.caFile, trace: trace
    ) { accounts in
      // Damage is found before the user is asked for anything.
      let all = try await accounts.all()
      try workplace.requireUndamaged()
      if step == .authorize {
        return try await begin(at: provider, as: registered?.client, options: options, in: accounts)
      }
      let signedIn: SignedIn
      do {
        signedIn =
          if let other = lock?.result(among: all, at: provider?.name), takesAnySignIn {
            SignedIn(ofAnother: other)
          } else {
            try await self.signedIn(
              to: provider, as: registered?.client, options: &options, in: accounts, of: workplace)
          }
      } catch {
        ending = SignInLock.Ending(error)
        throw error
      }
      ending = .answered(signedIn.account)
      try idToken?.write(signedIn.stored.credential)
      // Another user of this machine, or a website, could have answered with an account of theirs.
      if startsApp { output.say("The answer came from an app. Check that this account is yours.") }
      tell(signedIn, before: all, after: try await accounts.all(), in: accounts)
    }
  }

  /// Finishes the sign-in that waits, or makes one: at the provider, or of the account that is named.
  private func signedIn(
    to provider: Provider?, as client: Client?, options: inout Accounts.SignInOptions, in accounts: Accounts,
    of workplace: Workplace
  ) async throws -> SignedIn {
    if isResumed {
      return try await PastedAddress.finish(until: options.deadline, in: accounts, as: client, output: output)
    }
    guard let client, let provider else {
      return try await signInAgain(options: options, in: accounts, of: workplace)
    }
    return try await signInOrAdvise(to: provider, as: client, options: &options, in: accounts)
  }

  /// Tells the user what came of the sign-in, which may change what other accounts are called.
  private func tell(
    _ signedIn: SignedIn, before: [StoredCredential], after: [StoredCredential], in accounts: Accounts
  ) {
    let name = AccountName.of(signedIn.stored, among: after)
    if let reason = signedIn.unidentifiedBecause { output.say(DisplayText.clean(reason)) }
    if output.isJSON { return Console.answer(signedIn.json(named: name, storedIn: accounts.credentialLocation)) }
    guard !output.isQuiet else { return }
    Console.answer(signedIn.text(named: name, at: .local))
    let profile = signedIn.stored.profile.filter { $0.name != "handle" }
    for line in TextLayout(for: .standardOutput).columns(profile, inside: 2) { Console.answer(line) }
    output.say("Stored in \(accounts.credentialLocation).")
    for sentence in AccountName.changes(by: signedIn.account, before: before, after: after) { output.say(sentence) }
  }

  /// The lock of the sign-in; nil where it shows no page and no code.
  private func lock(
    at provider: Provider?, in workplace: Workplace, until deadline: ContinuousClock.Instant
  ) async throws -> SignInLock? {
    guard !isResumed, step == nil, flow != .xauth, let name = account.name ?? provider?.name.text else { return nil }
    return try await SignInLock.take(for: name, in: workplace.folders.signInLocks, until: deadline, output: output)
  }

  /// Whether the sign-in of another process for the same account does as well: this one asks for nothing of its own.
  private var takesAnySignIn: Bool {
    scopes.isEmpty && allowedOrigins.isEmpty && !terms.isGiven && saveIDToken == nil && clientChoice.name == nil
      && !clientChoice.description.isGiven
  }

  /// The sign-in; where the provider takes no redirect URI of this machine, its failure names the options that work.
  private func signInOrAdvise(
    to provider: Provider, as client: Client, options: inout Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    do { return try await signIn(to: provider, as: client, options: &options, in: accounts) } catch {
      guard let error = error as? OAuthError else { throw error }
      guard error.code != .timedOut else { throw error.remedied(by: .advice(waysToGoOn(at: provider, as: client))) }
      throw RegistrationSteps(at: provider).advising(error, of: client)
    }
  }

  /// What a user can do who was not done in time: finish this sign-in, or begin again with more time.
  private func waysToGoOn(at provider: Provider, as client: Client) -> String {
    let again = "To begin again with more time, add `--timeout 1800` to your command."
    guard ![.device, .app].contains(self.flow), !provider.showsNumber(to: client) else { return again }
    return "If the browser has ended at a URL, run `wayleave login --resume` and paste the URL there. \(again)"
  }

  /// Signs in by the flow that fits.
  private func signIn(
    to provider: Provider, as client: Client, options: inout Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    if flow == .xauth {
      let (username, password) = try password.read(for: provider)
      return try await accounts.signIn(
        to: provider, as: client, username: username, password: password, options: options)
    }
    if options.flow != .app {
      let choice = try await flow.choice(for: client, at: provider, in: accounts)
      if let reason = choice.reason { output.say(reason) }
      options.flow = choice.flow
      options.timeout = answerTime(in: choice.flow)
    }
    return try await accounts.signIn(to: provider, as: client, options: options)
  }

  /// Has the user of an account sign in again, on the terms that were given.
  private func signInAgain(
    options: Accounts.SignInOptions, in accounts: Accounts, of workplace: Workplace
  ) async throws -> SignedIn {
    var options = options
    options.flow = flow == .device ? .device : .browser
    options.timeout = answerTime(in: options.flow)
    let (stored, name) = try await workplace.account(named: account.name, in: accounts)
    if let end = workplace.catalogue.playground.end(for: stored) {
      // No page would open at its URL. Another playground that runs has the same providers.
      guard let provider = try? workplace.catalogue.provider(named: stored.account.provider.text, allowingHTTP: true),
        let registered = try await registered(at: provider, in: workplace)
      else { throw end }
      options.accountName = stored.name
      return try await signInOrAdvise(to: provider, as: registered.client, options: &options, in: accounts)
    }
    do { return try await signInAgain(as: stored, options: options, in: accounts) } catch {
      throw Workplace.naming(name, of: stored, in: error)
    }
  }

  private func signInAgain(
    as stored: StoredCredential, options: Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    if stored.identity == nil, !terms.isGiven {
      return try await accounts.signInAgain(stored.account, options: options)
    }
    let demand = AccessDemand(
      scopes: options.scopes, authenticationContextClasses: options.terms.authenticationContextClasses,
      maximumAge: options.terms.maximumAge)
    return try await accounts.stepUp(stored.account, for: demand, options: options)
  }

  /// Whether it finishes what another process began.
  private var isResumed: Bool { resume || step == .exchange }

  /// Begins a sign-in that another process finishes, and prints the URL for the user.
  private func begin(
    at provider: Provider?, as client: Client?, options: Accounts.SignInOptions, in accounts: Accounts
  ) async throws {
    guard let provider, let client else { throw ValidationError("--step authorize needs a provider.") }
    guard !provider.showsNumber(to: client) else {
      throw ValidationError(
        "\(DisplayText.clean(provider.title)) shows a number, which only the `login` that waits takes.")
    }
    let redirectURI = try client.redirectURIs.first ?? provider.loopbackRedirectURI
    let page = try await accounts.beginPage(of: provider, as: client, redirectURI: redirectURI, options: options)
    let life = page.renewal?.lifetime
    guard output.isJSON else {
      Console.answer(page.url.text)
      if let life { output.say(SignInText.life(life)) }
      return output.say(
        "Open this URL, then give the one at which the browser ends to `wayleave login --step exchange`.")
    }
    let now = WallClock.now()
    Console.answer([
      "authorization_url": .string(page.url.text), "redirect_uri": .string(redirectURI.text),
      "authorization_url_expires_at": JSON(life.map { (now + .seconds($0)).secondsSinceEpoch }),
      "expires_at": JSON((now + options.wholeLifetime).secondsSinceEpoch),
    ])
  }

  private func signInOptions() throws(OAuthError) -> Accounts.SignInOptions {
    var options = Accounts.SignInOptions(
      scopes: scopes.flatMap { $0.split(separator: " ").map(String.init) },
      accountName: account.name,
      allowedOrigins: try allowedOrigins.map { (text) throws(OAuthError) in
        // A token is sent in clear text only where the user allows it.
        _ = try Endpoint(text, allowingHTTP: allowHTTP)
        return try Origin(text)
      }, timeout: answerTime(in: .browser), acceptsDowngrade: acceptDowngrade, terms: try terms.asked())
    options.lifetime = Accounts.timeToResume
    return options
  }

  /// How long to wait for the user, who needs time to take a code to another device.
  private func answerTime(in flow: Accounts.SignInOptions.Flow) -> Duration {
    let hasCode = flow == .device || flow == .either
    return timeout.map { .seconds($0) } ?? (hasCode ? Self.timeWithCode : Accounts.SignInOptions.usualTimeout)
  }

  private static let timeWithCode: Duration = .seconds(900)
}
