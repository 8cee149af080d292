import HTTPTypes
public import WayleaveWire

/// Registers a client.
///
/// RFC 7591 §3.1.
public struct ClientRegistrationRequest: Sendable, Equatable {
  /// What the client says about itself.
  public var metadata: ClientMetadata
  /// What allows it to register, where not everyone may.
  public var initialAccessToken: Secret?

  /// A registration.
  public init(_ metadata: ClientMetadata, initialAccessToken: Secret? = nil) {
    self.metadata = metadata
    self.initialAccessToken = initialAccessToken
  }

  /// The request.
  public func request(to endpoint: Endpoint) throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(.post, to: endpoint.url)
    request.body = JSON.object(metadata.members).encoded()
    try request.setHeader(.contentType, to: ContentType.json)
    try request.setHeader(.accept, to: ContentType.json)
    if let initialAccessToken { try request.setHeader(.authorization, to: "Bearer \(initialAccessToken.exposedText)") }
    return request
  }

  /// The request as a form, as Mastodon and its like take it.
  ///
  /// docs.joinmastodon.org, "apps API methods": the name, the redirect URIs in lines of their own, and the scopes.
  package func formRequest(to endpoint: Endpoint) throws(OAuthError) -> RequestMessage {
    var request = RequestMessage(.post, to: endpoint.url)
    var form = Form()
    form.append("client_name", metadata.name ?? "")
    form.append("redirect_uris", metadata.redirectURIs.map(\.text).joined(separator: "\n"))
    if !metadata.scopes.isEmpty { form.append("scopes", metadata.scopes.joined(separator: " ")) }
    request.body = form.encoded()
    try request.setHeader(.contentType, to: ContentType.form)
    try request.setHeader(.accept, to: ContentType.json)
    return request
  }

  /// Reads a request; throws `registration.refused`, or `wire.malformed_json`.
  public init(reading request: RequestMessage) throws(OAuthError) {
    guard let members = try JSON(decoding: request.body).object else {
      throw .invalidRegistration("a JSON object")
    }
    metadata = try ClientMetadata(members)
    initialAccessToken = request.bearerToken
  }
}

extension Message where Head == HTTPRequest {
  /// The token in the header; nil when there is none.
  ///
  /// RFC 6750 §2.1.
  var bearerToken: Secret? {
    guard let header = head.headerFields[.authorization],
      header.utf8.prefix(7).map(\.lowercased) == Array("bearer ".utf8)
    else { return nil }
    let token = Array(header.utf8.dropFirst(7))
    return token.isEmpty ? nil : Secret(token)
  }
}
