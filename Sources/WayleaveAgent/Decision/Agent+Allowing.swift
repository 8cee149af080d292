import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Whether a program may have what it asks for.
extension Agent {
  /// An account that a program may use in some way.
  struct Allowed {
    let stored: StoredCredential
    let all: [StoredCredential]
    /// The grant that says so.
    let grant: String
  }

  /// The account that a request names, once the program may use it; nil while it waits.
  ///
  /// `url` is where the credential is to go: of several accounts it chooses the only one whose credential may. Without a
  /// name the account is one of those that are `meant`, where some are.
  mutating func allowed(
    _ scope: AgentScope, _ name: String?, at url: String? = nil, among meant: [StoredCredential]? = nil,
    to request: Waiting, on connection: Int
  ) throws(OAuthError) -> Allowed? {
    guard let store = try openStore(for: request) else { return nil }
    guard let stored = try account(name, scope, at: url, among: meant, in: store, for: request, on: connection) else {
      return nil
    }
    let all = store.contents.accounts
    let shown = shownName(of: stored, among: all)
    let program = request.caller.subject.file.path
    guard request.decision != .no else { throw denied(program, scope, named: shown, to: request, isAsked: true) }
    let isItself = request.caller.isOwn && request.caller.subject.process == request.caller.program.process
    guard !isItself else { throw .agentGrantsNotToItself() }
    guard let hash = hash(of: request.caller.subject) else { return nil }
    if let grant = grants.grant(for: program, hash: hash, stored, scope, at: surroundings.elapsed()) {
      // One command of ours may use several accounts for one program, and the record may be of the one that is meant.
      if name == nil, meant == nil, request.caller.isOwn, let damage = store.contents.damage {
        throw damage.orNaming(shown)
      }
      return Allowed(stored: stored, all: all, grant: grant.id)
    }
    let key = QuestionKey(
      program: program, hash: hash, account: stored.account, enrollment: stored.enrollment, scope: scope)
    try ask(
      key, of: request.caller.subject.file, isParent: request.caller.isOwn, named: shown, for: request, on: connection)
    return nil
  }

  /// The account of a name; nil while it waits, and where one of several has to be named.
  private mutating func account(
    _ name: String?, _ scope: AgentScope, at url: String?, among meant: [StoredCredential]?, in store: OpenStore,
    for request: Waiting, on connection: Int
  ) throws(OAuthError) -> StoredCredential? {
    let all = store.contents.accounts
    var candidates = name == nil ? meant ?? all : all
    if name == nil, let url = url.flatMap({ try? AbsoluteURL($0) }), let origin = Origin(of: url) {
      // A program learns nothing of accounts that it may not know of.
      guard let visible = try visible(all, to: request) else { return nil }
      let choice = choice(for: .request, at: origin, among: visible)
      do throws(OAuthError) {
        candidates = try choice.candidates(among: all).closest(to: url, among: store.contents.clients)
      } catch { throw store.contents.damage ?? error }
      // A program that knows of no account asks for one all the same, and does not learn whose credential may go there.
      if candidates.isEmpty { candidates = AccountChoice(for: .request, at: origin, among: all) { _ in true }.fitting }
    }
    do throws(OAuthError) { return try AccountName.find(name, among: candidates) } catch {
      guard let visible = try visible(all, to: request), let hash = hash(of: request.caller.subject) else { return nil }
      let path = request.caller.subject.file.path
      let isStranger =
        !request.caller.isOwn && grants.accounts(for: path, hash: hash, at: surroundings.elapsed()).isEmpty
      switch error.code {
      // For a program without a grant, a name that exists and one that does not have the same answer.
      case .unknownAccount where isStranger, .ambiguousAccount where isStranger && name != nil:
        throw denied(path, scope, named: name, to: request, isAsked: false)
      // The record of the account may be the one that cannot be read.
      case .unknownAccount: throw store.contents.damage ?? (request.caller.isOwn ? error : .agentKnowsNoAccount(name))
      case .ambiguousAccount:
        let accounts = Set(candidates.map(\.account))
        let names = AccountName.ofEach(visible.filter { accounts.contains($0.account) }, among: all)
        waiting[connection]?.failure = AgentFailure(.agentAccountChoiceNeeded(names), choices: names)
        return nil
      default: throw error
      }
    }
  }

  /// Which of the accounts that a program may know of are meant for a server.
  func choice(
    for use: AccountChoice.Use, named name: String? = nil, at origin: Origin, among visible: [StoredCredential]
  ) -> AccountChoice {
    AccountChoice(for: use, named: name, at: origin, among: visible) { stored in
      switch use {
      case .password: stored.mayLogIn(at: origin, by: registration(of: stored))
      case .request: authorization(of: stored, clocks: clocks, servers: servers).allows(origin)
      }
    }
  }

  /// The SHA-256 of the file that a program runs; nil while it is computed.
  mutating func hash(of program: SeenProgram) -> String? {
    if let hash = hashes[program.file] { return hash }
    if hashes.count > 1000 { hashes = [:] }
    if hashing.insert(program.file).inserted { surroundings.begin(.hash(program)) }
    return nil
  }

  /// The store, as new as a request needs it; nil while it is read.
  mutating func openStore(for request: Waiting) throws(OAuthError) -> OpenStore? {
    switch state {
    case .locked(let needsPassphrase): throw .agentLocked(needsPassphrase: needsPassphrase)
    case .opening: return nil
    case .closed:
      open(with: firstPassphrase)
      return nil
    case .open(let store):
      if store.isCurrent(for: request.number, by: surroundings.isUnchanged) { return store }
      readAgain(store)
      return nil
    }
  }

  /// Reads everything again, unless that happens already.
  mutating func readAgain(_ store: OpenStore) {
    if !isReading { surroundings.begin(.read(store.vaults, after: count)) }
    isReading = true
  }

  /// Opens the store; where that fails, all is as before.
  mutating func open(with passphrase: Secret?) {
    // The number of this opening: no request and no other opening has it.
    count += 1
    // A passphrase that comes with the request is in `wantsPassphrase` only after it has opened the store.
    let earlier: State
    if case .closed = state, passphrase != nil { earlier = .locked(needsPassphrase: true) } else { earlier = state }
    state = .opening(from: earlier, number: count)
    firstPassphrase = nil
    surroundings.begin(.open(passphrase: passphrase, after: count))
  }

  /// Whether a credential can be used now; false while it is renewed.
  mutating func isFresh(
    _ stored: StoredCredential, for minimum: Int64?, to request: Waiting, on connection: Int,
    among all: [StoredCredential]
  ) throws(OAuthError) -> Bool {
    let now = surroundings.now()
    let wanted = minimum.map { Duration.seconds($0) }
    if stored.endedBecause == nil, Freshness.atLeast(wanted).isMet(by: stored, at: now),
      stored.credential.isAlive(for: wanted ?? .zero, at: now)
    {
      return true
    }
    if let ended = stored.endedBecause { throw .agentSignInEnded(ended, of: stored) }
    guard !request.isRenewed else {
      if stored.credential.isAlive(at: now) { return true }
      throw .agentFailed("the renewed token has expired already", remedy: "Compare the clock of this machine.")
    }
    let time = surroundings.elapsed()
    if stored.credential.isAlive(at: now), renewals.isJustRenewed(stored.account, at: time) { return true }
    if let failure = renewals.failure(for: stored.account, at: time) {
      waiting[connection]?.failure = failure
      return false
    }
    let name = shownName(of: stored, among: all)
    let renewal = renew(stored, named: name, for: minimum)
    waiting[connection]?.renewal = renewal
    return false
  }
}

extension OAuthError {
  /// The error for a program of others, which names no account.
  fileprivate static func agentKnowsNoAccount(_ name: String?) -> OAuthError {
    OAuthError(
      .unknownAccount, rule: .wayleave("an account is signed in before it is used"),
      expected: "an account that is signed in",
      received: name.map(TypedName.mayBeSecret) == true ? .described("what may be a secret") : .text(name),
      remedy: "Sign in with `wayleave login PROVIDER`.")
  }
}
