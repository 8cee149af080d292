public import WayleaveWire

/// How an OAuth 2 provider departs from the common way: data, in one part for each message that departs.
///
/// `OAuth2Dialect { $0.answer.isLoose = true }` departs in one thing, `OAuth2Dialect()` in none.
public struct OAuth2Dialect: Sendable, Equatable {
  private var storage = Storage.common

  /// The parts. A dialect is passed on with each message, and copied with one word: its parts are read where they are,
  /// and copied when one of them is changed.
  private struct Parts: Sendable, Equatable {
    var scopeSeparator: String = " "
    var parameterNames: [String: String] = [:]
    var authorization: AuthorizationDialect = AuthorizationDialect()
    var request: TokenRequestDialect = TokenRequestDialect()
    var answer: TokenAnswerDialect = TokenAnswerDialect()
    var refresh: RefreshDialect = RefreshDialect()
    var registersByForm = false
    var revocation: RevocationStyle = RevocationStyle.standard
    var revocationForm: RevocationForm?
    var api: APIDialect = APIDialect()
    var legacyGrants: Set<LegacyGrant> = []
    var refusals: [RefusalTable.Row] = []
  }

  private final class Storage: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }

    static let common = Storage(Parts())
  }

  /// The common way.
  public init() {}

  /// The common way, with departures.
  public init(_ depart: (inout OAuth2Dialect) -> Void) { depart(&self) }

  /// The common way.
  public static let common = OAuth2Dialect()

  public static func == (left: OAuth2Dialect, right: OAuth2Dialect) -> Bool {
    left.storage === right.storage || left.storage.parts == right.storage.parts
  }

  private mutating func change(_ body: (inout Parts) -> Void) {
    var parts = storage.parts
    body(&parts)
    storage = Storage(parts)
  }
}

extension OAuth2Dialect {
  /// What stands between two scopes.
  public var scopeSeparator: String {
    _read { yield storage.parts.scopeSeparator }
    set { change { $0.scopeSeparator = newValue } }
  }

  /// The provider's names for parameters of requests, under their standard names; an empty one is not sent.
  ///
  /// `["client_id": "client_key"]` is TikTok's. They hold for authorization requests and for each request of the client
  /// to the authorization server.
  public var parameterNames: [String: String] {
    _read { yield storage.parts.parameterNames }
    set { change { $0.parameterNames = newValue } }
  }

  /// The authorization request, and what comes back.
  public var authorization: AuthorizationDialect {
    _read { yield storage.parts.authorization }
    set { change { $0.authorization = newValue } }
  }

  /// Requests of the client to the authorization server.
  public var request: TokenRequestDialect {
    _read { yield storage.parts.request }
    set { change { $0.request = newValue } }
  }

  /// The answer of the token endpoint.
  public var answer: TokenAnswerDialect {
    _read { yield storage.parts.answer }
    set { change { $0.answer = newValue } }
  }

  /// How a token that ends is replaced.
  public var refresh: RefreshDialect {
    _read { yield storage.parts.refresh }
    set { change { $0.refresh = newValue } }
  }

  /// Whether clients are registered by a form, as at Mastodon and its like, and not by JSON.
  ///
  /// RFC 7591 §3.1 has JSON.
  package var registersByForm: Bool {
    _read { yield storage.parts.registersByForm }
    set { change { $0.registersByForm = newValue } }
  }

  /// How a token is given back.
  public var revocation: RevocationStyle {
    _read { yield storage.parts.revocation }
    set { change { $0.revocation = newValue } }
  }

  /// The request by which a token is given back, where none of the styles of ``revocation`` is the provider's.
  package var revocationForm: RevocationForm? {
    _read { yield storage.parts.revocationForm }
    set { change { $0.revocationForm = newValue } }
  }

  /// Requests to the API.
  public var api: APIDialect {
    _read { yield storage.parts.api }
    set { change { $0.api = newValue } }
  }

  /// The ways of getting tokens that are refused unless they are named here.
  public var legacyGrants: Set<LegacyGrant> {
    _read { yield storage.parts.legacyGrants }
    set { change { $0.legacyGrants = newValue } }
  }

  /// What the provider's words and numbers mean when it refuses, where they mean something else than elsewhere.
  ///
  /// They count before those of ``RefusalTable/common``.
  public var refusals: [RefusalTable.Row] {
    _read { yield storage.parts.refusals }
    set { change { $0.refusals = newValue } }
  }
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
