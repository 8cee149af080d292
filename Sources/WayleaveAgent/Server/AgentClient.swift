import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

/// A connection as the server sees it: what came, what is still to be sent, and who is there.
///
/// The bytes of both directions are overwritten as soon as they are read or sent: a passphrase or a token is in them.
struct AgentClient {
  /// How long a frame may take to come, and an answer to be taken.
  static let patience = Duration.seconds(5)

  let descriptor: FileDescriptor
  /// Who connected, as it was when the connection was taken; why that cannot be seen, otherwise.
  private let identity: Result<Caller, OAuthError>
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var sent = 0
  private(set) var lastUse: ContinuousClock.Instant
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether it ends when everything is sent.
  private(set) var isEnding = false
  /// The process that sent something, and is not the one that connected.
  private(set) var stranger: Int32?

  /// Looks who is there at once, before a request comes.
  ///
  /// A socket can be handed to another process, and a process can become another program. Hence three looks: at the
  /// program here, at the sender of each message, and at the program again with each request and before its answer.
  /// What is left: a program that connects, sends and becomes another one, all before the connection is taken (as long
  /// as this process stands still), is taken for that other one. Nothing in Linux says when a process became what it
  /// is. It needs a process of this user that starts the other program, and so could also trace it. macOS does: by the
  /// version in the token of a process. But it names no sender of a message: what is seen there is who used the other end
  /// last, so that two processes which use one socket at the same moment are taken for one of them.
  init(_ descriptor: FileDescriptor, own: OwnPrograms, at time: ContinuousClock.Instant) {
    self.descriptor = descriptor
    identity = Result { () throws(OAuthError) in try Caller(at: descriptor, own: own) }
    lastUse = time
  }

  var isSending: Bool { !outgoing.isEmpty }

  /// Who is there; nil where that cannot be seen.
  var caller: Caller? { try? identity.get() }

  /// Who is there; throws `agent.denied` where that cannot be seen.
  func identified() throws(OAuthError) -> Caller { try identity.get() }

  /// What came in full since the last time; nil at the end of the connection, and where a stranger sent it.
  ///
  /// Throws for what is no request of this protocol; nothing more is read then.
  mutating func receive(at time: ContinuousClock.Instant) throws(AgentProtocolError) -> [AgentRequest]? {
    if var message = descriptor.receiveWithSender() {
      if message.bytes.isEmpty { return nil }
      #if os(macOS)
        message.sender = Peer(at: descriptor)?.process ?? 0
      #endif
      if let caller, caller.program.process != message.sender {
        stranger = message.sender
        return nil
      }
      incoming.appendAndWipe(&message.bytes)
      lastUse = time
    }
    let requests = try takeRequests()
    setDeadline(at: time)
    return requests
  }

  private mutating func takeRequests() throws(AgentProtocolError) -> [AgentRequest] {
    var requests: [AgentRequest] = []
    var end = 0
    while incoming.count - end >= AgentFrame.lengthSize {
      let start = end + AgentFrame.lengthSize
      let length = try AgentFrame.length(reading: incoming[end..<start])
      guard incoming.count - start >= length else { break }
      end = start + length
      requests.append(try AgentRequest(reading: AgentFrame(reading: incoming[start..<end])))
    }
    guard end > 0 else { return [] }
    let rest = Array(incoming[end...])
    incoming.wipe()
    incoming = rest
    return requests
  }

  /// Puts an answer behind what is still to be sent.
  mutating func put(_ answer: AgentAnswer, isLast: Bool = false, at time: ContinuousClock.Instant) {
    let tooLong = AgentAnswer.failure(AgentFailure(.agentFailed("the answer is too long", remedy: "Ask for less.")))
    var bytes = answer.frame.bytes ?? tooLong.frame.bytes ?? []
    outgoing.appendAndWipe(&bytes)
    isEnding = isEnding || isLast
    lastUse = time
    setDeadline(at: time)
  }

  /// Sends what can be sent; false when the peer is gone.
  mutating func send(at time: ContinuousClock.Instant) -> Bool {
    guard !outgoing.isEmpty else { return true }
    guard let count = descriptor.send(outgoing[sent...]) else { return false }
    sent += count
    if sent == outgoing.count {
      outgoing.wipe()
      sent = 0
    }
    setDeadline(at: time)
    return true
  }

  /// Overwrites what was not read and not sent.
  mutating func wipe() {
    incoming.wipe()
    outgoing.wipe()
    sent = 0
  }

  /// A half of a frame, and an answer that is not taken, wait for so long and no longer.
  private mutating func setDeadline(at time: ContinuousClock.Instant) {
    let isWaiting = !incoming.isEmpty || !outgoing.isEmpty
    deadline = isWaiting ? deadline ?? time + Self.patience : nil
  }
}
