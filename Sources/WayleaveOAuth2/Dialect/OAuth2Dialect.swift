public import WayleaveWire

/// How an OAuth 2 provider departs from the common way: data, in one part for each message that departs.
///
/// `OAuth2Dialect { $0.answer.isLoose = true }` departs in one thing, `OAuth2Dialect()` in none.
public struct OAuth2Dialect: Sendable, Equatable {
  /// What stands between two scopes.
  public var scopeSeparator = " "
  /// The provider's names for parameters of requests, under their standard names; an empty one is not sent.
  ///
  /// `["client_id": "client_key"]` is TikTok's. They hold for authorization requests and for requests to the token endpoint.
  public var parameterNames: [String: String] = [:]
  /// The authorization request, and what comes back.
  public var authorization = AuthorizationDialect()
  /// Requests to the token endpoint.
  public var request = TokenRequestDialect()
  /// The answer of the token endpoint.
  public var answer = TokenAnswerDialect()
  /// How a token that ends is replaced.
  public var refresh = RefreshDialect()
  /// How a token is given back.
  public var revocation = RevocationStyle.standard
  /// Requests to the API.
  public var api = APIDialect()
  /// The ways of getting tokens that are refused unless they are named here.
  public var legacyGrants: Set<LegacyGrant> = []
  /// What the provider's words and numbers mean when it refuses, where they mean something else than elsewhere.
  ///
  /// They count before those of ``RefusalTable/common``.
  public var refusals: [RefusalTable.Row] = []

  /// The common way.
  public init() {}

  /// The common way, with departures.
  public init(_ depart: (inout OAuth2Dialect) -> Void) { depart(&self) }

  /// The common way.
  public static let common = OAuth2Dialect()
}

extension Form {
  /// The pairs by the provider's own names; those without a name are left out.
  func renamed(by names: [String: String]) -> Form {
    guard !names.isEmpty else { return self }
    var renamed = Form()
    for field in fields {
      let name = names.first { field.name.elementsEqual($0.key.utf8) }?.value
      guard let name else {
        renamed.fields.append(field)
        continue
      }
      if !name.isEmpty { renamed.fields.append(Field(name: Array(name.utf8), value: field.value)) }
    }
    return renamed
  }
}
