import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveWire

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Explain a token, a header, a callback or a key; sends nothing anywhere.",
    discussion: """
      It knows an Authorization header of OAuth 1.0a, a WWW-Authenticate
      challenge, a callback URL, a JWT, ID token, DPoP proof or JWE, and a key.
      Secrets are shown by their fingerprint, short ones not at all. Nothing is
      verified: see `wayleave verify`. Give a token that is still valid by standard
      input, not as an argument.
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
    if let text, text != "-" { return text }
    let prompt = "Paste the text, which is not shown, then press Ctrl-D:"
    return String(decoding: try TextFile.hiddenBytes("-", prompt, until: .onlyControlD), as: UTF8.self)
  }
}
