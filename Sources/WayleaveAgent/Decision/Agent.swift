import WayleaveAgentProtocol
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// What a request leads to: the accounts, the grants and the decisions. It is used by one thread, and never waits.
struct Agent {
  /// The store, as the agent has it.
  enum State {
    /// Not opened yet: the next request opens it.
    case closed
    /// Being opened, and what it was before; only the result with this number counts.
    indirect case opening(from: State, number: UInt64)
    /// Only `unlock` opens it.
    case locked(needsPassphrase: Bool)
    case open(OpenStore)

    /// Whether a passphrase opens it once it is locked; `first` says whether the agent was started with one.
    func wantsPassphrase(first: Bool) -> Bool {
      switch self {
      case .closed: first
      case .opening(let earlier, _): earlier.wantsPassphrase(first: first)
      case .locked(let needsPassphrase): needsPassphrase
      case .open(let store): store.passphrase != nil
      }
    }
  }

  /// A request that has no answer yet.
  struct Waiting {
    let request: AgentRequest
    let caller: Caller
    /// Its number among all requests.
    var number: UInt64
    /// The question to which it waits for the answer.
    var question: UInt64?
    /// What the person answered.
    var decision: AgentDecision?
    /// The opening of the store that `unlock` waits for, and whether it went well.
    var opening: UInt64?
    var isOpened = false
    var isRenewed = false
    /// The renewal that it waits for.
    var renewal: Renewal?
    /// The program that `allow` names, and its SHA-256.
    var allowed: HashedProgram?
    var isHashing = false
    var failure: AgentFailure?
  }

  /// What goes back to a connection; nil for an end without an answer.
  struct Reply {
    let connection: Int
    let answer: AgentAnswer?
  }

  let surroundings: AgentSurroundings
  var state = State.closed
  var grants = Grants()
  var waiting: [Int: Waiting] = [:]
  var questions: [QuestionKey: Question] = [:]
  var hashes: [ProgramFile: String] = [:]
  var hashing: Set<ProgramFile> = []
  var renewals = Renewals()
  var revocations: Revocations
  var notifications = NotificationQueue()
  var isReading = false
  /// When the store is looked at next, though no one asks.
  var nextStoreLook: ContinuousClock.Instant
  /// What people call the accounts, as far as that was asked since the store was read.
  private var names: [Account: String] = [:]
  var count: UInt64 = 0
  var lastUse: ContinuousClock.Instant
  /// The passphrase with which the agent was started; used once.
  var firstPassphrase: Secret?
  let clocks = SigningClocks()
  let servers = SharedServerKnowledge()
  /// What is known of the process itself, for `status`.
  var facts: [AgentPair] = []
  private(set) var isStopping = false
  private var replies: [Reply] = []
  private var entries: [AuditEntry] = []

  init(_ surroundings: AgentSurroundings) {
    self.surroundings = surroundings
    revocations = Revocations(beginningAt: surroundings.elapsed())
    (lastUse, nextStoreLook) = (surroundings.elapsed(), surroundings.elapsed())
  }

  /// Takes a request from a connection.
  mutating func receive(_ request: AgentRequest, from caller: Caller, on connection: Int) {
    if case .answer(let question, let decision) = request.wish {
      return receive(decision, to: question, from: caller, on: connection)
    }
    guard waiting[connection] == nil else {
      forget(connection)
      return end(connection)
    }
    count += 1
    waiting[connection] = Waiting(request: request, caller: caller, number: count)
    advance(connection)
  }

  /// Forgets a connection that is gone; its question goes to the next who can ask it.
  mutating func forget(_ connection: Int) {
    waiting[connection] = nil
    endUnaskedQuestions()
    guard let key = questions.first(where: { $0.value.asker == connection })?.key else { return }
    questions[key] = nil
    advanceAll()
  }

  /// What there is to send since the last time.
  mutating func takeReplies() -> [Reply] {
    defer { replies = [] }
    return replies
  }

  /// The lines for the audit log since the last time.
  mutating func takeEntries() -> [AuditEntry] {
    defer { entries = [] }
    return entries
  }

  mutating func advanceAll() { for connection in waiting.keys.sorted() { advance(connection) } }

  /// Goes as far as possible with a request.
  mutating func advance(_ connection: Int) {
    guard let request = waiting[connection] else { return }
    do throws(OAuthError) {
      let known = try answer(to: request, on: connection)
      guard let answer = known ?? waiting[connection]?.failure.map(AgentAnswer.failure) else { return }
      deliver(answer, to: request, on: connection)
    } catch { deliver(.failure(AgentFailure(error)), to: request, on: connection) }
  }

  /// What people call an account.
  mutating func shownName(of stored: StoredCredential, among all: [StoredCredential]) -> String {
    if let name = names[stored.account] { return name }
    let name = AccountName.of(stored, among: all)
    names[stored.account] = name
    return name
  }

  /// Today's entry and client for a credential.
  func registration(of stored: StoredCredential) -> Registration {
    guard case .open(let store) = state else { return Registration(of: stored) }
    return store.contents.registration(of: stored)
  }

  /// Forgets the names of the accounts, which may have changed.
  mutating func forgetNames() { names = [:] }

  mutating func end(_ connection: Int) { replies.append(Reply(connection: connection, answer: nil)) }

  mutating func put(_ question: AgentAnswer, on connection: Int) {
    replies.append(Reply(connection: connection, answer: question))
  }

  mutating func stop() { isStopping = true }

  /// Answers a request, if the one who gets the answer is still the one who asked.
  private mutating func deliver(_ answer: AgentAnswer, to request: Waiting, on connection: Int) {
    waiting[connection] = nil
    guard request.caller.isUnchanged else {
      note(request, .changed, by: "the program changed or ended")
      return end(connection)
    }
    switch answer {
    case .failure(let failure) where failure.code == OAuthError.Code.agentDenied.rawValue:
      note(request, .denied, by: failure.code)
    case .failure(let failure): note(request, .failed, by: failure.code)
    default: break
    }
    put(answer, on: connection)
  }

  mutating func note(_ request: Waiting, account: String? = nil, _ decision: AuditEntry.Decision, by: String) {
    note(
      AuditEntry(
        program: request.caller.subject.file.path, process: request.caller.subject.process,
        account: account ?? request.request.wish.account, kind: request.request.wish.word, decision: decision, by: by))
  }

  mutating func note(_ entry: AuditEntry) { entries.append(entry) }
}
