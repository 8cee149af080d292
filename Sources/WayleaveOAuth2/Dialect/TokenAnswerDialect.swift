/// How a provider's token answers depart from RFC 6749 §5.1.
public struct TokenAnswerDialect: Sendable, Equatable {
  /// The type to assume for tokens whose type the provider does not say; nil when it must say.
  public var defaultTokenType: String?
  /// The provider's spellings of token types, each with the type that is meant: `bearer_token` with `Bearer`.
  public var tokenTypes: [String: String] = [:]
  /// Whether the answer may come as a form, or as JSON under another content type.
  public var isLoose = false
  /// Whether an `expires_in` of 0 or less means that the token has expired; else it states no lifetime.
  ///
  /// VK writes 0 and others -1 for a token that does not expire. RFC 6749 §5.1 defines neither.
  public var expiresAtZero = false
  /// Paths of objects within the answer in which the tokens may stand, the first that is there counts: `data`.
  ///
  /// What stands next to the object stays where it is, and is stored with the tokens.
  public var envelopes: [String] = []
  /// The provider's names for members of the answer, under their standard names.
  public var names: [String: String] = [:]
  /// What stands between two granted scopes, where it is something else than between two that are asked for.
  public var scopeSeparator: String?
  /// What the expiry says.
  public var expiry = ExpiryForm.seconds
  /// The path of the member whose value refuses the request; 0, false, an empty text and null refuse nothing.
  public var errorPath: String?
  /// The path of the words for people that stand next to it.
  public var errorDescriptionPath: String?

  /// The common way.
  public init() {}

  /// Whether the members stand where RFC 6749 §5.1 has them.
  var isPlain: Bool {
    envelopes.isEmpty && names.isEmpty && expiry == .seconds && errorPath == nil && errorDescriptionPath == nil
  }
}

/// What a provider writes as `expires_in`.
public enum ExpiryForm: String, Sendable, CaseIterable {
  /// A number of seconds from now: RFC 6749 §5.1.
  case seconds
  /// A number of milliseconds from now.
  case milliseconds
  /// The time in seconds since 1970.
  case time
  /// The time as RFC 3339 writes it.
  case timestamp
}
