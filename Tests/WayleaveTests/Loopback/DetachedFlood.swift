import Foundation

/// A thread that opens many connections as fast as it can.
enum DetachedFlood {
  /// How many connections one flood is. The stress is 10,000 a second for 10 seconds, in two of them.
  static let size = ProcessInfo.processInfo.environment["WAYLEAVE_STRESS"] == nil ? 10_000 : 50_000

  /// Silent connections stay open until 64 newer ones are; the others end at once.
  ///
  /// `made` is called for each connection, and `ended` when the thread has no more to do.
  static func start(
    _ count: Int, at port: UInt16, isSilent: Bool, made: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    Thread.detachNewThread {
      var open: [Int32] = []
      for _ in 0..<count {
        #if canImport(Darwin)
          let type = SOCK_STREAM
        #else
          let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let socket = Foundation.socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          }
        }
        if isConnected { made() }
        open.append(socket)
        while open.count > (isSilent ? 64 : 0) { close(open.removeFirst()) }
      }
      for socket in open { close(socket) }
      ended()
    }
  }
}
