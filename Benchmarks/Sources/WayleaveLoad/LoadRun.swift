#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// So many sign-ins at a server on this machine, over several connections, each at a tenant of its own.
///
/// Bounded in count and in time: it ends by itself.
struct LoadRun {
  private let kinds: [SignInKind]
  private let port: UInt16
  private let process: String
  private let count: Int
  private let connections: Int

  /// No load takes longer, in nanoseconds.
  private static let longest: UInt64 = 1_200_000_000_000
  /// After how many sign-ins the memory is read.
  private static let marks: Set<Int> = [1000, 10_000, 25_000, 50_000, 75_000, 100_000]
  /// How many tenants there are: one actor each.
  private static let tenants = 4

  init(_ arguments: ArraySlice<String>) throws {
    let arguments = Array(arguments)
    kinds = try arguments[0].split(separator: ",").map { name in
      guard let kind = SignInKind(rawValue: String(name)) else { throw LoadError("unknown kind \(name)") }
      return kind
    }
    guard let port = arguments[1].split(separator: ":").last.flatMap({ UInt16($0) }),
      let count = Int(arguments[3]), (1...10_000_000).contains(count),
      let connections = Int(arguments.count > 4 ? arguments[4] : "16"), (1...256).contains(connections), !kinds.isEmpty
    else { throw LoadError("BASE is http://127.0.0.1:PORT, COUNT and CONNECTIONS are numbers") }
    self.port = port
    process = arguments[2]
    self.count = count
    self.connections = connections
  }

  func run() throws {
    var visitors = try (0..<connections).map { try Visitor(number: $0, port: port) }
    var times: [UInt64] = []
    times.reserveCapacity(count)
    var begun = 0
    print("memory before: \(ProcessMemory.residentKilobytes(of: process)) kB")
    let (start, processorTime) = (Self.now, ProcessMemory.processorSeconds(of: process))
    for visitor in visitors { try begin(&begun, visitor) }
    while times.count < count {
      guard Self.now - start < Self.longest else { throw LoadError("not done after 20 minutes") }
      for visitor in try Self.readable(&visitors) {
        guard let answer = try visitor.receive(), let step = visitor.steps.popFirst() else { continue }
        try step.read(answer, into: &visitor.values)
        if let next = visitor.steps.first {
          try visitor.send(next.request(visitor.values))
          continue
        }
        times.append(Self.now - visitor.start)
        if Self.marks.contains(times.count) {
          print("memory after \(times.count): \(ProcessMemory.residentKilobytes(of: process)) kB")
        }
        if begun < count { try begin(&begun, visitor) }
      }
    }
    report(times, over: Double(Self.now - start) / 1e9, ProcessMemory.processorSeconds(of: process) - processorTime)
  }

  private func begin(_ begun: inout Int, _ visitor: Visitor) throws {
    let kind = kinds[begun % kinds.count]
    let root = kind == .mock ? "" : "/t/load\(visitor.number % Self.tenants)"
    let steps = kind.steps(root: root, host: "127.0.0.1:\(port)", number: begun)
    begun += 1
    visitor.steps = steps[...]
    visitor.values = [:]
    visitor.start = Self.now
    try visitor.send(steps[0].request([:]))
  }

  /// The connections that have something to read.
  private static func readable(_ visitors: inout [Visitor]) throws -> [Visitor] {
    var waiting = visitors.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), 30_000) > 0 else { throw LoadError("no answer in 30 seconds") }
    return zip(waiting, visitors).filter { $0.0.revents != 0 }.map(\.1)
  }

  private func report(_ times: [UInt64], over seconds: Double, _ processorTime: Double) {
    let sorted = times.sorted()
    let milliseconds = { (share: Double) in Double(sorted[Int(Double(sorted.count - 1) * share)]) / 1e6 }
    print("\(kinds.map(\.rawValue).joined(separator: ",")): \(count) sign-ins over \(connections) connections")
    print("sign-ins per second: \(Int(Double(count) / seconds))")
    print("processor time of the server for one: \(Int(processorTime / Double(count) * 1e6)) us")
    print("median \(milliseconds(0.5)) ms, 99th percentile \(milliseconds(0.99)) ms")
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
