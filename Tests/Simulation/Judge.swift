import Wayleave
import WayleaveSignIn
import WayleaveWire

/// Sees that each step keeps the promises of a refresh; the first broken one is remembered.
final class Judge: @unchecked Sendable {
  /// One request, and what became of it as far as an observer of everything knows.
  final class Send {
    enum Fate { case answered, lost, unspent }

    let token: Secret
    let process: SimulatedProcess
    let time: Instant
    var fate = Fate.answered
    /// Whether a write of its process failed since.
    var hasDiskFailed = false

    init(_ token: Secret, _ process: SimulatedProcess, at time: Instant) {
      (self.token, self.process, self.time) = (token, process, time)
    }

    /// Whether another request with the same token is no mistake of ours.
    var allowsAnother: Bool { fate != .answered || !process.isAlive || hasDiskFailed }
  }

  private(set) var violation: String?
  private(set) var requests = 0
  /// The network brought a request after its sender had given up: no client can know.
  var hasLateRequest = false
  private var sends: [Send] = []
  private var seen: Set<Int> = []
  private var saved: Set<Int> = []
  /// The number of the tokens that the store has; nil for none.
  private var current: Int? = 0
  private var ended: Set<Int> = []
  /// Whether a program signed the account out.
  private(set) var wasSignedOut = false
  /// What stands in the records, each read once.
  private var known: [RecordRevision: StoredCredential] = [:]
  private let name: RecordName
  private let world: World
  var server: TokenServer?
  /// The disk has its judge, too.
  weak var disk: SimulatedDisk?

  init(of name: RecordName, in world: World) {
    self.name = name
    self.world = world
  }

  func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
    guard !isKept, violation == nil else { return }
    violation = promise()
    world.tell("VIOLATION: \(promise())")
  }

  /// A request leaves, of which its process has known since `time`.
  func sends(_ token: Secret, _ process: SimulatedProcess, since time: Instant) -> Send {
    let send = Send(token, process, at: time)
    let earlier = sends.filter { $0.token == token }
    require(earlier.allSatisfy(\.allowsAnother), "a refresh token is sent once, unless the first answer is surely lost")
    let record = stored(disk?.visible)
    require(record?.refreshToken == token, "what is sent is the refresh token that the store has")
    let note = stored(disk?.durable)?.pendingRefresh
    require(note != nil, "the note is durable before the request")
    let isAfterLost = earlier.contains { $0.fate == .lost && $0.process !== process }
    require(!isAfterLost || (note?.number ?? 0) > 1, "the note says that the token was sent before")
    requests += 1
    sends.append(send)
    (process.send, process.hasFailed) = (send, false)
    return send
  }

  /// A record was written.
  func look(at disk: SimulatedDisk, after process: SimulatedProcess) {
    guard let server else { return }
    guard let visible = stored(disk.visible), let generation = TokenServer.generation(of: visible.refreshToken) else {
      require(process.isSigningOut, "the credential stays in the store")
      wasSignedOut = true
      current = nil
      return
    }
    let signIn = server.signIn(of: generation)
    if let current, server.signIn(of: current) == signIn {
      require(generation >= current, "a newer refresh token is not overwritten by an older one")
    } else {
      require(
        process.signIn == signIn, "only a new sign-in replaces another, or comes after a sign-out")
    }
    current = generation
    if let access = accessGeneration(of: visible) { seen.insert(access) }
    if let durable = stored(disk.durable) {
      if let access = accessGeneration(of: durable) { saved.insert(access) }
    }
    guard visible.endedBecause != nil else { return }
    require(server.hasRevoked(visible.refreshToken), "a credential that the server accepts is not marked as ended")
    if !ended.contains(signIn), !hasLateRequest,
      sends.contains(where: { $0.token == visible.refreshToken && $0.fate == .lost })
    {
      let words = visible.endedBecause ?? ""
      require(
        words.contains("interrupted") || words.contains("was lost"), "the message says why a spent token was sent")
    }
    ended.insert(signIn)
  }

  /// A caller got something.
  func received(_ result: Result<StoredCredential, OAuthError>, _ process: SimulatedProcess) {
    guard process.isAlive, let server else { return }
    switch result {
    case .success(let stored):
      world.tell("gets \(accessToken(of: stored)?.exposedText ?? "nothing")", process)
      guard let token = accessToken(of: stored), let generation = TokenServer.generation(of: token) else {
        return require(false, "a caller gets a token")
      }
      require(seen.contains(generation), "what a caller gets stands in the store")
      // Another task of the process may read a record that is not synchronized yet, as any process may, and so may one
      // that was told of the failure.
      let spent = server.spent(for: generation)
      let isOwn = spent.map { process.send?.token == TokenServer.refreshToken($0) } ?? false
      require(
        !isOwn || process.callers > 1 || process.hasFailed || saved.contains(generation),
        "the answer is durable before its receiver uses it"
      )
      // The life of a token is counted from when its request was handed to the network, which may send it later.
      let asked = spent.flatMap { spent in sends.first { $0.token == TokenServer.refreshToken(spent) }?.time }
      require(
        isOwn || server.accepts(token) || server.hasRevoked(token)
          || world.wasSetBack(since: asked ?? server.issueTime(of: generation)),
        "the token that a caller gets has not expired")
    case .failure(let error):
      world.tell("gets \(error.code.rawValue)", process)
      process.hasFailed = true
      let isSignedOut = wasSignedOut && error.code == .unknownAccount
      require(isSignedOut || !world.faults.isNothing, "where nothing goes wrong, a caller gets a token: \(error)")
      require(isSignedOut || Self.honest.contains(error.code), "the error says what happened: \(error)")
      require(error.code != .signInNeeded || server.hasRevoked, "a sign-in ends only when the server ends it")
    }
  }

  private static let honest: Set<OAuthError.Code> = [
    .signInNeeded, .storeBusy, .storeUnreadable, .storeUnwritable, .connectionRefused, .networkTimedOut,
    .outcomeUnknown, .serverUnavailable, .unreachable, .answerTooLarge,
  ]

  /// The power was lost: what was not synchronized is gone.
  func losesPower() {
    current = TokenServer.generation(of: stored(disk?.durable)?.refreshToken)
  }

  /// A program changed the account: signed it out, or in again.
  func changed(_ failure: OAuthError?, _ process: SimulatedProcess) {
    guard process.isAlive, let failure else { return }
    world.tell("cannot change the account: \(failure.code.rawValue)", process)
    let isSignedOut = wasSignedOut && failure.code == .unknownAccount
    require(isSignedOut || !world.faults.isNothing, "where nothing goes wrong, the account is changed: \(failure)")
    require(isSignedOut || Self.honest.contains(failure.code), "the error says what happened: \(failure)")
  }

  private func stored(_ records: [RecordName: VaultRecord]?) -> StoredCredential? {
    guard let record = records?[name] else { return nil }
    if let known = known[record.revision] { return known }
    let stored = (try? JSON(decoding: record.contents.exposedBytes, maximumDepth: 64))
      .flatMap(StoredCredential.init(exposedJSON:))
    known[record.revision] = stored
    return stored
  }

  func accessToken(of stored: StoredCredential) -> Secret? {
    guard case .oauth2(let tokens) = stored.credential else { return nil }
    return tokens.accessToken
  }

  private func accessGeneration(of stored: StoredCredential) -> Int? {
    TokenServer.generation(of: accessToken(of: stored))
  }
}
