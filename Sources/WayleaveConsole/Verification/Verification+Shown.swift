package import WayleaveSignIn
package import WayleaveWire

extension Verification {
  /// The checks as `--json` prints them.
  package var json: JSON {
    var said = JSON.Object()
    for fact in facts { said[fact.name] = .string(DisplayText.clean(fact.value, limit: 2000)) }
    return [
      "kind": .string(kind), "verified": .bool(firstFailure == nil), "first_failure": JSON(firstFailure?.name),
      "checks": .array(checks.map(\.json)), "not_checked": JSON(gaps.map(\.name)), "facts": .object(said),
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
      lines += layout.lines("\(style.green("Verified")): \(meaning).", after: "")
      for gap in gaps { lines += layout.lines("\(gap.sentence)", after: "Not checked: ") }
      if !gaps.isEmpty, !facts.isEmpty { lines.append("") }
    }
    if firstFailure != nil, !facts.isEmpty { lines.append("") }
    lines += layout.columns(
      facts.map { .init(name: $0.name, value: DisplayText.clean($0.value, limit: 2000)) }, inside: 2)
    return lines.joined(separator: "\n")
  }
}

extension Verification {
  /// What holds where every check has passed.
  private var meaning: String {
    switch kind {
    case "id_token": "the issuer signed it, for this client, and it has not expired"
    case "access_token": "the issuer signed it, for this API, and it has not expired"
    case "oauth1": "this client signed it"
    case "code": "the provider gave it to this client"
    case "inspection", "introspection": "the provider says that it is valid, and was issued to this client"
    case "verify_credentials", "check_token": "the provider accepts it, signed by this client"
    case "echo": "this client signed it, and the provider says who the user is"
    default: "every check has passed"
    }
  }

  /// What could be wrong all the same, since a check was not asked for.
  private var gaps: [(name: String, sentence: String)] {
    guard firstFailure == nil else { return [] }
    return checks.compactMap { check in
      guard case .notAsked = check.verdict, let sentence = check.gap(in: kind) else { return nil }
      return (check.name, sentence)
    }
  }
}

extension Verification.Check {
  /// What stays open without the check; nil for one that has nothing to say here.
  fileprivate func gap(in kind: String) -> String? {
    switch (name, kind) {
    case ("nonce", "oauth1"), ("nonce", "echo"), ("replay", _):
      "whether it came before. Only a server that stores what it has seen can tell."
    case ("nonce", _): "whether it belongs to your own sign-in. Give the nonce of that sign-in with --nonce."
    case ("timestamp", _): "when it was signed. It has no timestamp."
    default: nil
    }
  }

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
