import WayleavePlain
import WayleaveSystem

/// The program with all commands.
enum FullProgram {
  /// Its name. People do not type it.
  private static let name = "wayleave-full"

  /// Becomes the full program of the installation in which this program has a path.
  static func take(over path: String?) -> Never {
    // A report of a crash shows the registers, and a short secret fits into them.
    ProcessEnvironment.set("SWIFT_BACKTRACE", to: "enable=no")
    for place in InstalledProgram.paths(of: name, for: path) { ThisProcess.become(place) }
    let words =
      "wayleave: there is no \(name) next to this program, or in \(InstalledProgram.libraryFolder). "
      + "Install Wayleave again.\n"
    try? FileDescriptor.standardError.writeAll(Array(words.utf8))
    ThisProcess.endAtOnce(with: 1)
  }
}
