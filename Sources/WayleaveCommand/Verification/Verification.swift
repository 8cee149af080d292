import WayleaveWire

/// What somebody handed over, held against one rule after the other; the first that fails decides.
struct Verification {
  /// One rule, and whether it holds.
  struct Check {
    let name: String
    let rule: OAuthError.Rule
    let verdict: Verdict
  }

  enum Verdict {
    case passed
    /// Nothing was given that it could be held against.
    case notAsked
    /// An earlier failure left nothing to hold it against.
    case notReached
    case failed(OAuthError)
  }

  /// What is verified, as `--json` calls it.
  let kind: String
  private(set) var checks: [Check] = []
  /// What it says, in the order in which it is told; meant once every check has passed.
  var facts: [(name: String, value: String)] = []

  init(of kind: String) { self.kind = kind }

  /// Makes a check, and gives what it proved; nil when it fails.
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

  /// Makes a check of something that only an earlier one brings.
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
  var firstFailure: (name: String, error: OAuthError)? {
    for check in checks {
      if case .failed(let error) = check.verdict { return (check.name, error) }
    }
    return nil
  }

  /// Tells all of it; ends the command with 8 when a check failed.
  func tell(_ output: OutputOptions) throws {
    Console.answer(
      output.isJSON ? String(decoding: json.encoded(), as: UTF8.self) : text(in: TextLayout(for: .standardOutput)))
    if firstFailure != nil { throw AnsweredFailure(status: ExitStatus.checkFailed) }
  }
}

extension Verification {
  private var json: JSON {
    var said = JSON.Object()
    for fact in facts { said[fact.name] = .string(DisplayText.clean(fact.value, limit: 2000)) }
    return [
      "kind": .string(kind), "verified": .bool(firstFailure == nil), "first_failure": JSON(firstFailure?.name),
      "checks": .array(checks.map(\.json)), "facts": .object(said),
      "error": firstFailure.flatMap { $0.error.json["error"] } ?? .null,
    ]
  }

  private func text(in layout: TextLayout) -> String {
    let longest = checks.map(\.name.count).max() ?? 0
    var lines = checks.flatMap { check in
      let name = check.name + String(repeating: " ", count: longest - check.name.count)
      return layout.lines("[\(check.rule)]", after: "\(check.verdict.mark)  \(name)  ")
    }
    lines.append("")
    if let (name, error) = firstFailure {
      lines.append("NOT VERIFIED: \(name) fails.")
      for text in [error.message, error.remedy.description, "[\(error.code.rawValue), \(error.rule)]"] {
        lines += layout.lines(text, after: "  ")
      }
    } else {
      lines.append("Verified.")
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

  /// The word in a column, so that it reads without colour.
  fileprivate var mark: String {
    switch self {
    case .passed: "ok  "
    case .notAsked, .notReached: "-   "
    case .failed: "FAIL"
    }
  }
}
