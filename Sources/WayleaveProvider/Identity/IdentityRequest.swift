import HTTPTypes
package import WayleaveOAuth2
public import WayleaveWire

/// One request that asks a provider who the user is.
public struct IdentityRequest: Sendable, Equatable {
  /// What is asked, in the user's name; `{token.user_id}` in its path or query stands for a member of the token answer.
  public var endpoint: Endpoint
  /// The name under which the templates find its answer; empty for the first request, whose members stand alone.
  public var name: String
  /// The body of a POST, as JSON; nil for a GET.
  public var body: String?
  /// Its header fields; they go before those of the API.
  package var headers: [String: String] = [:]

  /// A request.
  public init(_ endpoint: Endpoint, name: String = "", body: String? = nil) {
    self.endpoint = endpoint
    self.name = name
    self.body = body
  }

  /// The first request of a rule.
  init(_ endpoint: Endpoint, body: String?, headers: [String: String]) {
    self.init(endpoint, body: body)
    self.headers = headers
  }

  /// The request, with what is known of the user already; throws `wire.malformed_url` where a value is missing.
  ///
  /// `origin` takes the place of scheme and host where a customer's API has a host of its own.
  package func message(
    knowing known: IdentityAnswers, at origin: Origin? = nil, api: APIDialect = APIDialect(), client: Client? = nil
  ) throws(OAuthError) -> RequestMessage {
    var target = try endpoint.filled { known.value(at: $0).flatMap(IdentityRule.text(of:)) }
    if let origin { target = try Endpoint("\(origin)\(target.url.pathAndQuery)", allowingHTTP: true) }
    var request = RequestMessage(body == nil ? .get : .post, to: target.url)
    // An API that wants a type of its own names it with its other fields.
    if !api.namesAccept { request.head.headerFields[.accept] = ContentType.json }
    if let body, !body.isEmpty {
      request.body = Array(body.utf8)
      request.head.headerFields[.contentType] = ContentType.json
    }
    // A host that the token answer names may be any below a domain: the client's secrets do not go there.
    let isElsewhere = origin.map { $0 != endpoint.origin } ?? false
    try request.setHeaders(isElsewhere ? ClientValue.withoutSecrets(headers) : headers, of: client)
    return request
  }
}

/// What is known of a user while the provider is asked.
package struct IdentityAnswers: Sendable, Equatable {
  /// The answer to the first request; null where none was made.
  package var first = JSON.null
  /// The answers to the others by their names; `token` is what came with the tokens.
  package var named: [String: JSON]

  /// What came with the tokens.
  package init(token: JSON = .null) { named = ["token": token] }

  /// The value at a path: of a named answer, or of the first one.
  package func value(at path: String) -> JSON? {
    let name = path.prefix { $0 != "." }
    // A provider's own member goes before an answer of the same name, and before nothing that came with the tokens.
    if name != "token", let value = first.value(at: path) { return value }
    return named[String(name)]?.value(at: String(path.dropFirst(name.count + 1)))
  }

  /// The first answer, with those of other requests under their names.
  package var raw: JSON {
    let others = named.filter { $0.key != "token" }
    guard !others.isEmpty, var object = first.object ?? (first == .null ? JSON.Object() : nil) else { return first }
    for (name, answer) in others.sorted(by: { $0.key < $1.key }) where object[name] == nil { object[name] = answer }
    return .object(object)
  }
}
