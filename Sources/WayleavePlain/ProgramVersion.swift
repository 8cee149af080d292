import CWayleaveSystem
import WayleaveSystem

/// Which build of the program this is: two builds of one version differ in their commit.
package struct ProgramVersion: Sendable {
  /// Such as 0.1.0.
  package let number: String
  /// The commit that it was built from; nil where the build did not name it.
  package let commit: String?
  /// The date of that commit.
  package let date: String?

  /// An empty commit or date is one that the build did not name.
  package init(number: String, commit: String, date: String) {
    self.number = number
    self.commit = commit.isEmpty ? nil : commit
    self.date = date.isEmpty ? nil : date
  }

  /// The version of this build; `make release` names its commit.
  package static let ofBuild = ProgramVersion(
    number: Release.number, commit: String(cString: wayleave_commit()), date: String(cString: wayleave_commit_date()))

  /// As people read it.
  package var text: String {
    guard let commit else { return "wayleave \(number) (built from source, commit unknown)" }
    // Not joined as an array: what that takes would be a sixth of the whole start.
    return "wayleave \(number) (\(commit)\(date.map { ", \($0)" } ?? ""))"
  }
}
