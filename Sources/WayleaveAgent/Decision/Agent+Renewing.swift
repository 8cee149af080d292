import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Renewals, and what happens as time passes.
extension Agent {
  /// Has a credential renewed, unless that happens already; gives what was wanted.
  @discardableResult
  mutating func renew(
    _ stored: StoredCredential, named name: String, for minimum: Int64?, forcing: Bool = false
  ) -> Renewal? {
    guard case .open(let store) = state else { return nil }
    let renewal = Renewal(
      account: stored.account, name: name, minimumLifetime: minimum, isForced: forcing,
      passphrase: store.passphrase)
    if renewals.begin(renewal) { surroundings.begin(.renew(renewal)) }
    return renewal
  }

  /// Does what the time has come for.
  mutating func tick() {
    let time = surroundings.elapsed()
    endQuestions(at: time)
    grants.removeEnded(at: time)
    sendFirstRevocations(at: time)
    guard case .open(let store) = state else { return }
    if let end = idleEnd, time >= end { return lock() }
    lookAgain(at: time)
    sendRevocations(of: store, at: time)
    let now = surroundings.now()
    for stored in store.contents.accounts where stored.isDue(at: now) {
      guard renewals.mayBegin(for: stored.account, at: time), let end = stored.credential.expiresAt else { continue }
      // More than it has left, so that it is renewed, and no more than a new one has.
      let left = max(0, (end - now).wholeSeconds) + 1
      let minimum = left > Freshness.margin.wholeSeconds ? left : nil
      renew(stored, named: shownName(of: stored, among: store.contents.accounts), for: minimum)
    }
  }

  /// When there is something to do next, though nothing comes.
  var nextTick: ContinuousClock.Instant {
    let time = surroundings.elapsed()
    // The time of day can be set: what depends on it is looked at again and again.
    var ends =
      questions.values.compactMap(\.deadline) + [idleEnd, revocations.nextBegin(after: time)].compactMap(\.self)
    if case .open = state { ends.append(nextStoreLook) }
    if case .closed = state, let look = revocations.firstLook, look > time { ends.append(look) }
    return (ends + [time + .seconds(30)]).min() ?? time
  }

  /// Reads again what has changed, though no one asks: a sign-out may have left something to send.
  private mutating func lookAgain(at time: ContinuousClock.Instant) {
    guard time >= nextStoreLook, case .open(let store) = state else { return }
    nextStoreLook = time + .seconds(30)
    if !store.contents.isUnchanged(by: surroundings.isUnchanged) { readAgain(store) }
  }

  /// When the agent locks itself; nil for never, and while something is done.
  ///
  /// A question does not count: a program that was allowed nothing could put one after the other.
  private var idleEnd: ContinuousClock.Instant? {
    guard case .open = state, let limit = surroundings.lockAfter,
      waiting.values.allSatisfy({ $0.question != nil })
    else { return nil }
    return lastUse + limit
  }

  /// Drops the keys, the credentials and the grants with an end. What waits fails, and opens nothing again.
  mutating func lock(needsPassphrase: Bool? = nil) {
    let needsPassphrase = needsPassphrase ?? state.wantsPassphrase(first: firstPassphrase != nil)
    firstPassphrase = nil
    state = .locked(needsPassphrase: needsPassphrase)
    grants = Grants()
    forgetNames()
    questions = [:]
    notifications.forgetAll()
    fail(waiting.keys.sorted(), AgentFailure(.agentLocked(needsPassphrase: needsPassphrase)))
    advanceAll()
  }

  /// Takes the result of work.
  mutating func receive(_ event: AgentEvent) {
    switch event {
    case .opened(let result, let number): receive(opened: result, number)
    case .read(let result): receive(read: result)
    case .hashed(let file, let hash):
      hashing.remove(file)
      receive(hash: hash, of: file)
    case .hashedFile(let path, let result): receive(result, at: path)
    case .renewed(let renewal, let failure): receive(renewal, failure)
    case .sentRevocations(let result): receive(sent: result)
    case .answered(let question, let decision):
      notifications.end(question)
      decide(question, decision, by: "an answer at the desktop")
      return showNextQuestion()
    }
    advanceAll()
  }

  private mutating func receive(opened result: Result<(OpenStore, [Grant]), OAuthError>, _ number: UInt64) {
    // It may have been locked meanwhile, and opened again.
    guard case .opening(let earlier, number) = state else { return }
    let unlocking = waiting.filter { $0.value.opening == number }.map(\.key)
    switch result {
    case .success(let (store, saved)):
      state = .open(store)
      grants = Grants(saved + grants.all.filter { $0.until != nil })
      lastUse = surroundings.elapsed()
      endGrantsOfGoneAccounts()
      for connection in unlocking { waiting[connection]?.isOpened = true }
    case .failure(let error):
      state = error.code == .agentLocked ? .locked(needsPassphrase: true) : earlier
      // A wrong passphrase changes nothing for the others while the agent is open.
      if case .open = earlier {
        fail(unlocking, AgentFailure(error))
      } else {
        fail(waiting.keys.sorted(), AgentFailure(error))
      }
    }
  }

  private mutating func receive(read result: Result<OpenStore.Contents, OAuthError>) {
    isReading = false
    forgetNames()
    guard case .open(var store) = state else { return }
    switch result {
    case .success(let contents):
      store.contents = contents
      state = .open(store)
      endGrantsOfGoneAccounts()
    // The key of the store was changed to a passphrase, or to another one.
    case .failure(let error) where error.code == .agentLocked: lock(needsPassphrase: true)
    case .failure(let error):
      fail(waiting.keys.sorted(), AgentFailure(error))
    }
  }

  private mutating func receive(hash: String?, of file: ProgramFile) {
    if let hash { return hashes[file] = hash }
    let failure = AgentFailure(.agentCannotSee("its file cannot be read"))
    fail(waiting.filter { $0.value.caller.subject.file == file }.map(\.key), failure)
  }

  private mutating func receive(_ renewal: Renewal, _ failure: AgentFailure?) {
    renewals.end(renewal, failure, at: surroundings.elapsed())
    // The file was changed now, whatever its stamp says.
    count += 1
    for (connection, request) in waiting where request.renewal == renewal {
      waiting[connection]?.number = count
      // One that wants a longer life begins a renewal of its own.
      guard let wanted = request.renewal, wanted.isServed(by: renewal) else { continue }
      waiting[connection]?.isRenewed = true
      waiting[connection]?.failure = failure
    }
  }

  /// Takes what was found out of a program that `allow` names.
  private mutating func receive(_ result: Result<HashedProgram, OAuthError>, at path: String) {
    for (connection, request) in waiting where request.isHashing {
      guard case .allow(let program, _, _, _) = request.request.wish, program.hasSameBytes(as: path) else { continue }
      waiting[connection]?.isHashing = false
      switch result {
      case .success(let program): waiting[connection]?.allowed = program
      case .failure(let error): waiting[connection]?.failure = AgentFailure(error)
      }
    }
  }

  /// Lets requests fail, as soon as they go on.
  private mutating func fail(_ connections: [Int], _ failure: AgentFailure) {
    for connection in connections {
      let isOwn = waiting[connection]?.caller.isOwn ?? false
      waiting[connection]?.failure = isOwn ? failure : failure.forStrangers
    }
  }

  /// Ends the grants of accounts that are signed out: a new sign-in asks again.
  private mutating func endGrantsOfGoneAccounts() {
    // The record of an account that is not there may be one that cannot be read.
    guard case .open(let store) = state, store.contents.damage == nil else { return }
    let gone = grants.removeAll(notOf: store.contents.accounts)
    if !gone.isEmpty { surroundings.begin(.remove(gone, store.vaults.grants)) }
  }
}

extension StoredCredential {
  /// Whether four fifths of the token's life are over, and a new one can be had without the user.
  fileprivate func isDue(at now: Instant) -> Bool {
    guard endedBecause == nil, credential.isRefreshable, let end = credential.expiresAt else { return false }
    let life = (end - obtainedAt).wholeSeconds
    return life > 0 && now >= obtainedAt + (life - life / 5)
  }
}

extension AgentFailure {
  /// The failure for a program of others, which learns nothing of the store.
  fileprivate var forStrangers: AgentFailure {
    guard !code.hasPrefix("agent.") else { return self }
    return AgentFailure(.agentFailed("it cannot read its store", remedy: "See `wayleave accounts`."))
  }
}
