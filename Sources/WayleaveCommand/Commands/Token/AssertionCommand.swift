import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// A command of the user that prints a signed statement.
///
/// So the statement stands in no argument and no file. A shell runs it, as git runs its helpers, since people write it as
/// they would type it.
enum AssertionCommand {
  /// What the command prints, without the line breaks at its end.
  static func output(of command: String) throws(OAuthError) -> Secret {
    let answer: BoundedProgram.Answer?
    do throws(SystemError) {
      answer = try BoundedProgram.run(
        "/bin/sh", words: ["sh", "-c", command], environment: ProcessEnvironment.handed(to: .opener), within: patience,
        showingErrors: true)
    } catch { throw .failed("cannot be started: \(error)") }
    guard let answer else { throw .failed("did not end within \(patience.wholeSeconds) seconds, or printed too much") }
    guard answer.status == 0 else {
      throw .failed(answer.status.map { "ended with status \($0)" } ?? "was ended by a signal")
    }
    var printed = answer.output
    while printed.last == UInt8(ascii: "\n") || printed.last == UInt8(ascii: "\r") { printed.removeLast() }
    guard !printed.isEmpty else { throw .failed("printed nothing") }
    return Secret(printed)
  }

  private static let patience = Duration.seconds(60)
}

extension OAuthError {
  fileprivate static func failed(_ what: String) -> OAuthError {
    OAuthError(
      .invalidClient, message: "The command of --assertion-command \(what).", rule: .rfc(7523, "2.1"),
      remedy: .advice("Run the command in a shell: it has to print the statement, and nothing else."))
  }
}
