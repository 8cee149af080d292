import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleavePlain
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in at a provider and store the credential.",
    discussion: """
      PROVIDER is a name of `wayleave providers list`, the https URL of an issuer
      or of an API, which names its issuer, a user's address such as
      joe@example.com, whose host is asked for its issuer, or an account of the AT
      Protocol (Bluesky), such as @alice.example.com, or its DID. At a server where
      you have no client, the program registers one. --account gives the account a
      name, or renews the account of that name. With --account alone the user of
      that account signs in again, with --max-age, --acr-values or --scope as an
      API has demanded. The flow is one of:

        browser  the browser of this machine, which comes back automatically
        device   a code that you type on any device with a browser
        paste    any browser; you paste the URL at which it ends
        xauth    name and password, typed here, at providers that take them
        app      the provider's own app on this machine; the browser where it is not
                 installed
        implicit the browser, which brings the token itself: only for a client that
                 gets it in no other way, where the entry names it (legacy_grants)
        auto     browser or paste; without a display, or over SSH, device where the
                 provider has it, or paste: the first answer counts

      If the program was killed while it waited for the browser, --resume asks for
      the URL at which the browser ended. It works for an hour, also while the
      program still waits. PROVIDER is not needed then, unless its client uses a
      certificate or encrypted callbacks. --step authorize prints the URL to open,
      and ends; --step exchange is --resume.
      """)

  @Argument(
    help: "A provider's name, an issuer's or API's URL, a user's address, or an @handle.",
    completion: CompletedNames.providers)
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
    guard timeout.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--timeout is a number of seconds, 0 or more.")
    }
    guard step != .authorize || !resume && saveIDToken == nil && [.auto, .paste, .implicit].contains(flow) else {
      throw ValidationError(
        "--step authorize goes without --resume and --save-id-token, and with --flow paste or implicit only.")
    }
    guard flow == .xauth || !password.isGiven else {
      throw ValidationError("--username and --password-file go with --flow xauth.")
    }
    if flow == .xauth || flow == .device, let name = terms.namesForPage.first {
      throw ValidationError("\(name) is for the provider's page: it does not go with --flow \(flow.rawValue).")
    }
    guard step != .authorize || unsaved.unsavedTo == nil else {
      throw ValidationError("--step authorize saves no account: give --unsaved-to to --step exchange.")
    }
    guard flow != .app && flow != .implicit || provider != nil || api != nil || isResumed else {
      throw ValidationError("--flow \(flow.rawValue) needs a provider.")
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
    do { try await signIn(in: workplace, trace: trace, idToken: idToken) } catch {
      idToken?.discard()
      // The first failure is the one to report.
      try? trace.finish(error)
      throw error
    }
    try trace.finish(nil)
  }

  /// Signs in, and tells the user what came of it; with `--step authorize` it only begins.
  private func signIn(in workplace: Workplace, trace: TraceFile, idToken: IDTokenFile?) async throws {
    let found = try await target(in: workplace, trace: trace)
    let lock = try await lock(for: found, in: workplace)
    var ending = SignInLock.Ending.failed
    defer { lock?.release(ending) }
    let target = try await registering(found, in: workplace, trace: trace)
    do { try await signIn(at: target, holding: lock, &ending, in: workplace, trace: trace, idToken: idToken) } catch {
      guard target.takesURL, found.registered == nil, let refusal = error as? OAuthError, refusal.refusesClientIDURL
      else {
        throw error
      }
      let other: Target
      do { other = try await registering(found, in: workplace, trace: trace, takingURL: false) } catch is MissingClient
      {
        throw refusal
      }
      output.say("The server refuses your client id that is a URL. \(refusal.message)")
      try await signIn(at: other, holding: lock, &ending, in: workplace, trace: trace, idToken: idToken)
    }
  }

  /// Signs in with the client of the target.
  private func signIn(
    at target: Target, holding lock: SignInLock?, _ ending: inout SignInLock.Ending, in workplace: Workplace,
    trace: TraceFile, idToken: IDTokenFile?
  ) async throws {
    try await workplace.withAccounts(
      as: target.holder, callbackSource: callbackSource(for: target, holding: lock), trustRoots: network.caFile,
      trustedBefore: { rootsTrustedBefore(by: target, among: $0) }, trace: trace
    ) { accounts in
      var accounts = accounts
      accounts.clientMadeFor = target.clientMadeFor
      // Damage is said before the user is asked for anything; it ends no sign-in.
      let all = try await accounts.all()
      workplace.tellOfDamages()
      let target = target.keepingBinding(of: all).namedByAPI(among: all)
        .keepingResources(of: all, unless: !terms.resources.isEmpty)
      let signedIn: SignedIn
      do {
        if step == .authorize { return try await begin(at: target, in: accounts) }
        if let other = result(of: lock, for: target, among: all) {
          signedIn = SignedIn(ofAnother: other)
        } else {
          signedIn = try await trustingAsBefore(target, among: all, in: accounts) {
            try await self.signedIn(at: target, in: $0, of: workplace)
          }
        }
      } catch {
        ending = SignInLock.Ending(error)
        let failure = await forgettingClient(
          of: target, in: workplace, by: accounts, among: all, after: error)
        throw target.purpose.flatMap { (failure as? OAuthError)?.advisingDoctor(at: $0) } ?? failure
      }
      ending = .answered(signedIn.account)
      try idToken?.write(signedIn.stored.credential)
      try await tell(signedIn, at: target, before: all, in: accounts)
      await removeReplaced(by: signedIn.stored, in: workplace, by: accounts)
    }
  }

  /// Runs a sign-in that trusts what the earlier ones at this provider trusted, where no file is named. What another
  /// process began says itself what it trusts.
  private func trustingAsBefore<Result>(
    _ target: Target, among all: [StoredCredential], in accounts: Accounts, _ body: (Accounts) async throws -> Result
  ) async throws -> Result {
    guard network.caFile == nil, !isResumed, let roots = rootsTrustedBefore(by: target, among: all) else {
      return try await body(accounts)
    }
    var accounts = accounts
    accounts.trustRoots = roots
    return try await Accounts.$accountTrustRoots.withValue(roots) { try await body(accounts) }
  }

  private func rootsTrustedBefore(by target: Target, among all: [StoredCredential]) -> String? {
    all.trustRoots(named: account.name, of: target.client?.id, at: target.provider?.name)
  }

  /// Whether it finishes what another process began.
  var isResumed: Bool { resume || step == .exchange }
}
