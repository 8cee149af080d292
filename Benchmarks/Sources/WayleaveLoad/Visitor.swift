#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection to 127.0.0.1 that stays open, over which one person after the other signs in.
final class Visitor {
  let number: Int
  let socket: Int32
  /// The steps of the sign-in that is under way that are still to come.
  var steps: ArraySlice<SignInStep> = []
  /// What the steps found: the code, the access token.
  var values: [String: String] = [:]
  /// When the sign-in began, in nanoseconds.
  var start: UInt64 = 0
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 32 * 1024)

  /// Connects; there is no other address than 127.0.0.1.
  init(number: Int, port: UInt16) throws {
    self.number = number
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      socket = Musl.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
    }
    var one: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    guard isConnected else { throw LoadError("nothing listens at 127.0.0.1:\(port)") }
  }

  deinit { close(socket) }

  func send(_ request: String) throws {
    var text = request
    let isWritten = text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
    guard isWritten else { throw LoadError("the connection ended while a request was written") }
  }

  /// Reads what is there; nil while the answer is not whole.
  func receive() throws -> Answer? {
    let count = chunk.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
    guard count > 0 else { throw LoadError("the connection ended before an answer") }
    buffer += chunk[..<count]
    guard let answer = Answer(buffer) else { return nil }
    buffer.removeAll(keepingCapacity: true)
    return answer
  }

  /// Sends one request, and waits for its answer.
  func answer(to request: String) throws -> Answer {
    try send(request)
    while true { if let answer = try receive() { return answer } }
  }
}
