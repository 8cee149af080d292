package import WayleaveWire

/// The findings of `doctor`, as a chain: what rests on something that failed is not looked at.
///
/// So the first failed check is the root cause.
package struct Examination: Sendable {
  package private(set) var findings: [Finding] = []

  package init() {}

  /// The first check that failed; nil when none did.
  package var rootCause: Finding? { findings.first { $0.verdict == .failed } }

  /// The failed check on which this one rests, directly or by others; nil when it can be made.
  ///
  /// What was found for one provider or client says nothing of another one.
  package func obstacle(to check: Checkpoint, of subject: String? = nil) -> Checkpoint? {
    for needed in check.needs {
      if let cause = obstacle(to: needed, of: subject) { return cause }
      let found = findings.filter { $0.check == needed && ($0.subject == nil || $0.subject == subject) }
      for finding in found {
        switch finding.verdict {
        case .failed: return needed
        case .skipped(let cause?): return cause
        case .good, .warning, .skipped(nil): break
        }
      }
    }
    return nil
  }

  /// Adds a finding; in its place, where something failed on which it rests, that it was not looked at.
  package mutating func add(_ finding: Finding) { add([finding]) }

  /// Adds findings, each as ``add(_:)-(Finding)`` does.
  package mutating func add(_ some: [Finding]) {
    for finding in some {
      guard let cause = obstacle(to: finding.check, of: finding.subject) else {
        findings.append(finding)
        continue
      }
      skip(finding.check, of: finding.subject, because: cause)
    }
  }

  /// Notes that a check was not made, because of one that failed; once for each subject.
  package mutating func skip(_ check: Checkpoint, of subject: String? = nil, because cause: Checkpoint) {
    let finding = Finding(check, of: subject, .skipped(because: cause), "Not looked at: \(cause.title) failed.")
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// Looks at something, unless what it rests on has failed: then it is noted that this was not looked at.
  package mutating func look(
    at check: Checkpoint, of subject: String? = nil, _ body: () async -> [Finding]
  ) async {
    if let cause = obstacle(to: check, of: subject) { return skip(check, of: subject, because: cause) }
    findings += await body()
  }
}

extension Examination {
  /// The examination as `--json` prints it.
  package var json: JSON {
    [
      "healthy": .bool(rootCause == nil), "root_cause": rootCause?.json ?? .null,
      "findings": .array(findings.map(\.json)),
    ]
  }

  /// The findings for people: those of this machine, then those of each subject; last what to begin with.
  ///
  /// With `isQuiet` what is good is left out.
  package func text(in layout: TextLayout, style: TextStyle = .plain, isQuiet: Bool = false) -> String {
    let shown = findings.filter { !isQuiet || [.warning, .failed].contains($0.verdict) }
    let width = shown.map(\.check.title.count).max() ?? 0
    var lines: [String] = []
    var subject: String?
    for finding in shown {
      if let next = finding.subject, next != subject {
        if !lines.isEmpty { lines.append("") }
        lines += layout.lines(next, after: "")
      }
      if finding.subject == nil, subject != nil { lines.append("") }
      subject = finding.subject
      lines += finding.lines(in: layout, style: style, nameWidth: width)
    }
    if isQuiet, shown.isEmpty { return "" }
    return (lines + [""] + summary(in: layout, style: style)).joined(separator: "\n")
  }

  private func summary(in layout: TextLayout, style: TextStyle) -> [String] {
    let warnings = findings.count { $0.verdict == .warning }
    let count = warnings == 1 ? "1 warning" : "\(warnings) warnings"
    guard let cause = rootCause else {
      return [warnings == 0 ? style.green("All is well.") : "Nothing fails. \(style.yellow(count))."]
    }
    let subject = cause.subject.map { " of \($0)" } ?? ""
    let first = layout.lines("Begin with: \(cause.check.title)\(subject). \(cause.message)", after: "")
    let failures = findings.count { $0.verdict == .failed }
    let number = failures == 1 ? "1 check fails" : "\(failures) checks fail"
    return [style.red(number) + (warnings == 0 ? "." : ", \(count).")] + first
      + (cause.remedy.map { layout.lines($0, after: "→ ") } ?? [])
  }
}
