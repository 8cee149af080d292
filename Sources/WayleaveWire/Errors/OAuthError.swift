/// A small report of what went wrong: a code, a sentence, the rule, and what to do.
///
/// Every text in it may be shown: what came is redacted or cleaned before it gets in. Tests and programs read
/// ``code``, never the words.
public struct OAuthError: Error, Sendable {
  /// What an error says.
  private struct Report: Sendable, Equatable {
    let code: Code
    var message: String
    let rule: Rule
    let expected: String?
    let received: Received?
    var remedy: Remedy
    let refusal: ProviderRefusal?
    var fault: Fault
    var member: String?
  }

  // A report is about 300 bytes long. A function that can throw one would move them about even when it throws nothing.
  private indirect enum Storage: Sendable, Equatable {
    case report(Report)
  }

  private var storage: Storage

  private var report: Report {
    get {
      switch storage {
      case .report(let report): report
      }
    }
    set { storage = .report(newValue) }
  }

  /// The stable name of the failure.
  public var code: Code { report.code }
  /// What happened, as one plain sentence with the values: what a person reads first.
  ///
  /// It is the sentence of the place that failed, or else the general one of the code. Tests and programs read ``code``.
  public internal(set) var message: String {
    get { report.message }
    set { report.message = newValue }
  }
  /// The rule that was broken.
  public var rule: Rule { report.rule }
  /// What should have come; nil where ``message`` says all there is to say of it.
  public var expected: String? { report.expected }
  /// What came in its place, fit to be shown; nil where ``message`` says all there is to say of it.
  public var received: Received? { report.received }
  /// What the person in front of it can do.
  public internal(set) var remedy: Remedy {
    get { report.remedy }
    set { report.remedy = newValue }
  }
  /// What the provider itself said, when the failure is a provider's refusal.
  public var refusal: ProviderRefusal? { report.refusal }
  /// Whose words or deeds were wrong.
  public internal(set) var fault: Fault {
    get { report.fault }
    set { report.fault = newValue }
  }
  /// The member of a provider's document or answer that is wrong, such as `token_endpoint`; nil where there is none.
  public internal(set) var member: String? {
    get { report.member }
    set { report.member = newValue }
  }

  /// A report in the words of the place that failed.
  ///
  /// - Parameters:
  ///   - message: one plain sentence with the values.
  ///   - expected: what should have come, where the message does not say it.
  ///   - received: what came, where the message does not say it.
  ///   - fault: whose fault it is, where a reader knows better than the code.
  public init(
    _ code: Code, message: String, rule: Rule, expected: String? = nil, received: Received? = nil, remedy: Remedy,
    refusal: ProviderRefusal? = nil, fault: Fault? = nil, member: String? = nil
  ) {
    storage = .report(
      Report(
        code: code, message: message, rule: rule, expected: expected, received: received, remedy: remedy,
        refusal: refusal, fault: fault ?? code.kind.fault, member: member.map { DisplayText.clean($0, limit: 100) }))
  }

  /// A report in the general sentence of its code, which says what was expected and what came.
  ///
  /// - Parameter fault: whose fault it is, where a reader knows better than the code.
  public init(
    _ code: Code, rule: Rule, expected: String, received: Received, remedy: Remedy, refusal: ProviderRefusal? = nil,
    fault: Fault? = nil, member: String? = nil
  ) {
    self.init(
      code, message: code.sentence(wanted: expected, got: received.description), rule: rule, expected: expected,
      received: received, remedy: remedy, refusal: refusal, fault: fault, member: member)
  }
}

extension OAuthError: CustomStringConvertible {
  public var description: String {
    let difference = [expected.map { "expected \($0)" }, received.map { "received \($0)" }].compactMap(\.self)
    let words = difference.isEmpty ? "\(rule)" : "\(rule): \(difference.joined(separator: ", "))"
    return "\(code.rawValue): \(message) \(remedy) (\(words))"
  }
}

extension OAuthError: Equatable {}

extension OAuthError {
  /// What came, fit to be shown to a person: a secret is shown as its fingerprint, other text is cleaned and cut.
  public struct Received: Sendable, Equatable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// Nothing came.
    public static let nothing = Received("nothing")

    /// A secret, shown as its fingerprint.
    public static func redacted(_ secret: Secret?) -> Received {
      secret.map { $0.isEmpty ? Received("an empty value") : Received("a value with fingerprint \($0.fingerprint)") }
        ?? .nothing
    }

    /// A text that is not secret, cleaned, cut and quoted.
    public static func text(_ text: String?) -> Received {
      text.map { Received("“\(DisplayText.clean($0, limit: 200))”") } ?? .nothing
    }

    /// A URL without the values of its query.
    public static func url(_ url: String?) -> Received {
      url.map { Received("“\(URLRedaction.redact($0))”") } ?? .nothing
    }

    /// A description in our own words, which holds nothing from outside.
    public static func described(_ words: String) -> Received { Received(words) }
  }

  /// Where a rule is written.
  public enum Rule: Sendable, Equatable, CustomStringConvertible {
    /// An RFC and its section.
    case rfc(Int, String)
    /// OpenID Connect, its document and section, such as `Core` and `3.1.3.7`.
    case openID(String, String)
    /// Another specification, by its name, and its section, such as `2.4`.
    case specification(String, String)
    /// A rule of our own, in a few words.
    case wayleave(String)

    public var description: String {
      switch self {
      case .rfc(let number, let section): "RFC \(number) §\(section)"
      case .openID(let document, let section): "OpenID Connect \(document) §\(section)"
      case .specification(let name, let section): "\(name) §\(section)"
      case .wayleave(let words): words
      }
    }
  }
}
