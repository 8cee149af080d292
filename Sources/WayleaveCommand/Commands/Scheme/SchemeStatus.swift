import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct SchemeStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show which program opens the URLs of the scheme.")

  @OptionGroup var choice: SchemeChoice
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let scheme = try choice.named
    let installation = try SchemeInstallation(scheme)
    let standing = try installation.standing()
    let json: JSON = [
      "scheme": .string(scheme.text), "opened_by": .string(standing.word), "handler": JSON(standing.other),
      "redirect_uri": .string(scheme.redirectURI), "file": .string(installation.path),
      "starts_unsolicited": .bool(installation.startsUnsolicited),
    ]
    output.report(sentence(on: standing, scheme: scheme, startsUnsolicited: installation.startsUnsolicited), json: json)
  }

  private func sentence(on standing: SchemeStanding, scheme: URLScheme, startsUnsolicited: Bool) -> String {
    switch standing {
    case .ours:
      let callback =
        startsUnsolicited
        ? "A callback that no sign-in waits for begins a sign-in of our own, after a question."
        : "A callback that no sign-in waits for is refused."
      return "Wayleave opens URLs of the scheme \(scheme.text).\n\(callback)\n\(choice.nextStep(for: scheme))"
    case .other(let program):
      return
        "\(DisplayText.clean(program)) opens URLs of the scheme \(scheme.text), so `wayleave login` does not use it.\n"
        + "To have Wayleave open them: `wayleave scheme install\(choice.shown)`"
    case .none, .unknown:
      return
        "No program opens URLs of the scheme \(scheme.text).\n"
        + "To have Wayleave open them: `wayleave scheme install\(choice.shown)`"
    }
  }
}

extension SchemeStanding {
  fileprivate var word: String {
    switch self {
    case .ours: "wayleave"
    case .other: "other"
    case .none, .unknown: "none"
    }
  }

  fileprivate var other: String? { if case .other(let program) = self { program } else { nil } }
}
