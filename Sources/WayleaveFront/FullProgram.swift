import WayleaveSystem

/// The program with all commands.
enum FullProgram {
  /// Its name. People do not type it.
  private static let name = "wayleave-full"

  /// Where it is, as seen from the folder of this program: next to it, or where `make install` puts it.
  private static let folders = ["", "../libexec/wayleave/"]

  /// Becomes the full program of the installation in which this program has a path.
  static func take(over path: String?) -> Never {
    // A report of a crash shows the registers, and a short secret fits into them.
    ProcessEnvironment.set("SWIFT_BACKTRACE", to: "enable=no")
    let own = path.map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) } ?? ""
    for folder in folders { ThisProcess.become("\(own)/\(folder)\(name)") }
    let words =
      "wayleave: there is no \(name) next to this program, or in ../libexec/wayleave. Install Wayleave again.\n"
    try? FileDescriptor.standardError.writeAll(Array(words.utf8))
    ThisProcess.endAtOnce(with: 1)
  }
}
