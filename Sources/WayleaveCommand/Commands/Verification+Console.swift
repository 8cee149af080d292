import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

extension Verification {
  /// Prints the checks; ends the command with 8 when one failed.
  func print(by output: OutputOptions) throws {
    if output.isJSON {
      Console.answer(json)
    } else {
      Console.answer(text(in: TextLayout(for: .standardOutput), style: TextStyle(for: .standardOutput)))
    }
    if firstFailure != nil { throw AnsweredFailure(status: ExitStatus.checkFailed) }
  }
}
