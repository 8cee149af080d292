package import WayleaveWire

/// Something that the checker of an entry has to say.
package struct EntryFinding: Error, Sendable {
  /// Whether the entry can be used all the same.
  package enum Severity: String, Sendable {
    case error
    case warning
  }

  /// What is wrong.
  package let error: OAuthError
  /// Where; nil for the file as a whole.
  package let place: TextPlace?
  package let severity: Severity

  package init(_ error: OAuthError, at place: TextPlace?, _ severity: Severity = .error) {
    (self.error, self.place, self.severity) = (error, place, severity)
  }
}

extension EntryFinding {
  /// The finding as `--json` prints it: the members of an error, and the place.
  var json: JSON {
    var object = JSON.Object()
    object["severity"] = .string(severity.rawValue)
    object["line"] = JSON(place.map { Int64($0.line) })
    object["column"] = JSON(place.map { Int64($0.column) })
    for member in error.json["error"]?.object?.members ?? []
    where !["oauth_error", "retry_after"].contains(member.name) {
      object[member.name] = member.value
    }
    return .object(object)
  }

  /// The sentence with the file and the place before it, as compilers write them: `entry.yaml:3:1: …`.
  func sentence(of path: String) -> String {
    "\(DisplayText.clean(path, limit: 400)):\(place.map { "\($0.line):\($0.column):" } ?? "") \(error.message)"
  }

  /// The finding for people: what, what to do, and last the code, the rule and what was expected.
  ///
  /// What holds for the whole file is advised once, at the end, by `isLast`.
  func lines(
    of path: String, isLast: Bool, after beginning: String = "", in layout: TextLayout, style: TextStyle
  ) -> [String] {
    let label = severity == .warning ? "Warning: " : ""
    let wanted = error.expected.map { "; expected: \($0)" } ?? ""
    let note = "[\(error.code.rawValue), \(error.rule)\(wanted)]"
    var lines = layout.lines(DisplayText.clean(label + sentence(of: path), limit: 4000), after: beginning, inside: 2)
    lines[0] = style.labelled(lines[0])
    if isLast || error.remedy != .correctEntry {
      lines += layout.lines(DisplayText.clean(error.remedy.inCommands, limit: 4000), after: "  ")
    }
    return lines + layout.lines(DisplayText.clean(note, limit: 4000), after: "  ").map(style.faint)
  }
}
