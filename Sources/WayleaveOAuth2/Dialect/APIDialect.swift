/// How requests to a provider's API depart from RFC 6750.
public struct APIDialect: Sendable, Equatable {
  /// Where the access token travels.
  public var tokenPlacement = TokenPlacement.header
  /// The word before the token in the `Authorization` header.
  public var scheme = "Bearer"
  /// Pairs that every request carries in its query, such as a version; `{client_id}` and `{api_key}` stand for the
  /// client's.
  public var parameters: [String: String] = [:]
  /// Header fields that every request carries, such as a version; `{client_id}`, `{client_secret}` and `{api_key}`
  /// stand for the client's.
  public var headers: [String: String] = [:]
  /// Whether an answer whose `ok` is false refuses the request, although its status is 200.
  public var refusesByOK = false
  /// The user name next to the token where a program sends it as a password, as git does; most servers ignore it.
  public var gitUser = "oauth2"
  /// What data cannot say of how requests are signed; nil for nothing.
  public var adapter: RequestAdapter?

  /// The common way.
  public init() {}

  /// Whether every request has an `Accept` field of the provider's own.
  package var namesAccept: Bool { headers.contains { $0.key.lowercased() == "accept" } }

  /// The values of a client that its requests need.
  package var clientValues: Set<ClientValue> {
    // Each request of a session asks for them, and few entries have any.
    if headers.isEmpty, parameters.isEmpty { return [] }
    return ClientValue.named(in: Array(headers.values) + Array(parameters.values))
  }

  /// The same without the fields and pairs that have something secret of the client.
  package var withoutClientSecrets: APIDialect {
    var plain = self
    plain.headers = ClientValue.withoutSecrets(headers)
    plain.parameters = ClientValue.withoutSecrets(parameters)
    return plain
  }

  /// The header field that carries a token; nil where it travels otherwise.
  package func field(carrying token: String) -> (name: String, value: String)? {
    switch tokenPlacement {
    case .header: ("Authorization", "\(scheme) \(token)")
    case .field(let name): (name, token)
    case .query, .form: nil
    }
  }
}

/// A way of signing requests to an API that only one provider has.
public enum RequestAdapter: String, Sendable, CaseIterable {
  /// Facebook's `appsecret_proof`: the HMAC-SHA256 of the token under the client secret, in hexadecimal, in the query.
  ///
  /// https://developers.facebook.com, "Securing Graph API requests". A client without a secret sends none.
  case appSecretProof = "appsecret_proof"
}
