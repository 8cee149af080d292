import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Explain a token, a request, an answer, a URL or a key; sends nothing anywhere.",
    discussion: """
      It knows tokens (JWT, ID token, DPoP proof, JWE), a callback URL, an
      Authorization header, a WWW-Authenticate challenge, a key or key set, a whole
      request as `wayleave request --dry-run` prints it, and what servers answer in
      JSON: tokens, errors, metadata, a client registration.

      Secrets are shown by their fingerprint, short ones not at all. Nothing is
      verified: see `wayleave verify`. Other programs see arguments: give what is still
      valid by standard input.
      """)

  @Argument(help: "The text; - or nothing for standard input.")
  var text: String?

  @Flag(help: "End with 8 when it is malformed or not signed.")
  var check = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let inspection = Inspection(of: try given(), at: WallClock.now())
    if output.isJSON {
      Console.answer(inspection.json)
    } else {
      Console.answer(inspection.text(in: TextLayout(for: .standardOutput), style: TextStyle(for: .standardOutput)))
    }
    if check && !inspection.problems.isEmpty {
      throw AnsweredFailure(status: ExitStatus.checkFailed)
    }
  }

  private func given() throws(OAuthError) -> String {
    let text = try words()
    guard text.utf8.contains(where: { $0 > 0x20 }) else { throw .nothingToInspect() }
    return text
  }

  private func words() throws(OAuthError) -> String {
    if let text, text != "-" { return text }
    let prompt = "Paste the text, which is not shown, then press Ctrl-D:"
    return String(decoding: try TextFile.hiddenBytes("-", prompt, until: .onlyControlD), as: UTF8.self)
  }
}

extension OAuthError {
  fileprivate static func nothingToInspect() -> OAuthError {
    OAuthError(
      .invalidValue, message: "There is nothing to inspect: the input is empty.",
      rule: .wayleave("a text to inspect is not empty"), remedy: "Give the text as an argument or by standard input.")
  }
}
