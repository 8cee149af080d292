import Wayleave
package import WayleaveWire

/// Goes through a saved sign-in again, by the rules that can be checked without secrets: a fingerprint stands for each.
package struct TraceReplay: Sendable {
  /// A rule that was held against a step.
  package struct Check: Sendable {
    package let name: String
    package let rule: OAuthError.Rule
    /// The step, from 0; nil for the record as a whole.
    package let step: Int?
    /// What is wrong; nil when nothing is.
    package let fault: String?
  }

  private let record: TraceRecord
  /// The checks in the order of their steps.
  package let checks: [Check]

  package init(of record: TraceRecord) {
    self.record = record
    let rules = TraceRules(record)
    let made =
      rules.order + rules.times + rules.metadata + rules.states + rules.issuers + rules.redirectURIs + rules.codes
      + rules.answers + rules.callbackErrors
    let last = record.steps.count
    checks = (made + rules.ending(isExplained: made.contains { $0.fault != nil })).enumerated()
      .sorted { ($0.element.step ?? last, $0.offset) < ($1.element.step ?? last, $1.offset) }.map(\.element)
  }

  /// The first check that finds something wrong; nil when none does.
  package var firstFault: Check? { checks.first { $0.fault != nil } }
}

extension TraceReplay {
  /// The replay as `--json` prints it.
  package var json: JSON {
    [
      "good": .bool(firstFault == nil), "steps": JSON(Int64(record.steps.count)),
      "first_fault": firstFault.map(json) ?? .null, "checks": .array(checks.map(json)),
    ]
  }

  private func json(_ check: Check) -> JSON {
    [
      "check": .string(check.name), "rule": .string("\(check.rule)"),
      "step": JSON(check.step.map { Int64($0 + 1) }),
      "name": JSON(check.step.map { record.steps[$0].event.name.rawValue }),
      "good": .bool(check.fault == nil), "message": JSON(check.fault),
    ]
  }

  /// The replay for people: each check, and where it went wrong.
  package func text(in layout: TextLayout, style: TextStyle = .plain) -> String {
    let width = checks.map(\.name.count).max() ?? 0
    var lines = checks.flatMap { check in
      let name = check.name + String(repeating: " ", count: width - check.name.count)
      let mark = check.fault == nil ? style.green("ok  ") : style.red("FAIL")
      let step = check.step.map { "step \($0 + 1) " } ?? ""
      return layout.lines("\(step)[\(check.rule)]", after: "\(mark)  \(name)  ")
    }
    lines.append("")
    guard let fault = firstFault else {
      let count = checks.count == 1 ? "1 check" : "\(checks.count) checks"
      let sentence = "\(style.green("Nothing went wrong")) in this sign-in: \(count) of \(record.steps.count) steps."
      return (lines + layout.lines(sentence, after: ""))
        .joined(separator: "\n")
    }
    lines.append(style.red("The sign-in went wrong") + (fault.step.map { " at step \($0 + 1)" } ?? "") + ".")
    if let step = fault.step.map({ record.steps[$0] }) {
      lines += layout.lines("\(step.event.heading), after \(step.after.wholeMilliseconds) ms.", after: "  ")
    }
    lines += layout.lines(fault.fault ?? "", after: "  ")
    return lines.joined(separator: "\n")
  }
}
