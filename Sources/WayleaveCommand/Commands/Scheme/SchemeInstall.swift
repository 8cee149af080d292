import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct SchemeInstall: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Have the desktop hand the URLs of the scheme to Wayleave.",
    discussion: """
      This writes a file into $XDG_DATA_HOME/applications, and tells the desktop by
      xdg-mime. What opened the scheme before comes back with `wayleave scheme
      remove`. A scheme protects nothing: any program of yours can take it.
      """)

  @OptionGroup var choice: SchemeChoice
  @Flag(help: "Let a callback that no one asked for begin a sign-in of our own, after a question.")
  var startUnsolicited = false
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let scheme = try choice.named
    let installation = try SchemeInstallation(scheme)
    let entry = try installation.install(startingUnsolicited: startUnsolicited)
    let replaced = entry.replaced.map { "\nIt replaces \(DisplayText.clean($0))." } ?? ""
    output.report(
      "Wayleave now opens URLs of the scheme \(scheme.text).\(replaced)\n\(choice.nextStep(for: scheme))",
      json: [
        "scheme": .string(scheme.text), "redirect_uri": .string(scheme.redirectURI),
        "file": .string(installation.path), "replaced": JSON(entry.replaced),
        "starts_unsolicited": .bool(entry.startsUnsolicited),
      ])
    if let warning = scheme.warning { output.say(warning) }
    if entry.needsQuotes {
      output.say(
        "Warning: the path of Wayleave, or WAYLEAVE_HOME, has a space or another special character. GNOME and KDE can "
          + "start it; smaller desktops cannot.")
    }
  }
}
