import Foundation
import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

/// An agent at a real socket in a folder of its own, with a store, clocks of the test, and a person who answers as the
/// test says.
final class AgentScene: Sendable {
  let folder: TemporaryFolder
  let clock: TestClock
  let person: Person
  let catalogue: Catalogue
  let server: AgentServer
  private let end = End()

  /// Whether the agent has ended.
  private final class End: Sendable {
    let isThere = Lock(false)
  }

  /// The person at the desktop.
  final class Person: Sendable {
    let questions = Lock<[String]>([])
    let decision: Lock<AgentDecision>
    /// While it is true, nothing is answered.
    let isAway = Lock(false)

    init(_ decision: AgentDecision) { self.decision = Lock(decision) }

    func answer(_ question: String) -> AgentDecision {
      questions.withLock { $0.append(question) }
      while isAway.withLock(\.self) { Thread.sleep(forTimeInterval: 0.01) }
      return decision.withLock { $0 }
    }

    var count: Int { questions.withLock { $0.count } }
  }

  /// The entries of today.
  final class Catalogue: Sendable {
    let entries = Lock<[ProviderName: Provider]>([:])
    /// How often each was looked up.
    let count = Lock(0)
    /// While it is true, a reading of the store goes no further; for a minute at most.
    let isHeld = Lock(false)

    func entry(_ name: ProviderName) -> Provider? {
      let end = ContinuousClock.now + .seconds(60)
      while isHeld.withLock(\.self), .now < end { Thread.sleep(forTimeInterval: 0.001) }
      count.withLock { $0 += 1 }
      return entries.withLock { $0[name] }
    }
  }

  /// - Parameters:
  ///   - isOwn: whether the program of the test counts as the program wayleave.
  ///   - decision: what the person at the desktop answers; nil where no one can be asked.
  ///   - own: the programs that count as ours, where it is others.
  ///   - starter: who is said to have started the agent.
  ///   - program: the lines of the stand-in for the program that renews.
  init(
    _ accounts: [StoredCredential], isOwn: Bool = false, decision: AgentDecision? = .always, program: String = "exit 1",
    own: [String]? = nil, passphrase: Secret? = nil, lockAfter: Duration? = nil,
    folder: TemporaryFolder = TemporaryFolder(), shells: Shells = .ofSystem,
    isFound: @escaping @Sendable () -> Bool = { true }, starter: AgentStarter = .user
  ) async throws {
    (self.folder, clock, person) = (folder, TestClock(), Person(decision ?? .no))
    catalogue = Catalogue()
    folder.write("program", "#!/bin/sh\n\(program)\n", mode: 0o755)
    let store = passphrase.map { FileStoreKey.passphrase($0, cost: PassphraseCost(logarithm: 14) ?? .standard) }
    for stored in accounts { try await Self.save(stored, in: folder, key: store) }
    var configuration = Self.configuration(folder, lockAfter: lockAfter)
    configuration.ownPrograms = own ?? (isOwn ? [ThisProcess.executable ?? ""] : [])
    let (clock, person, catalogue) = (clock, person, catalogue)
    configuration.providers = KnownProviders(entry: catalogue.entry) { [folder.path + "/entries"] }
    configuration.isFound = isFound
    configuration.starter = starter
    configuration.shells = shells
    configuration.now = { clock.now }
    configuration.elapsed = { clock.elapsed }
    if decision != nil { configuration.ask = { person.answer($0) } }
    // The agent says where it listens once its clocks have begun.
    let (begins, begun) = AsyncStream.makeStream(of: Never.self)
    configuration.say = { _ in begun.finish() }
    let server = try AgentServer(configuration)
    self.server = server
    let end = end
    try DetachedThread.start {
      server.run()
      end.isThere.withLock { $0 = true }
    }
    for await _ in begins {}
  }

  deinit { server.stop() }

  /// Whether the agent ends by itself.
  func hasEnded() async throws -> Bool { try await wait { end.isThere.withLock(\.self) } }

  /// Ends the agent: its socket and its lock are free afterwards.
  func end() async throws {
    server.stop()
    #expect(try await wait { end.isThere.withLock(\.self) })
  }

  /// Has the agent open its store, and asks no one: no account's token may go there.
  func open() throws { #expect(try ask(.login(account: nil, origin: "https://nowhere.example")) == .done) }

  static func configuration(_ folder: TemporaryFolder, lockAfter: Duration? = nil) -> AgentConfiguration {
    AgentConfiguration(
      socketFolder: folder.path + "/run", stateFolder: folder.path + "/state",
      credentials: folder.path + "/credentials", clients: folder.path + "/clients",
      grants: folder.path + "/grants",
      key: .keyFile(folder.path + "/store.key"), program: folder.path + "/program", ownPrograms: [],
      environment: ["PATH": "/usr/bin:/bin", "FOLDER": folder.path], lockAfter: lockAfter)
  }

  static func records(_ folder: TemporaryFolder, key: FileStoreKey? = nil) -> CredentialRecords {
    CredentialRecords(
      in: FileVault(directory: folder.path + "/credentials", key: key ?? .keyFile(folder.path + "/store.key")))
  }

  static func save(_ stored: StoredCredential, in folder: TemporaryFolder, key: FileStoreKey? = nil) async throws {
    let records = records(folder, key: key)
    let held = try await records.load(stored.account)
    try await records.replace(stored.account, with: stored, expecting: held?.revision)
  }

  func save(_ stored: StoredCredential) async throws { try await Self.save(stored, in: folder) }

  /// Gives the user another entry of a name.
  func correct(_ entry: Provider) {
    catalogue.entries.withLock { $0[entry.name] = entry }
    folder.write("entries", "changed")
  }

  /// Gives the user a client.
  func save(_ client: RegisteredClient) async throws {
    let vault = FileVault(directory: folder.path + "/clients", key: .keyFile(folder.path + "/store.key"))
    try await ClientRecords(in: vault).put(client)
  }

  func connect() throws -> AgentConnection {
    try AgentConnection(in: folder.path + "/run", withinMilliseconds: 120_000)
  }

  func ask(_ wish: AgentRequest.Wish, canAsk: Bool = false) throws -> AgentAnswer {
    try connect().ask(AgentRequest(wish, canAsk: canAsk))
  }

  /// The token that the agent gives, without the line break.
  func token(_ account: String? = nil, minimum: UInt64? = nil) throws -> String? {
    guard case .text(let bytes) = try ask(.token(account: account, minimumLifetime: minimum, form: .plain)) else {
      return nil
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  /// The lines of the audit log: of what was given, and of what was refused.
  var log: [JSON] {
    (folder.text("state/audit.log") + folder.text("state/audit-refused.log")).split(separator: "\n").compactMap {
      try? JSON(decoding: Array($0.utf8))
    }
  }

  /// Waits until something holds, for a minute at most.
  func wait(until isTrue: () -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
      if isTrue() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}

extension AgentAnswer {
  /// The code of a failure; nil for anything else.
  var code: String? { if case .failure(let failure) = self { failure.code } else { nil } }

  /// The value of a name among fields.
  subscript(name: String) -> String? {
    guard case .fields(let pairs) = self else { return nil }
    return pairs.first { $0.name == name }?.value
  }

  var rows: [[AgentPair]] { if case .list(let rows) = self { rows } else { [] } }
}

extension [AgentPair] {
  subscript(name: String) -> String? { first { $0.name == name }?.value }
}

extension StoredCredential {
  /// An account of OAuth 2 that is good for an hour from the beginning of the scene.
  static func sample(
    _ subject: String, provider: Provider = .foursquare, token: String? = nil, life: Int64 = 3600,
    obtainedAt: Int64 = 1_700_000_000
  ) throws -> StoredCredential {
    StoredCredential(
      account: Account(provider: provider.name, client: "reader", subject: subject), provider: provider,
      client: try Client(id: "reader", secret: Secret("canary-client-secret")), name: subject,
      credential: .oauth2(
        .init(
          accessToken: Secret(token ?? "token-\(subject)"), refreshToken: Secret("canary-refresh-\(subject)"),
          expiresAt: Instant(secondsSinceEpoch: obtainedAt + life))),
      obtainedAt: Instant(secondsSinceEpoch: obtainedAt))
  }

  /// An account of OAuth 1.0a.
  static func signing(
    _ subject: String, at provider: Provider = .twitter, method: SignatureMethod = .hmacSHA1
  ) throws -> StoredCredential {
    var provider = provider
    if case .oauth1(var service) = provider.service {
      service.dialect.signatureMethod = method
      provider.service = .oauth1(service)
    }
    return StoredCredential(
      account: Account(provider: provider.name, client: "reader", subject: subject), provider: provider,
      client: try Client(id: "reader", secret: Secret("canary-client-secret")), name: subject,
      credential: .oauth1(TokenCredential(token: Secret("token-\(subject)"), secret: Secret("canary-token-secret"))),
      obtainedAt: Instant(secondsSinceEpoch: 1_700_000_000))
  }
}
