package import WayleaveSignIn
package import WayleaveWire

extension Verification {
  /// The checks as `--json` prints them.
  package var json: JSON {
    var said = JSON.Object()
    for fact in facts { said[fact.name] = .string(DisplayText.clean(fact.value, limit: 2000)) }
    return [
      "kind": .string(kind), "verified": .bool(firstFailure == nil), "first_failure": JSON(firstFailure?.name),
      "checks": .array(checks.map(\.json)), "facts": .object(said),
      "error": firstFailure.flatMap { $0.error.json["error"] } ?? .null,
    ]
  }

  /// The checks for people.
  package func text(in layout: TextLayout, style: TextStyle = .plain) -> String {
    let longest = checks.map(\.name.count).max() ?? 0
    var lines = checks.flatMap { check in
      let name = check.name + String(repeating: " ", count: longest - check.name.count)
      return layout.lines(
        "[\(check.rule)]\(check.verdict.reason)", after: "\(check.verdict.mark(in: style))  \(name)  ")
    }
    lines.append("")
    if let (name, error) = firstFailure {
      lines.append("\(style.red("NOT VERIFIED")): \(name) fails.")
      for text in [error.message, error.remedy.inCommands] { lines += layout.lines(text, after: "  ") }
      lines += layout.lines("[\(error.code.rawValue), \(error.rule)]", after: "  ").map(style.faint)
    } else {
      lines.append("\(style.green("Verified")).")
    }
    if firstFailure != nil, !facts.isEmpty { lines.append("") }
    lines += layout.columns(
      facts.map { .init(name: $0.name, value: DisplayText.clean($0.value, limit: 2000)) }, inside: 2)
    return lines.joined(separator: "\n")
  }
}

extension Verification.Check {
  fileprivate var json: JSON {
    let error: OAuthError? = if case .failed(let error) = verdict { error } else { nil }
    return [
      "check": .string(name), "rule": .string(rule.description), "verdict": .string(verdict.word),
      "error": error.flatMap { $0.json["error"] } ?? .null,
    ]
  }
}

extension Verdict {
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .notAsked: "not_asked"
    case .notReached: "not_reached"
    case .failed: "failed"
    }
  }

  /// Why a check was not made.
  fileprivate var reason: String {
    switch self {
    case .passed, .failed: ""
    case .notAsked: " not asked for"
    case .notReached: " not reached: another check fails"
    }
  }

  /// The verdict as a word in a column: it needs no colour, and has one where there are any.
  fileprivate func mark(in style: TextStyle) -> String {
    switch self {
    case .passed: style.green("ok  ")
    case .notAsked, .notReached: "skip"
    case .failed: style.red("FAIL")
    }
  }
}
