import CWayleaveSystem
import WayleaveSystem

/// The process at the other end of a connection, as the system names it.
struct Peer: Sendable {
  let process: Int32
  /// The user in whose name it acts.
  let user: UInt32

  #if os(macOS)
    let token: AuditToken

    /// The process that used the other end last: the one that connected, until another one sends. Nil at the end.
    init?(at connection: FileDescriptor) {
      var numbers = [UInt32](repeating: 0, count: AuditToken.count)
      guard wayleave_peer_token(connection.number, &numbers) == 0, let token = AuditToken(numbers) else { return nil }
      (self.token, process, user) = (token, token.process, token.user)
    }
  #else
    /// The process that connected; nil where the system does not say.
    init?(at connection: FileDescriptor) {
      guard let peer = connection.peer else { return nil }
      (process, user) = peer
    }
  #endif
}
