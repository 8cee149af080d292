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
  /// Where it says more; https only.
  public let uri: String?
  /// The HTTP status, when the refusal came as a response.
  public let status: Int?
  /// In which of the known shapes it came: the same number means something else in each.
  public let shape: Shape
  /// After which time the answer lets the request be sent again; nil when it does not say.
  public let retryAfter: Duration?
  /// What the provider wants of another sign-in, when it says so; nil when it says nothing.
  public let demand: AccessDemand?

  /// A refusal; the texts are cleaned, and an address that is not https is dropped.
  public init(
    error: String, subcode: String? = nil, description: String? = nil, uri: String? = nil, status: Int? = nil,
    shape: Shape = .word, retryAfter: Duration? = nil, demand: AccessDemand? = nil
  ) {
    self.error = DisplayText.clean(error, limit: 100)
    self.subcode = subcode.map { DisplayText.clean($0, limit: 100) }
    self.shape = shape
    self.retryAfter = retryAfter
    self.description = description.flatMap { $0.isEmpty ? nil : DisplayText.clean($0) }
    self.uri = uri.flatMap { $0.hasPrefix("https://") ? try? AbsoluteURL($0).text : nil }
    self.status = status
    self.demand = demand
  }

  /// The shapes in which providers refuse.
  public enum Shape: String, Sendable, Hashable, CaseIterable {
    /// A word, such as `invalid_grant`: RFC 6749 §5.2, and the challenges of RFC 6750 §3.
    case word
    /// Facebook's: an object `error` with `code`, `error_subcode` and `message`.
    case object
    /// Twitter's: a list `errors`, each with `code` and `message`.
    case list
    /// Foursquare's: `meta` with `errorType`.
    case meta
    /// `oauth_problem` and what belongs to it: OAuth Problem Reporting.
    case problem
    /// Any other, such as XML or a status alone.
    case other
  }
}
