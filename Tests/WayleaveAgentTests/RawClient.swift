import Foundation
import WayleaveSystem

/// A client that sends whatever a test wants.
final class RawClient {
  let descriptor: FileDescriptor

  init(_ scene: AgentScene) throws {
    descriptor = FileDescriptor(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((scene.folder.path + "/run/agent.sock").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 { throw SystemError(call: "connect", number: errno) }
  }

  func send(_ bytes: [UInt8]) { _ = descriptor.send(bytes[...]) }

  /// The next bytes; none at the end, nil when nothing comes within the time.
  func receive(withinMilliseconds time: Int32 = 60_000) -> [UInt8]? {
    guard descriptor.isReadable(withinMilliseconds: time) else { return nil }
    return descriptor.receive()
  }
}
