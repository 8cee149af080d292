import ArgumentParser
import Wayleave
import WayleaveAgentProtocol
import WayleaveConsole
import WayleavePlain
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Print a fresh access token; never opens a browser.",
    discussion: """
      With --grant the token is for a client, not for a user. That of
      client_credentials is stored, and used until a minute before its end:

        wayleave token --client C --grant client_credentials --scope S
        wayleave token --client C --grant exchange --subject-token-file F
        wayleave token --client C --grant jwt-bearer --assertion-file F

      For other programs:

        eval "$(wayleave token --env)"
        wayleave token --curl-config | curl -K - URL
        wayleave token --sasl xoauth2 --user ADDRESS

      The variables of these forms are WAYLEAVE_TOKEN_ENV, WAYLEAVE_TOKEN_HEADER
      and WAYLEAVE_TOKEN_CURL_CONFIG.
      """)

  @OptionGroup var account: AccountArgument

  @Option(name: .customLong("min-ttl"), help: "For how many seconds the token must still be valid.")
  var minimumLifetime: Int64?

  @Flag(help: "Refresh even a token that is valid.")
  var force = false

  @Flag(help: "Print the stored token, or fail; send nothing.")
  var noRefresh = false

  @Option(
    help: ArgumentHelp(
      "Print the two headers of OAuth Echo: another server calls this URL with them to learn who the user is.",
      valueName: "url"))
  var echo: String?

  @Option(
    name: .customLong("reverse-auth"),
    help: ArgumentHelp(
      "Finish reverse auth (OAuth 1.0a): print a token for the consumer that began it. The file has the provider's "
        + "answer to that consumer; - is standard input.",
      valueName: "file"), completion: .file())
  var reverseAuth: String?

  @Flag(exclusivity: .exclusive)
  var typedForm: TokenFormOption?

  @OptionGroup(title: "For mail programs") var mail: MailOptions
  @OptionGroup(title: "Without a user") var direct: DirectGrantOptions

  @Flag(help: "Continue although the provider no longer has a protection; the error named it.")
  var acceptDowngrade = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard !(force && noRefresh) else { throw ValidationError("--force and --no-refresh exclude each other.") }
    guard minimumLifetime.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--min-ttl is a number of seconds, 0 or more.")
    }
    // A program that reads one form must not get another: a shell would run a token as a command, and show it.
    let isForm = typedForm != nil || mail.sasl != nil
    guard !(isForm && output.isJSON), typedForm == nil || mail.sasl == nil else {
      throw ValidationError(
        "Use only one of --header, --env, --curl-config, --sasl; none with --json or WAYLEAVE_JSON.")
    }
    guard mail.mail == nil || typedForm == .curlConfig else { throw ValidationError("--mail goes with --curl-config.") }
    guard echo == nil || reverseAuth == nil else {
      throw ValidationError("--echo and --reverse-auth exclude each other.")
    }
    guard (echo == nil && reverseAuth == nil) || (!isForm && direct.grant == nil) else {
      throw ValidationError("--echo and --reverse-auth exclude --header, --env, --curl-config, --sasl and --grant.")
    }
    guard reverseAuth == nil || (!force && !noRefresh && minimumLifetime == nil) else {
      throw ValidationError("--reverse-auth gets a new token: it excludes --force, --no-refresh and --min-ttl.")
    }
    guard echo == nil || (!force && !noRefresh && minimumLifetime == nil) else {
      throw ValidationError("--echo signs for another server: it excludes --force, --no-refresh and --min-ttl.")
    }
    guard direct.grant != nil || !acceptDowngrade else {
      throw ValidationError("--accept-downgrade goes with --grant.")
    }
    if direct.grant == nil { try direct.requireNone(without: "--grant") }
    guard direct.grant == nil || (account.name == nil && !noRefresh) else {
      throw ValidationError("--grant is for the token of a client: it excludes an account and --no-refresh.")
    }
  }

  func run() async throws {
    let (parameters, mailForm) = (try firstHalf, try mail.form)
    if asksAgent, let agent = try await AgentClient.available(output: output) {
      if try await isPrinted(by: agent, after: parameters, in: mailForm) { return }
      do {
        return try await runFromStore(named: agent.chosenAccount ?? account.name, after: parameters, in: mailForm)
      } catch let error as OAuthError where error.isMissingPassphrase {
        throw error.notGivenByAgent
      }
    }
    try await runFromStore(named: account.name, after: parameters, in: mailForm)
  }

  private func runFromStore(
    named name: String?, after parameters: ReverseAuthParameters?, in mailForm: MailForm?
  ) async throws {
    HiddenMemory.hide()
    let workplace = try Workplace(output: output)
    if let grant = direct.grant { return try await printDirect(by: grant, in: mailForm, of: workplace) }
    try await workplace.withAccounts(trustRoots: network.caFile, mayStayOffline: true) { accounts in
      let (named, name) = try await workplace.account(named: name, in: accounts)
      // Its token is void, whatever its end says.
      if let end = workplace.catalogue.playground.end(for: named) { throw end.leavingNoCredential }
      if let echo { return try await printEcho(of: echo, as: named.account, in: accounts) }
      if let parameters {
        let token = try await workplace.acting(for: named) {
          try await accounts.reverseAuthToken(of: named.account, for: parameters)
        }
        try Task.checkCancellation()
        return print(token, for: parameters.consumerKey)
      }
      let lifetime = minimumLifetime.map { Duration.seconds($0) }
      let fresh = try await workplace.acting(for: named) {
        do {
          return noRefresh
            ? try accounts.unrefreshed(named, minimumLifetime: lifetime)
            : try await accounts.fresh(named.account, minimumLifetime: lifetime, forcing: force)
        } catch { throw Workplace.naming(name, of: named, in: error) }
      }
      // After Ctrl-C the refresh was finished, but a token must not be printed.
      try Task.checkCancellation()
      try checkLifetime(until: fresh.credential.expiresAt, of: name)
      let needsEntry = form?.needsEntry ?? false
      let provider = needsEntry ? accounts.registered(fresh).provider : fresh.provider
      let text = try text(of: fresh.credential, at: provider, as: fresh.client.id, named: name, in: mailForm)
      print(fresh, as: text, named: name)
    }
  }

  /// How the token is printed; nil for JSON. What is written for mail begins with the token alone.
  private var form: TokenForm? { output.isJSON ? nil : mail.isGiven ? .plain : typedForm?.form ?? .plain }

  /// A credential in the form that was asked for; nil for JSON.
  private func text(
    of credential: Credential, at provider: Provider, as client: ClientID, named name: String, in mailForm: MailForm?
  ) throws(OAuthError) -> String? {
    if let mailForm { return try mailForm.exposedText(of: credential.tokenForMail(named: name)) }
    try form?.require(of: credential, at: provider, named: name)
    return form?.text(of: credential, at: provider, as: client)
  }

  /// Whether the agent is asked. It is not where the command changes the store, shows its steps, or asks for a client.
  private var asksAgent: Bool { !force && !noRefresh && direct.grant == nil && !output.isTraced }

  /// Prints what the agent gives; false where the store must be asked.
  private func isPrinted(
    by agent: AgentClient, after parameters: ReverseAuthParameters?, in mailForm: MailForm?
  ) async throws -> Bool {
    switch (try await agent.answer(to: wish(after: parameters)), parameters) {
    case (.text(let bytes)?, _):
      let text = String(decoding: bytes.dropLast(), as: UTF8.self)
      let mailText = try mailForm?.exposedText(of: Secret(text))
      warnOfTerminal()
      if output.isJSON {
        Console.answer(try JSON(decoding: bytes))
      } else {
        Console.answer(exact: mailText ?? text)
      }
    case (.fields(let pairs)?, _): printEcho(pairs.map { ($0.name, $0.value) })
    case (.authorized(let message, _)?, let parameters?):
      print(try await reverseAuthToken(by: message), for: parameters.consumerKey)
    default: return false
    }
    return true
  }

  private func wish(after parameters: ReverseAuthParameters?) -> AgentRequest.Wish {
    let name = AccountVariable.account(typed: account.name)
    if let echo { return .echo(account: name, url: echo) }
    if let parameters { return .reverseAuth(account: name, parameters: parameters.text) }
    return .token(account: name, minimumLifetime: minimumLifetime.map(UInt64.init), form: form)
  }

  /// A token that cannot be renewed, and one of a provider whose tokens live short, may be valid for less than is
  /// wanted: a failure where the user said how long, else a warning.
  private func checkLifetime(until end: Instant?, of name: String) throws(OAuthError) {
    guard let end else { return }
    let left = max(0, (end - WallClock.now()).wholeSeconds)
    if let minimumLifetime, left < minimumLifetime {
      throw .endsTooSoon(
        in: .seconds(left), asked: .seconds(minimumLifetime), of: name,
        remedy: "Ask for less, or leave out --min-ttl: a new token of this provider would not live longer.")
    }
    if minimumLifetime == nil, left < Freshness.margin.wholeSeconds {
      output.say("The token expires in \(left) \(left == 1 ? "second" : "seconds").")
    }
  }

  /// Prints the two header fields of OAuth Echo, for a request to another server.
  private func printEcho(of address: String, as account: Account, in accounts: Accounts) async throws(OAuthError) {
    let fields = try await accounts.session(for: account).echoHeaders(for: try AbsoluteURL(address))
    printEcho(fields.map { ($0.name.rawName, $0.value) })
  }

  private func printEcho(_ fields: [(name: String, value: String)]) {
    guard output.isJSON else {
      return Console.answer(exact: fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
    }
    var answer = JSON.Object()
    for field in fields { answer[field.name] = .string(field.value) }
    Console.answer(.object(answer))
  }

  /// Asks for a token of a client, and prints it.
  private func printDirect(
    by grant: DirectGrantOptions.Grant, in mailForm: MailForm?, of workplace: Workplace
  ) async throws {
    let (registered, provider) = try await direct.asking(in: workplace)
    let asked = try direct.direct(grant)
    let tokens = try await direct.acting(
      as: (registered, provider), in: workplace, trustRoots: network.caFile
    ) { accounts in
      // Another program uses the printed token, and it does not have our key.
      try await accounts.tokens(
        by: asked, of: provider, as: registered.client, minimumLifetime: minimumLifetime.map { .seconds($0) },
        renewing: force, bindingToKey: false, acceptingDowngrade: acceptDowngrade)
    }
    let credential = Credential.oauth2(tokens)
    try checkLifetime(until: tokens.expiresAt, of: registered.name)
    let text = try text(
      of: credential, at: provider, as: registered.client.id, named: registered.name, in: mailForm)
    warnOfTerminal()
    if let text { return Console.answer(exact: text) }
    Console.answer([
      "access_token": .string(credential.shownToken), "token_type": .string(tokens.tokenType),
      "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
      "client": .string(registered.name), "issued_token_type": tokens.additional["issued_token_type"] ?? .null,
    ])
  }

  /// On a terminal the token stays in the scrollback, and on the screen for others to see.
  func warnOfTerminal() {
    guard FileDescriptor.standardOutput.isTerminal else { return }
    output.say("Warning: this prints a secret on your terminal. Use a pipe, or `wayleave request`, to keep it hidden.")
  }

  private func print(_ stored: StoredCredential, as text: String?, named name: String) {
    warnOfTerminal()
    guard let text else { return Console.answer(stored.tokenJSON(named: name)) }
    Console.answer(exact: text)
    switch stored.credential {
    case .oauth2 where !stored.credential.servesEveryRequest:
      output.say("It is bound to a key that stays here, and useless without it: use `wayleave request`.")
    case .oauth1 where form == .plain:
      output.say(
        "With OAuth 1.0a each request needs its own signature: use `wayleave request`, or --json for token and secret.")
    case .oauth1, .oauth2: break
    }
  }
}

extension OAuthError {
  /// Whether the store has a passphrase that this program was not given.
  fileprivate var isMissingPassphrase: Bool {
    if case .givePassphrase = remedy { true } else { false }
  }

  /// The same failure of an account that the agent leaves to the store.
  fileprivate var notGivenByAgent: OAuthError {
    worded(
      "The agent does not give this account's token: it is one of OAuth 1.0a, or bound to a key. It comes from the "
        + "store, whose passphrase is needed.")
  }
}
