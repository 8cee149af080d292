package import WayleaveWire

/// The checks of something that another party handed over, in order; the first that fails decides.
package struct Verification {
  /// One rule, and whether it holds.
  package struct Check {
    package let name: String
    package let rule: OAuthError.Rule
    package let verdict: Verdict
  }

  package enum Verdict {
    case passed
    /// Not checked: nothing was given to compare with.
    case notAsked
    /// Not checked: an earlier check failed.
    case notReached
    case failed(OAuthError)
  }

  /// What is verified, as `--json` calls it.
  package let kind: String
  package private(set) var checks: [Check] = []
  /// What it says, in order; to be believed only when every check has passed.
  package internal(set) var facts: [(name: String, value: String)] = []

  init(of kind: String) { self.kind = kind }

  /// Makes a check and returns its result; nil when it fails.
  mutating func check<Value>(
    _ name: String, _ rule: OAuthError.Rule, _ work: () throws(OAuthError) -> Value
  ) -> Value? {
    do throws(OAuthError) {
      let value = try work()
      add(name, rule, .passed)
      return value
    } catch {
      add(name, rule, .failed(error))
      return nil
    }
  }

  /// Makes a check of the result of an earlier one.
  mutating func check<Given, Value>(
    _ name: String, _ rule: OAuthError.Rule, of given: Given?, _ work: (Given) throws(OAuthError) -> Value
  ) -> Value? {
    guard let given else {
      add(name, rule, .notReached)
      return nil
    }
    return check(name, rule) { () throws(OAuthError) in try work(given) }
  }

  mutating func add(_ name: String, _ rule: OAuthError.Rule, _ verdict: Verdict) {
    checks.append(Check(name: name, rule: rule, verdict: verdict))
  }

  /// The first check that failed, and why.
  package var firstFailure: (name: String, error: OAuthError)? {
    for check in checks {
      if case .failed(let error) = check.verdict { return (check.name, error) }
    }
    return nil
  }
}

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

extension Verification.Verdict {
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
