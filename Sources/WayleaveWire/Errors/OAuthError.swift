/// A small report of what went wrong: which rule, what was expected, what came, and what to do.
///
/// Every text in it may be shown: what came is redacted or cleaned before it gets in. Tests and programs read
/// ``code``, never the words.
public struct OAuthError: Error, Sendable {
  /// The stable name of the failure.
  public let code: Code
  /// The rule that was broken.
  public let rule: Rule
  /// What should have come.
  public let expected: String
  /// What came in its place, fit to be shown.
  public let received: Received
  /// What the person in front of it can do.
  public let remedy: String
  /// What the provider itself said, when the failure is a provider's refusal.
  public let refusal: ProviderRefusal?

  /// A report.
  public init(
    _ code: Code, rule: Rule, expected: String, received: Received, remedy: String, refusal: ProviderRefusal? = nil
  ) {
    self.code = code
    self.rule = rule
    self.expected = expected
    self.received = received
    self.remedy = remedy
    self.refusal = refusal
  }

  /// The sentence that a person reads first.
  public var message: String {
    "expected \(expected), received \(received)"
  }
}

extension OAuthError: CustomStringConvertible {
  public var description: String { "\(code.rawValue): \(message) (\(rule)). \(remedy)" }
}

extension OAuthError: Equatable {}

extension OAuthError {
  /// What came, fit to be shown to a person: a secret is told by its fingerprint, other text is cleaned and cut.
  public struct Received: Sendable, Equatable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// Nothing came.
    public static let nothing = Received("nothing")

    /// A secret, told by its fingerprint.
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

/// What a provider said when it refused, as far as it could be read.
///
/// RFC 6749 §4.1.2.1 and §5.2, and the shapes that other providers have in their place. All text is cleaned.
public struct ProviderRefusal: Sendable, Equatable {
  /// The provider's own word or number for the failure, such as `invalid_grant` or `89`.
  public let error: String
  /// The provider's finer number or word, such as Facebook's `error_subcode`; nil for none.
  public let subcode: String?
  /// What it adds for people.
  public let description: String?
  /// Where it tells more; https only.
  public let uri: String?
  /// The HTTP status, when the refusal came as a response.
  public let status: Int?
  /// What to do about it, when the provider's own shape of error tells; nil leaves it to word and code.
  public let recommendedAction: RecommendedAction?
  /// What the provider wants of another sign-in, when it says so; nil when it says nothing.
  public let demand: AccessDemand?

  /// A refusal; the texts are cleaned, and an address that is not https is dropped.
  public init(
    error: String, subcode: String? = nil, description: String? = nil, uri: String? = nil, status: Int? = nil,
    recommendedAction: RecommendedAction? = nil, demand: AccessDemand? = nil
  ) {
    self.error = DisplayText.clean(error, limit: 100)
    self.subcode = subcode.map { DisplayText.clean($0, limit: 100) }
    self.recommendedAction = recommendedAction
    self.description = description.map { DisplayText.clean($0) }
    self.uri = uri.flatMap { $0.hasPrefix("https://") ? try? AbsoluteURL($0).text : nil }
    self.status = status
    self.demand = demand
  }
}
