import Crypto
import Wayleave
import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// Does the work that takes time, each piece on a thread or in a task of its own, and hands in its result.
struct AgentWorker: Sendable {
  let reading: StoreReading
  let program: NetworkProgram
  /// Asks a person without a terminal; nil where that is not possible.
  let ask: (@Sendable (String) -> AgentDecision)?
  let finish: @Sendable (AgentEvent) -> Void

  func begin(_ work: AgentWork) {
    switch work {
    case .open(let passphrase, let request):
      inTask { () async throws(OAuthError) in
        try await reading.open(passphrase, after: request)
      } then: {
        .opened($0, after: request)
      }
    case .read(let vaults, let request):
      inTask { () async throws(OAuthError) in
        try await reading.again(vaults, after: request)
      } then: {
        .read($0)
      }
    // A grant that cannot be saved holds until the agent ends.
    case .save(let grant, let records): Task { try? await records.save(grant) }
    case .remove(let ids, let records): Task { for id in ids { try? await records.remove(id) } }
    case .hash(let program): onThread { .hashed(program.file, FileHash.ofProcess(program)) }
    case .hashFile(let path): onThread { .hashedFile(path, FileHash.ofProgram(at: path)) }
    case .renew(let renewal): onThread { .renewed(renewal, program.renew(renewal)) }
    case .sendRevocations(let passphrase): sendRevocations(passphrase)
    case .ask(let question, let sentence):
      onThread { .answered(question: question, ask?(sentence) ?? .no) }
    }
  }

  /// Where there is no store, or its passphrase is not known, there is nothing that the program could send.
  private func sendRevocations(_ passphrase: Secret?) {
    Task {
      let protection = await reading.protection
      guard let protection, protection != .passphrase || passphrase != nil else {
        return finish(.sentRevocations(.success([])))
      }
      onThread { .sentRevocations(program.sendRevocations(passphrase)) }
    }
  }

  private func inTask<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(OAuthError) -> Value,
    then event: @escaping @Sendable (Result<Value, OAuthError>) -> AgentEvent
  ) {
    Task {
      do throws(OAuthError) { finish(event(.success(try await work()))) } catch { finish(event(.failure(error))) }
    }
  }

  private func onThread(_ work: @escaping @Sendable () -> AgentEvent) {
    // Without a thread the answer is late for all, and right for each.
    do throws(SystemError) { try DetachedThread.start { finish(work()) } } catch { finish(work()) }
  }
}

/// The SHA-256 of programs' files.
enum FileHash {
  /// That of the file which a process runs, as long as it is the one that was seen.
  static func ofProcess(_ program: SeenProgram) -> String? {
    guard let file = try? ProgramFile.open(ofProcess: program.process), let status = try? file.status(),
      ProgramFile(path: program.file.path, status).isStillRun(since: program.file)
    else { return nil }
    return hash(of: file)
  }

  /// That of the program at a path, or why it can have no grant.
  static func ofProgram(at path: String) -> Result<HashedProgram, OAuthError> {
    guard path.hasPrefix("/"), let real = ProgramFile.realPath(path), let found = try? ProgramFile.at(real),
      let file = try? FileDescriptor(reading: real), let status = try? file.status(), status.kind == .file,
      status.identity == found.identity
    else { return .failure(unreadable(path)) }
    // The process that runs a script runs the file of its interpreter.
    if let interpreter = file.interpreter {
      return .failure(
        .agentFailed(
          "\(path) is a script, and runs as \(interpreter)",
          remedy: .advice("Allow \(DisplayText.clean(interpreter)): that allows every program it runs.")))
    }
    guard let hash = hash(of: file) else { return .failure(unreadable(path)) }
    return .success(HashedProgram(file: found, hash: hash))
  }

  private static func unreadable(_ path: String) -> OAuthError {
    .agentFailed("\(path) is no program that can be read", remedy: "Name the program by its whole path.")
  }

  private static func hash(of file: FileDescriptor) -> String? {
    var hash = SHA256()
    do throws(SystemError) {
      while true {
        let bytes = try file.readSome()
        guard !bytes.isEmpty else { return hash.finalize().hexadecimal }
        hash.update(data: bytes)
      }
    } catch { return nil }
  }
}

extension FileDescriptor {
  /// The interpreter that the first line of a script names: execve(2), “Interpreter scripts”. Nil for another file.
  fileprivate var interpreter: String? {
    guard let bytes = try? bytes(256, at: 0), bytes.starts(with: "#!".utf8) else { return nil }
    let line = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let word = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.first
    return word.map { String(decoding: $0, as: UTF8.self) } ?? "no interpreter"
  }
}
