import WayleaveWire

/// What is wrong with the provider files of the user: each such file is left out by every command.
package enum EntriesCheck {
  /// Which update of the catalogue is in use; nothing where there is none.
  package static func findings(of update: SavedUpdate?) -> [Finding] {
    guard let saved = update, let update = saved.update else { return [] }
    let outdated = saved.outdated.map(\.text)
    let count = saved.names.count - outdated.count
    let use =
      "Version \(update.version) of the corrections, signed by \(update.key.fingerprint), is in use for "
      + (count == 1 ? "1 entry." : "\(count) entries.")
    guard !outdated.isEmpty else { return [Finding(.entries, .good, use)] }
    return [
      Finding(
        .entries, .warning,
        "\(use) The program has other entries since then, which count: \(outdated.joined(separator: ", ")).",
        remedy: "Get the corrections for this version: `wayleave providers update FILE`. Or remove them with --reset.")
    ]
  }

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
