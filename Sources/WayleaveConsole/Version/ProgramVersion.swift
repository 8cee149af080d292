package import WayleaveWire

/// Which build of the program this is: two builds of one version differ in their commit.
package struct ProgramVersion: Sendable {
  private let number: String
  private let commit: String?
  private let date: String?

  /// An empty commit or date is one that the build did not name.
  package init(number: String, commit: String, date: String) {
    self.number = number
    self.commit = commit.isEmpty ? nil : commit
    self.date = date.isEmpty ? nil : date
  }

  /// As people read it.
  package var text: String {
    let build = [commit, date].compactMap(\.self)
    return "wayleave \(number) (\(commit == nil ? "built from source, commit unknown" : build.joined(separator: ", ")))"
  }

  /// As `--json` prints it.
  package var json: JSON { ["version": .string(number), "commit": JSON(commit), "date": JSON(date)] }
}
