import WayleaveSystem
import WayleaveWire

/// One connection at the listener: one request, one answer, and the end.
struct LoopbackConnection {
  /// What the connection is about to do.
  enum Phase {
    /// It reads the request.
    case reading
    /// Its callback is being looked at.
    case asking(url: AbsoluteURL)
    /// It sends its answer.
    case answering(ArraySlice<UInt8>)
    /// It has answered, and reads on until the peer ends: closing on unread bytes would take the answer back.
    case parting
  }

  let number: Int
  let descriptor: FileDescriptor
  var phase = Phase.reading
  /// When it is closed, whatever it does; nil while its callback is being looked at.
  var deadline: ContinuousClock.Instant?
  private var received: [UInt8] = []
  private var bytesLeft = Self.maximumRest

  /// How long a request may take, its body included, and an answer.
  private static let patience = Duration.seconds(5)
  /// How much of a body is read to be thrown away.
  private static let maximumRest = 65536

  init(number: Int, descriptor: FileDescriptor, at time: ContinuousClock.Instant) {
    self.number = number
    self.descriptor = descriptor
    deadline = time + Self.patience
  }

  /// The callback that is being looked at.
  var askedURL: AbsoluteURL? {
    guard case .asking(let url) = phase else { return nil }
    return url
  }

  var isSending: Bool {
    guard case .answering = phase else { return false }
    return true
  }

  /// Reads what has come of the head; nil when the peer has gone.
  mutating func readHead() -> RequestHead.Reading? {
    guard let bytes = descriptor.receive() else { return .incomplete }
    guard !bytes.isEmpty else { return nil }
    received += bytes
    return RequestHead.read(received)
  }

  /// The body after a head; nil while some of it is still to come.
  func body(after head: RequestHead, length: Int) -> ArraySlice<UInt8>? {
    guard received.count - head.length >= length else { return nil }
    return received[head.length..<(head.length + length)]
  }

  /// Begins to answer; false when the connection is over.
  mutating func answer(_ answer: LoopbackAnswer, at time: ContinuousClock.Instant) -> Bool {
    deadline = time + Self.patience
    received = []
    phase = .answering(answer.bytes[...])
    return goOnSending()
  }

  /// Sends as much as can be sent; false when the connection is over.
  mutating func goOnSending() -> Bool {
    guard case .answering(let rest) = phase else { return true }
    guard let count = descriptor.send(rest) else { return false }
    phase = .answering(rest.dropFirst(count))
    guard count == rest.count else { return true }
    descriptor.endSending()
    phase = .parting
    return true
  }

  /// Throws away what still comes; false when the connection is over.
  mutating func part() -> Bool {
    guard let bytes = descriptor.receive() else { return true }
    bytesLeft -= bytes.count
    return !bytes.isEmpty && bytesLeft > 0
  }
}
