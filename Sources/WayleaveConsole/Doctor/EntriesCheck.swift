import WayleaveWire

/// What is wrong with the provider files of the user: each such file is left out by every command.
package enum EntriesCheck {
  /// A finding for each wrong file; nothing where there are no files.
  package static func findings(of checks: [EntryCheck]) -> [Finding] {
    guard !checks.isEmpty else { return [] }
    let wrong = checks.filter(\.hasErrors).map { check in
      let first = check.findings.first { $0.severity == .error }
      return Finding(
        .entries, .warning, "A provider file is left out: \(first?.sentence(of: check.path) ?? check.path)",
        remedy: "Correct it: `wayleave providers check` shows all that is wrong.", code: first?.error.code)
    }
    let count =
      checks.count == 1 ? "Your provider file is correct." : "Your \(checks.count) provider files are correct."
    return wrong.isEmpty ? [Finding(.entries, .good, count)] : wrong
  }
}
