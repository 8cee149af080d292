import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// The place at which an agent listens, which it holds alone.
struct AgentSocket {
  private static let socketName = "agent.sock"

  private(set) var socket: UnixSocket
  private let path: String
  private let folder: Folder
  private let lock: FileLock
  /// Whether the system made the socket: then it stays when the agent ends.
  let isHandedOver: Bool
  /// The socket in the folder, as it was when this agent began to listen.
  private var name: FileStatus?

  /// Listens in a folder; throws `agent.already_running`, and `store.exposed` for a folder that others can reach.
  ///
  /// A socket that a dead agent left is replaced: the lock says that none is alive.
  init(in path: String, variable: (String) -> String?) throws(OAuthError) {
    do throws(Folder.CreationFailure) { try Folder.createWithParents(path) } catch {
      throw .agentCannotListen(error.path, error.error)
    }
    let folder = try Self.wrapped(path) { () throws(SystemError) in try Folder(opening: path) }
    let status = try Self.wrapped(path) { () throws(SystemError) in try folder.status() }
    guard status.isPrivate else { throw .agentFolderExposed(path) }
    (self.path, self.folder) = (path, folder)
    lock = try Self.takeLock(in: folder, path)
    if let given = UnixSocket(handedOverBy: variable) {
      (socket, isHandedOver) = (given, true)
    } else {
      socket = try Self.wrapped(path) { () throws(SystemError) in try Self.listen(in: folder, path) }
      isHandedOver = false
    }
    name = try? folder.status(of: Self.socketName)
  }

  /// Takes the lock, and leaves the number of this process in its file for the next who wants it.
  private static func takeLock(in folder: Folder, _ path: String) throws(OAuthError) -> FileLock {
    let file = try wrapped(path) { () throws(SystemError) in try folder.openLockFile(AgentPlace.lockName) }
    let taken = try wrapped(path) { () throws(SystemError) in try FileLock.take(file) }
    guard let taken else {
      let text = (try? file.readAll(limit: 16)).map { String(decoding: $0, as: UTF8.self) }
      throw .agentAlreadyRunning(path, process: text.flatMap { Int32($0) }.flatMap { $0 > 1 ? $0 : nil })
    }
    try? file.cut(to: 0)
    try? file.writeAll(Array("\(ThisProcess.identifier)".utf8))
    return taken
  }

  private static func listen(in folder: Folder, _ path: String) throws(SystemError) -> UnixSocket {
    try? folder.remove(socketName)
    return try UnixSocket(at: AgentPlace.socket(in: path))
  }

  /// Whether its folder is still the one at its path: in another one no program finds this agent.
  var isAtItsPath: Bool {
    guard let ours = try? folder.status(), let there = try? FileStatus.of(path, followingLink: false) else {
      return false
    }
    return there.identity == ours.identity
  }

  /// Listens again where the socket was removed or replaced; what connected before goes on.
  ///
  /// Not where the folder itself is another one: the lock in that one may be another agent's.
  mutating func listenAgainIfGone() {
    guard !isHandedOver, isAtItsPath, (try? folder.status())?.isPrivate == true else { return }
    if let name, (try? folder.isPresent(Self.socketName, as: name)) ?? true { return }
    guard let opened = try? Self.listen(in: folder, path) else { return }
    socket = opened
    name = try? folder.status(of: Self.socketName)
  }

  private static func wrapped<Value>(
    _ path: String, _ work: () throws(SystemError) -> Value
  ) throws(OAuthError) -> Value {
    do throws(SystemError) { return try work() } catch { throw .agentCannotListen(path, error) }
  }

  /// Listens no more.
  func close() {
    if !isHandedOver { try? folder.remove(Self.socketName) }
    lock.release()
  }
}

extension OAuthError {
  fileprivate static func agentCannotListen(_ path: String, _ error: SystemError) -> OAuthError {
    .agentFailed(
      "it cannot listen in \(path): \(error.words)",
      remedy: "Make that folder writable for you, or set XDG_RUNTIME_DIR to a folder of yours with mode 700.")
  }

  fileprivate static func agentFolderExposed(_ path: String) -> OAuthError {
    let shown = DisplayText.clean(path)
    return OAuthError(
      .storeExposed, message: "Others can reach the folder of the agent, “\(shown)”.",
      rule: .wayleave("only its owner can reach the agent"), remedy: .advice("Run `chmod 700` on it, if it is yours."))
  }
}
