import ArgumentParser
import Synchronization
import UnixSignals
import Wayleave
import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program: reads the command line, runs the command, and turns what it throws into words and an exit code.
@main
enum Program {
  static func main() async {
    // A reader that went away is no reason to die with a signal: writes fail, and the program ends quietly.
    signal(SIGPIPE, SIG_IGN)
    Descriptor.occupyStandardStreams()
    // What is in memory here does not belong in a file that a crash leaves behind.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    let line = EnvironmentArguments(Array(CommandLine.arguments.dropFirst())) { WayleaveProgram._dumpHelp() }
    let isInterrupted = Atomic(false)
    let work = Task { await run(line.arguments) }
    let watch = Task {
      for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
        // The second time, whoever sits at the keyboard means it.
        if isInterrupted.exchange(true, ordering: .relaxed) { _exit(ExitStatus.interrupted) }
        work.cancel()
      }
    }
    let failure = await work.value
    watch.cancel()
    let wasInterrupted = isInterrupted.load(ordering: .relaxed)
    let status = report(failure, of: line, wasInterrupted: wasInterrupted)
    guard Console.isHeard || status != ExitStatus.done else {
      Console.error("wayleave: the answer could not be written; the disk may be full.")
      exit(1)
    }
    exit(status)
  }

  private static func run(_ arguments: [String]) async -> (any Error)? {
    do {
      var command = try WayleaveProgram.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return nil
    } catch { return error }
  }

  private static func report(_ failure: (any Error)?, of line: EnvironmentArguments, wasInterrupted: Bool) -> Int32 {
    guard let failure else { return ExitStatus.done }
    let isJSON = line.arguments.contains("--json") || Environment.flag("JSON")
    if wasInterrupted {
      // A sign-out that was interrupted between two revocations says itself what it has changed: RFC 7009.
      let isSignOut = (failure as? OAuthError).map { $0.code == .cancelled && $0.rule == .rfc(7009, "2.1") } ?? false
      let interruption = isSignOut ? failure as? OAuthError ?? .interrupted : .interrupted
      Console.error("Interrupted. \(interruption.remedy)")
      if isJSON { Console.answer(interruption.json) }
      return ExitStatus.interrupted
    }
    if let answered = failure as? AnsweredFailure { return answered.status }
    guard let error = failure as? OAuthError else { return reportUsage(failure, in: line, isJSON: isJSON) }
    if isJSON {
      Console.answer(error.json)
    } else {
      Console.error(error.explanation(in: TextLayout(for: .standardError)))
    }
    return ExitStatus.status(for: error)
  }

  /// What the argument parser has to say: help and version on stdout, wrong usage on stderr.
  private static func reportUsage(_ failure: any Error, in line: EnvironmentArguments, isJSON: Bool) -> Int32 {
    guard WayleaveProgram.exitCode(for: failure) != .success else {
      Console.answer(WayleaveProgram.fullMessage(for: failure))
      return ExitStatus.done
    }
    if isJSON {
      Console.answer(OAuthError.wrongUsage(reason(of: failure, in: line.arguments)).json)
    } else {
      Console.error(WayleaveProgram.fullMessage(for: failure))
      if !line.variables.isEmpty { Console.error("  The environment adds \(line.variables.joined(separator: ", ")).") }
    }
    return ExitStatus.usage
  }

  /// What is wrong, in one sentence. Where there is no such command, the parser stumbles over `--json` before it says so.
  private static func reason(of failure: any Error, in arguments: [String]) -> String {
    do {
      _ = try WayleaveProgram.parseAsRoot(arguments.filter { $0 != "--json" })
      return WayleaveProgram.message(for: failure)
    } catch { return WayleaveProgram.message(for: error) }
  }
}

extension OAuthError {
  fileprivate static let interrupted = OAuthError(
    .cancelled, rule: .wayleave("what is interrupted changes nothing"), expected: "time to finish",
    received: .described("Ctrl-C"), remedy: "Nothing was changed. Begin again when you like.")

  fileprivate static func wrongUsage(_ message: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("the command line"), expected: "a command as `wayleave help` shows",
      received: .described(DisplayText.clean(message)), remedy: "See `wayleave help`.")
  }
}
