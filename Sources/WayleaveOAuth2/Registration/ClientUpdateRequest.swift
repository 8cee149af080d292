import HTTPTypes
public import WayleaveWire

/// Registers all of a client again: what is left out, the server may forget.
///
/// RFC 7592 §2.2.
public struct ClientUpdateRequest: Sendable, Equatable {
  /// The client id, which stays.
  public var clientID: ClientID
  /// The current secret; nil when the client has none.
  public var secret: Secret?
  /// What the client says about itself, whole.
  public var metadata: ClientMetadata

  /// A change.
  public init(clientID: ClientID, secret: Secret? = nil, metadata: ClientMetadata) {
    self.clientID = clientID
    self.secret = secret
    self.metadata = metadata
  }

  /// The request.
  ///
  /// "The client MUST NOT include the registration_access_token, registration_client_uri, client_secret_expires_at, or
  /// client_id_issued_at": they are left out.
  public func request(to configuration: ClientConfiguration) throws(OAuthError) -> RequestMessage {
    var members = metadata.members
    for name in ClientRegistrationResponse.ownNames { members[name] = nil }
    members["client_id"] = .string(clientID.text)
    members["client_secret"] = secret.map { .string($0.exposedText) }
    var request = try configuration.request(.put)
    request.body = JSON.object(members).encoded()
    try request.setHeader(.contentType, to: ContentType.json)
    return request
  }

  /// Reads a request; throws `registration.refused`. Whether id and secret are the current ones is the server's to say.
  public init(reading request: RequestMessage) throws(OAuthError) {
    guard var members = try JSON(decoding: request.body).object,
      let clientID = members["client_id"]?.string.map(ClientID.init)
    else {
      throw .invalidRegistration("a JSON object with “client_id”")
    }
    for name in ClientRegistrationResponse.ownNames.dropFirst(2) where members[name] != nil {
      throw .invalidRegistration("no “\(name)”")
    }
    self.clientID = clientID
    secret = members["client_secret"]?.string.map { Secret($0) }
    for name in ClientRegistrationResponse.ownNames { members[name] = nil }
    metadata = try ClientMetadata(members)
  }
}
