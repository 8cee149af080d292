#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileDescriptor {
  /// What there is to read without waiting: nil when nothing has come yet, empty at the end or when the peer is gone.
  package func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16384)
    do throws(SystemError) {
      let count = try SystemError.check("recv") { recv(number, &buffer, buffer.count, 0) }
      return Array(buffer[..<count])
    } catch {
      return error.isDelay ? nil : []
    }
  }

  /// Sends what can be sent without waiting, and gives the number of bytes; nil when the peer is gone.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    do throws(SystemError) {
      return try SystemError.check("send") {
        bytes.withUnsafeBytes { systemSend(number, $0.baseAddress, $0.count, flags) }
      }
    } catch {
      return error.isDelay ? 0 : nil
    }
  }

  /// Closes it in every program that this one starts.
  func keepFromChildren() throws(SystemError) {
    try SystemError.check("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// Makes every call on it return at once.
  func stopWaiting() throws(SystemError) {
    try SystemError.check("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
  }

  /// Signals to the peer that nothing more will come.
  package func endSending() { _ = shutdown(number, Int32(SHUT_WR)) }
}

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
