import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// What only the program `wayleave` may ask for.
extension Agent {
  /// The answer to a request that manages the agent; nil while it waits.
  mutating func management(of request: Waiting, on connection: Int) throws(OAuthError) -> AgentAnswer? {
    if case .status = request.request.wish { return .fields(request.caller.isOwn ? status : [status[0]]) }
    guard request.caller.isOwn else {
      note(request, .refused, by: "not the program wayleave")
      throw .agentNotOurs(request.caller.program.file.path)
    }
    switch request.request.wish {
    case .lock:
      note(request, .locked, by: "the program wayleave")
      waiting[connection] = nil
      lock()
      return .done
    case .unlock(let passphrase): return try unlock(passphrase, for: request, on: connection)
    case .grants: return try listGrants(for: request)
    case .allow(let program, let name, let scope, let minutes):
      return try allow(program, name, scope, minutes, for: request, on: connection)
    case .revoke(let id): return try revoke(id, for: request)
    case .stop:
      stop()
      return .done
    default: throw .agentFailed("an answer to no question", remedy: "Ask again.")
    }
  }

  private var status: [AgentPair] {
    var word = "open"
    var accounts: Int?
    switch state {
    case .closed: word = "ready, the next request opens the store"
    case .opening: word = "opening the store"
    case .locked(let needsPassphrase): word = needsPassphrase ? "locked, wants the passphrase of the store" : "locked"
    case .open(let store): accounts = store.contents.accounts.filter { !$0.isSignedOut }.count
    }
    // Minutes, as they are typed; nothing, which is null, for never.
    let limit = surroundings.lockAfter.map { "\($0.wholeSeconds / 60)" } ?? ""
    let counts = accounts.map { [AgentPair("accounts", "\($0)"), AgentPair("grants", "\(grants.all.count)")] } ?? []
    return [AgentPair("state", word)] + counts
      + [AgentPair("waiting", "\(waiting.count - 1)"), AgentPair("lock_after", limit)] + facts
  }

  /// Opens the store. A passphrase that is given is checked also where the agent is open.
  private mutating func unlock(
    _ passphrase: AgentPassphrase?, for request: Waiting, on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    switch state {
    case .opening: return nil
    case .open where passphrase == nil || request.isOpened:
      note(request, .unlocked, by: "the program wayleave")
      return .done
    case .locked(true) where passphrase == nil: throw .agentLocked(needsPassphrase: true)
    case .closed, .locked, .open:
      open(with: passphrase.map { Secret($0.bytes) } ?? firstPassphrase)
      waiting[connection]?.opening = count
      return nil
    }
  }

  private mutating func listGrants(for request: Waiting) throws(OAuthError) -> AgentAnswer? {
    guard let store = try openStore(for: request) else { return nil }
    return .list(grants.all.map { row(of: $0, among: store.contents.accounts) })
  }

  private func row(of grant: Grant, among all: [StoredCredential]) -> [AgentPair] {
    let stored = all.first { $0.account == grant.account }
    let left = grant.until.map { "\(max(0, ($0 - surroundings.elapsed()).wholeSeconds))" }
    return [
      AgentPair("id", grant.id), AgentPair("program", grant.program),
      AgentPair("account", stored.map { AccountName.of($0, among: all) } ?? "\(grant.account)"),
      AgentPair("scope", grant.scope.word), AgentPair("since", "\(grant.since.secondsSinceEpoch)"),
      AgentPair("seconds_left", left ?? ""),
    ]
  }

  /// Allows a program, by its path, after the same question as that of a request: any program can start ours.
  private mutating func allow(
    _ program: String, _ name: String, _ scope: AgentScope, _ minutes: UInt64?, for request: Waiting,
    on connection: Int
  ) throws(OAuthError) -> AgentAnswer? {
    guard let store = try openStore(for: request) else { return nil }
    let stored = try AccountName.find(name, among: store.contents.accounts)
    guard let allowed = request.allowed else {
      if !request.isHashing { surroundings.begin(.hashFile(program)) }
      waiting[connection]?.isHashing = true
      return nil
    }
    let (file, shown) = (allowed.file, shownName(of: stored, among: store.contents.accounts))
    // Any of them, whichever of them asks: every program can start each of them.
    guard !surroundings.isOwn(file) else { throw .agentGrantsNotToItself() }
    let time = surroundings.elapsed()
    switch request.decision {
    case .no?: throw denied(file.path, scope, named: shown, to: request, isAsked: true)
    case .always?, .tenMinutes?:
      let grant = grants.grant(for: file.path, hash: allowed.hash, stored, scope, at: time)
      return .fields(grant.map { row(of: $0, among: store.contents.accounts) } ?? [])
    case nil:
      let key = QuestionKey(
        program: file.path, hash: allowed.hash, account: stored.account, enrollment: stored.enrollment, scope: scope,
        minutes: minutes.map { min($0, AgentRequest.longestGrantInMinutes) })
      try ask(key, of: file, named: shown, for: request, on: connection)
      return nil
    }
  }

  private mutating func revoke(_ id: String, for request: Waiting) throws(OAuthError) -> AgentAnswer? {
    guard let store = try openStore(for: request) else { return nil }
    guard let grant = grants.remove(id) else {
      throw OAuthError(
        .invalidValue, message: "There is no grant “\(DisplayText.clean(id))”.",
        rule: .wayleave("a grant is named by its id"), remedy: "See `wayleave agent grants`.")
    }
    if grant.until == nil { surroundings.begin(.remove([grant.id], store.vaults.grants)) }
    note(request, .revoked, by: "the program wayleave, of \(DisplayText.clean(grant.program))")
    return .done
  }
}
