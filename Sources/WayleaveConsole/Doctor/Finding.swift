package import WayleaveWire

/// What one check of `doctor` found: what was looked at, how it is, and what to do.
///
/// Nothing secret gets in: a sentence names variables, files and servers, and no value of them.
package struct Finding: Sendable, Equatable {
  /// How it is.
  package enum Verdict: Sendable, Equatable {
    case good
    /// It works, and could be better.
    case warning
    case failed
    /// Not looked at, because of a check that failed; nil where there was nothing to look at.
    case skipped(because: Checkpoint?)
  }

  package let check: Checkpoint
  /// The provider, client or account that it is about; nil for this machine.
  package let subject: String?
  package let verdict: Verdict
  /// One plain sentence, with the values.
  package let message: String
  /// What to do; nil only where nothing is wrong.
  package let remedy: String?
  /// The stable name of the failure; nil where there is none.
  package let code: OAuthError.Code?

  package init(
    _ check: Checkpoint, of subject: String? = nil, _ verdict: Verdict, _ message: String, remedy: String? = nil,
    code: OAuthError.Code? = nil
  ) {
    self.check = check
    self.subject = subject.map { DisplayText.clean($0, limit: 100) }
    self.verdict = verdict
    self.message = DisplayText.clean(message, limit: 1000)
    self.remedy = remedy.map { DisplayText.clean($0, limit: 1000) }
    self.code = code
  }

  /// A check that failed with an error, or that is not as good as it could be because of it.
  package init(
    _ check: Checkpoint, of subject: String? = nil, _ verdict: Verdict = .failed, because error: OAuthError
  ) {
    self.init(check, of: subject, verdict, error.message, remedy: error.remedy.inCommands, code: error.code)
  }
}

extension Finding {
  /// The finding as `--json` prints it.
  package var json: JSON {
    [
      "check": .string(check.rawValue), "subject": JSON(subject), "result": .string(verdict.word),
      "because": JSON(verdict.cause?.rawValue), "message": .string(message), "remedy": JSON(remedy),
      "code": JSON(code?.rawValue),
    ]
  }

  /// The finding for people: the verdict, the check and the sentence; below them what to do.
  func lines(in layout: TextLayout, style: TextStyle, nameWidth: Int) -> [String] {
    let name = check.title + String(repeating: " ", count: max(0, nameWidth - check.title.count))
    // On a narrow terminal the sentence has lines of its own.
    let isNarrow = layout.width < Self.narrowWidth
    let head = "\(verdict.mark(in: style))  "
    let inside = isNarrow ? 6 : 8 + nameWidth
    var lines = isNarrow ? [head + check.title] : []
    let indent = String(repeating: " ", count: inside)
    lines += layout.lines(message, after: isNarrow ? indent : head + name + "  ", inside: inside)
    if let remedy { lines += layout.lines(remedy, after: indent + "→ ", inside: inside + 2) }
    return lines
  }

  private static let narrowWidth = 60
}

extension Finding.Verdict {
  fileprivate var word: String {
    switch self {
    case .good: "good"
    case .warning: "warning"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  fileprivate var cause: Checkpoint? {
    if case .skipped(let cause) = self { cause } else { nil }
  }

  /// The verdict as a word in a column: it needs no colour, and has one where there are any.
  fileprivate func mark(in style: TextStyle) -> String {
    switch self {
    case .good: style.green("ok  ")
    case .warning: style.yellow("WARN")
    case .failed: style.red("FAIL")
    case .skipped: "skip"
    }
  }
}
