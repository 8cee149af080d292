import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct SchemeRemove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Have the desktop hand the URLs of the scheme to Wayleave no longer.")

  @OptionGroup var choice: SchemeChoice
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let scheme = try choice.named
    let (wasWritten, restored) = try SchemeInstallation(scheme).remove()
    let again = restored.map { "\n\(DisplayText.clean($0)) opens it again." } ?? ""
    output.report(
      wasWritten
        ? "Wayleave no longer opens URLs of the scheme \(scheme.text).\(again)"
        : "Wayleave did not open URLs of the scheme \(scheme.text).",
      json: ["scheme": .string(scheme.text), "removed": .bool(wasWritten), "restored": JSON(restored)])
  }
}
