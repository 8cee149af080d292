import WayleavePlayground
import WayleaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Loads a playground on this machine, and measures how soon it is ready.
///
///     wayleave-load playground                              runs a playground that allows everything; ends by itself
///     wayleave-load run KINDS BASE PID COUNT [CONNECTIONS]  so many sign-ins there; KINDS are such as foursquare,tollgate
///     wayleave-load ready                                   from the start of a playground to its first answer
///     wayleave-load lookup                                  one built-in provider by its name, and three at a start
///
/// `Scripts/load` runs them in turn.
@main
struct LoadProgram {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("playground", 1): try await runPlayground()
    case ("run", 5...6): try LoadRun(arguments.dropFirst()).run()
    case ("ready", 1): try await measureReadiness()
    case ("lookup", 1): Lookup.measure()
    default: throw LoadError("usage: wayleave-load playground|run KINDS BASE PID COUNT [CONNECTIONS]|ready|lookup")
    }
  }

  /// No load takes longer.
  private static let longestRun: Duration = .seconds(1800)

  private static func runPlayground() async throws {
    let playground = try await startPlayground()
    print(playground.base)
    fflush(nil)
    try await Task.sleep(for: longestRun)
    await playground.stop()
  }

  private static func startPlayground() async throws -> RunningPlayground {
    try await Playground.start { configuration in
      if let person = configuration.people.first { configuration.approval = .automatic(person) }
    }
  }

  private static func measureReadiness() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let playground = try await Playground.start()
    let started = clock.now - start
    let visitor = try Visitor(number: 0, port: UInt16(playground.port))
    let answer = try visitor.answer(to: "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(playground.port)\r\n\r\n")
    let answered = clock.now - start
    guard answer.status == 200 else { throw LoadError("the front page has status \(answer.status)") }
    print(milliseconds(started), milliseconds(answered))
    await playground.stop()
  }

  private static func milliseconds(_ time: Duration) -> Double { time / .milliseconds(1) }
}

/// Why a measurement ends.
struct LoadError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
