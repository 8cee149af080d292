import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The account as which an MCP server is asked: the agent's where one runs, else one of the store.
///
/// It is looked for when the first request is sent, and again after a failure for want of it: the user may sign in, or
/// unlock the store or the agent, in another terminal meanwhile.
actor MCPAccount {
  private let server: AbsoluteURL
  private let name: String?
  private let trustRoots: String?
  private let output: OutputOptions
  private let signIn: MCPSignIn?
  /// For requests that the agent has authorized.
  private let connections: OpenedTransport
  /// One search, for which all requests wait.
  private var held: Task<Held, any Error>?

  /// How many requests may wait for a server at a time, each on a connection of its own.
  static let mostRequests = 256

  /// What was found in the store.
  private struct Held {
    let workplace: Workplace
    let opened: Workplace.OpenedAccounts
    let stored: StoredCredential
    let name: String
    let session: AuthorizedSession
    /// The sign-in that helps where the account was signed in for another API; nil where it was for this one, or for none.
    let otherSignIn: Remedy?

    /// Throws where the API takes the tokens of another server now: a sign-in at the account's own may be good for nothing.
    func requireSameServer() async throws {
      if let servers = try await opened.accounts.otherServers(ofAPIOf: stored) {
        throw OAuthError.moved(to: servers, from: stored)
      }
    }
  }

  /// - Parameters:
  ///   - name: the account; nil for the one that was got for this server.
  ///   - signIn: opens the browser where there is no account; nil where only the user does.
  init(for server: AbsoluteURL, named name: String?, trustRoots: String?, signIn: MCPSignIn?, output: OutputOptions) {
    (self.server, self.name, self.trustRoots, self.signIn) = (server, name, trustRoots, signIn)
    self.output = output
    connections = OpenedTransport(
      trustRoots: trustRoots, certificates: ShownCertificates(), output: output,
      connectionsPerServer: Self.mostRequests + 8
    ) {}
  }

  /// Sends a request, renewing the token where it must be, and gives the answer; its body goes to `overflow` where that
  /// takes it.
  func answer(
    to request: RequestMessage, within limits: ExchangeLimits, handingOnTo overflow: BodyOverflow
  ) async throws -> AuthorizedAnswer {
    let signIns = await signIn?.successes ?? 0
    do { return try await attempt(request, within: limits, overflow) } catch {
      guard Self.isMetBySignIn(error), let signIn, try await signIn.succeeds(after: signIns) else { throw error }
      do { return try await attempt(request, within: limits, overflow) } catch {
        if Self.isMetBySignIn(error) { await signIn.noteUseless() }
        throw error
      }
    }
  }

  private static func isMetBySignIn(_ error: any Error) -> Bool {
    [.unknownAccount, .signInNeeded].contains((error as? OAuthError)?.code)
  }

  private func attempt(
    _ request: RequestMessage, within limits: ExchangeLimits, _ overflow: BodyOverflow
  ) async throws -> AuthorizedAnswer {
    do {
      if let credentials = try await agentCredentials(for: request) {
        let exchange = AuthorizedExchange(
          by: connections.handingOn(to: overflow), with: credentials, events: output.listener())
        let answer = try await exchange.answer(to: request, within: limits)
        guard answer.response.status == 401 else { return answer }
        if let moved = try await credentials.moved(by: connections) { throw moved }
        throw OAuthError.tokenRefused(
          by: server, of: credentials.accountName, remedy: signIn(as: credentials.accountName))
      }
      return try await send(request, as: try await found(), within: limits, overflow)
    } catch {
      let failure = explained((error as? AgentRefusal)?.error ?? error)
      // What was found may be there no more, or be another one.
      if let code = (failure as? OAuthError)?.category, [.signInNeeded, .storage, .configuration].contains(code) {
        held = nil
      }
      throw failure
    }
  }

  /// The agent's credential; nil where the store must be read.
  private func agentCredentials(for request: RequestMessage) async throws -> AgentCredentials? {
    // What was read of the store is not shown again, whichever agent is there now.
    guard held == nil, AgentClient.isExpected else {
      HiddenMemory.hide()
      return nil
    }
    return try await AgentTurn.take {
      guard held == nil else { return nil }
      HiddenMemory.show()
      defer { HiddenMemory.hide() }
      guard let agent = try await AgentClient.available(output: output) else { return nil }
      return try await AgentCredentials(of: agent, named: name, for: request, output: output)
    }
  }

  private func send(
    _ request: RequestMessage, as held: Held, within limits: ExchangeLimits, _ overflow: BodyOverflow
  ) async throws -> AuthorizedAnswer {
    try await held.workplace.acting(for: held.stored) { [server] in
      do {
        let answer = try await held.session.answer(
          to: request, within: limits, by: held.opened.transport.handingOn(to: overflow))
        guard answer.response.status == 401 else { return answer }
        let renewals = try await held.opened.accounts.stored(held.stored.account)?.refusedRenewals
        throw OAuthError.tokenRefused(
          by: server, of: held.name,
          isRenewed: renewals?.isPaused(at: Origin(of: server), at: WallClock.now()) ?? false,
          remedy: .signInAgain(account: held.name))
      } catch {
        if let failure = error as? OAuthError, failure.code == .signInNeeded {
          if let remedy = held.otherSignIn { throw failure.remedied(by: remedy) }
          try await held.requireSameServer()
        }
        throw Workplace.naming(held.name, of: held.stored, in: error)
      }
    }
  }

  private func found() async throws -> Held {
    let task = held ?? Task { try await search() }
    held = task
    do { return try await task.value } catch {
      if held == task { held = nil }
      throw error
    }
  }

  private func search() async throws -> Held {
    // Standard input is the client's: no one types a passphrase there.
    let workplace = try Workplace(output: output, isAsking: false)
    let opened = try await workplace.opened(
      trustRoots: trustRoots, mayStayOffline: true, connectionsPerServer: Self.mostRequests + 8)
    let all = try await opened.accounts.all()
    let stored = try await chosen(among: all, in: opened.accounts, of: workplace)
    let name = AccountName.of(stored, among: all)
    return Held(
      workplace: workplace, opened: opened, stored: stored, name: name,
      session: opened.accounts.session(for: stored.account),
      otherSignIn: try await workplace.otherSignIn(
        at: server, as: stored, named: name, by: Remedy.login(to: server, trustRoots: trustRoots)))
  }

  /// The named account; else of those whose credential may go to the server the one whose sign-in was for it.
  private func chosen(
    among all: [StoredCredential], in accounts: Accounts, of workplace: Workplace
  ) async throws -> StoredCredential {
    guard name == nil, let origin = Origin(of: server) else { return try workplace.find(name, among: all) }
    let candidates = try await workplace.candidates(for: server, at: origin, among: all, in: accounts)
    return try await workplace.choose(nil, among: candidates, of: all)
  }

  /// What helps where the token of an account of the agent is refused. Only the agent knows for which API it was got.
  private func signIn(as account: String) -> Remedy {
    let login = Remedy.login(to: server, trustRoots: trustRoots)
    let again = Remedy.option("--account", account) ?? "--account NAME"
    return .advice(
      "If “\(DisplayText.clean(account, limit: 200))” was signed in for this API, sign in again: "
        + "`wayleave login \(again)`. If not, sign in there: \(login).")
  }

  /// A failure for want of an account for this server, with the command that helps; any other as it is.
  private func explained(_ error: any Error) -> any Error {
    guard let failure = error as? OAuthError,
      failure.code == .unknownAccount || failure.code == .foreignOrigin && name == nil
    else { return error }
    return OAuthError.noAccount(for: server, named: name, trustRoots: trustRoots)
  }
}

extension OAuthError {
  fileprivate static func noAccount(
    for server: AbsoluteURL, named name: String?, trustRoots: String?
  ) -> OAuthError {
    let login = Remedy.login(to: server, as: name, trustRoots: trustRoots)
    return OAuthError(
      .unknownAccount,
      message: name.map { "You have no account \(TypedName.shown($0))." } ?? "You have no account for \(server).",
      rule: .wayleave("a name means one account"),
      remedy: .advice("Sign in, in a terminal: \(login). Then try again; nothing has to be restarted."))
  }

  fileprivate static func tokenRefused(
    by server: AbsoluteURL, of account: String, isRenewed: Bool = false, remedy: Remedy
  ) -> OAuthError {
    let name = "“\(DisplayText.clean(account, limit: 200))”"
    return OAuthError(
      .signInNeeded,
      message: "\(server) does not accept the token of \(name)" + (isRenewed ? ", even just after a renewal." : "."),
      rule: .rfc(6750, "3.1"), remedy: remedy)
  }
}
