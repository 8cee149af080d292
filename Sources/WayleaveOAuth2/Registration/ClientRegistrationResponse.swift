public import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// A client as the server registered it, which counts, whatever was asked for.
///
/// RFC 7591 §3.2.1; the management of it is RFC 7592 §3.
public struct ClientRegistrationResponse: Sendable, Equatable {
  /// The client id.
  public var clientID: ClientID
  /// The secret; nil when the client needs none.
  public var secret: Secret?
  /// When the secret expires; nil when it never does, or there is none.
  public var secretExpiresAt: Instant?
  /// When the id was given out; nil when the server does not say.
  public var issuedAt: Instant?
  /// Where, and by what, the registration is read, changed and ended; nil when it cannot be.
  public var configuration: ClientConfiguration?
  /// What is registered.
  public var metadata: ClientMetadata
  /// What was not as the specification has it, and was accepted all the same.
  public var tolerated: [Tolerance] = []

  /// A departure from RFC 7591 §3.2.1 that was let pass.
  public enum Tolerance: String, Sendable, CaseIterable {
    /// The server does not say when the secret expires: then it does not.
    case missingSecretExpiry = "missing client_secret_expires_at"
  }

  /// A registration to give.
  public init(
    clientID: ClientID, secret: Secret? = nil, secretExpiresAt: Instant? = nil, issuedAt: Instant? = nil,
    configuration: ClientConfiguration? = nil, metadata: ClientMetadata
  ) {
    self.clientID = clientID
    self.secret = secret
    self.secretExpiresAt = secretExpiresAt
    self.issuedAt = issuedAt
    self.configuration = configuration
    self.metadata = metadata
  }

  /// Reads an answer of an endpoint: 201 to a registration, 200 to what RFC 7592 asks.
  ///
  /// Throws `registration.refused` for a refusal; `answer.unexpected` for what is no registration, or one that is managed
  /// on another origin: the owner of that address could change where our users' codes go. A secret without its expiry
  /// does not expire: refusing it would leave a registration behind that has no owner. With `asked`, the answer must have each redirect URI of it, byte for byte.
  public init(
    reading response: ResponseMessage, from endpoint: Endpoint, answering asked: ClientMetadata? = nil
  ) throws(OAuthError) {
    let answer: EndpointAnswer
    do throws(OAuthError) {
      answer = try EndpointAnswer(response, status: [200, 201], rule: .rfc(7591, "3.2.1"))
    } catch {
      guard error.code == .tokenRefused, let refusal = error.refusal else { throw error }
      throw .registrationRefused(refusal)
    }
    clientID = ClientID(try answer.text("client_id"))
    secret = try answer.has("client_secret") ? Secret(answer.text("client_secret")) : nil
    secretExpiresAt = try Self.expiry(in: answer, hasSecret: secret != nil)
    if secret != nil, !answer.has("client_secret_expires_at") { tolerated.append(.missingSecretExpiry) }
    issuedAt = answer.members["client_id_issued_at"]?.integer.map(Instant.init)
    configuration = try Self.configuration(in: answer, from: endpoint.origin)
    var members = answer.members
    for name in Self.ownNames { members[name] = nil }
    metadata = try OAuthError.blamingProvider { [members] () throws(OAuthError) in try ClientMetadata(members) }
    for uri in asked?.redirectURIs ?? [] where !metadata.redirectURIs.contains(uri) {
      throw answer.missing("redirect_uris")
    }
  }

  /// The answer on the wire, which no cache may store.
  public func response(_ status: HTTPResponse.Status = .created) -> ResponseMessage {
    var members = metadata.members
    members["client_id"] = .string(clientID.text)
    if let secret {
      members["client_secret"] = .string(secret.exposedText)
      members["client_secret_expires_at"] = JSON(secretExpiresAt?.secondsSinceEpoch ?? 0)
    }
    if let issuedAt { members["client_id_issued_at"] = JSON(issuedAt.secondsSinceEpoch) }
    if let configuration {
      members["registration_client_uri"] = .string(configuration.endpoint.url.text)
      members["registration_access_token"] = .string(configuration.accessToken.exposedText)
    }
    var response = ResponseMessage(status, json: .object(members))
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }

  /// The client, as the server registered it; the private key is the one whose public part went along.
  public func client(key: JSONWebKey? = nil) throws(OAuthError) -> Client {
    try Client(
      id: clientID, secret: secret, key: key,
      authentication: metadata.authentication ?? (secret == nil ? nil : .basic), redirectURIs: metadata.redirectURIs)
  }

  static let ownNames = [
    "client_id", "client_secret", "client_secret_expires_at", "client_id_issued_at", "registration_client_uri",
    "registration_access_token",
  ]

  /// RFC 7591 §3.2.1: "REQUIRED if "client_secret" is issued. … 0 if it will not expire."
  private static func expiry(in answer: EndpointAnswer, hasSecret: Bool) throws(OAuthError) -> Instant? {
    guard hasSecret, answer.has("client_secret_expires_at") else { return nil }
    guard let seconds = answer.members["client_secret_expires_at"]?.integer, seconds >= 0 else {
      throw answer.missing("client_secret_expires_at")
    }
    return seconds == 0 ? nil : Instant(secondsSinceEpoch: seconds)
  }

  private static func configuration(
    in answer: EndpointAnswer, from origin: Origin
  ) throws(OAuthError) -> ClientConfiguration? {
    guard answer.members["registration_client_uri"] != nil, answer.members["registration_access_token"] != nil else {
      return nil
    }
    // The scheme is the endpoint's own, so that one of this machine can be tried.
    let text = try answer.text("registration_client_uri")
    let endpoint = try OAuthError.blamingProvider(member: "registration_client_uri") { () throws(OAuthError) in
      try Endpoint(text, allowingHTTP: true)
    }
    guard endpoint.origin == origin else { throw answer.missing("registration_client_uri") }
    return ClientConfiguration(
      endpoint: endpoint, accessToken: Secret(try answer.text("registration_access_token")))
  }
}

extension OAuthError {
  fileprivate static func registrationRefused(_ refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .registrationRefused,
      message: "The provider refuses to register the client: \(OAuthError.Received.text(refusal.error)).",
      rule: .rfc(7591, "3.2.2"),
      remedy: Remedy(for: refusal)
        ?? "See what the provider says; it may want the client to be registered on its page.",
      refusal: refusal)
  }
}
