import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// What an import of another program's tokens did.
struct ForeignReport {
  var imported: [SignedIn] = []
  /// The names of the clients that were saved.
  var clients: [String] = []
  /// What was left out, each in a sentence.
  var leftOut: [String] = []
  var failures: [OAuthError] = []

  init(leftOut: [String]) { self.leftOut = leftOut }

  /// Prints it; throws the first failure where nothing was imported, else its exit status.
  func answer(of source: ForeignSource, among all: [StoredCredential], output: OutputOptions) throws {
    if let failure = failures.first, imported.isEmpty {
      guard output.isJSON, var answer = failure.json.object else { throw failure }
      answer["left_out"] = JSON(leftOut)
      Console.answer(.object(answer))
      throw AnsweredFailure(status: ExitStatus.status(for: failure))
    }
    if output.isJSON {
      Console.answer([
        "accounts": .array(imported.map { ImportCommand.json(of: $0, among: all) }),
        "clients": JSON(clients), "left_out": JSON(leftOut),
        "failed": .array(failures.map { .string($0.code.rawValue) }), "warnings": JSON(warnings(of: source)),
      ])
    } else {
      for one in imported { Console.answer(ImportCommand.sentences(of: one, among: all)) }
      remark(of: source, output)
    }
    if let failure = failures.first { throw AnsweredFailure(status: ExitStatus.status(for: failure)) }
  }

  private func remark(of source: ForeignSource, _ output: OutputOptions) {
    for warning in warnings(of: source) { output.remark(warning) }
    for client in clients { output.remark("Saved its client as “\(DisplayText.clean(client))” too.") }
  }

  /// What the user should know of what was imported, in sentences.
  private func warnings(of source: ForeignSource) -> [String] {
    let unknown = imported.compactMap { one in
      one.unidentifiedBecause.map { "The user is not known: \(DisplayText.clean($0))" }
    }
    guard imported.contains(where: { $0.stored.credential.isRefreshable }) else { return unknown }
    return unknown + [
      "Warning: \(source.program) has the same refresh token. Where the provider changes it at each use, the sign-in "
        + "there ends when it is renewed here, and the other way round. \(source.removal)"
    ]
  }
}
