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
  public enum Tolerance: Sendable, Hashable {
    /// The server does not say when the secret expires: then it does not.
    case missingSecretExpiry
    /// The server does not say which redirect URIs are registered: then those are that were asked for.
    case missingRedirectURIs
    /// A member that decides nothing has a value that cannot be used, and was left out.
    case leftOut(member: String)
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
  /// on another origin: the owner of that address could change where our users' codes go. Id, secret with its expiry,
  /// method, redirect URIs and management decide; there `null` and an empty text count as absent. What else cannot be
  /// used is left out: refusing it would leave a registration behind that has no owner.
  ///
  /// With `asked`, the answer must have each redirect URI of it, byte for byte, or none at all, and what its method needs.
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
    do throws(OAuthError) {
      try self.init(answer, from: endpoint.origin, answering: asked)
    } catch {
      throw asked == nil ? error : error.leavingBehind(answer.members["client_id"]?.string)
    }
  }

  private init(
    _ answer: EndpointAnswer, from origin: Origin, answering asked: ClientMetadata?
  ) throws(OAuthError) {
    clientID = ClientID(try answer.text("client_id"))
    secret = try answer.has("client_secret") ? Secret(answer.text("client_secret")) : nil
    secretExpiresAt = try Self.expiry(in: answer, hasSecret: secret != nil)
    if secret != nil, !answer.has("client_secret_expires_at") { tolerated.append(.missingSecretExpiry) }
    issuedAt = answer.members["client_id_issued_at"]?.integer.map(Instant.init)
    configuration = try Self.configuration(in: answer, from: origin)
    metadata = try Self.metadata(in: answer, tolerated: &tolerated)
    if let asked { try complete(by: asked, in: answer) }
  }

  /// What is registered, without the members that cannot be used and decide nothing.
  private static func metadata(
    in answer: EndpointAnswer, tolerated: inout [Tolerance]
  ) throws(OAuthError) -> ClientMetadata {
    var members = answer.members
    for name in ownNames { members[name] = nil }
    for name in ClientMetadata.ownNames where !answer.has(name) { members[name] = nil }
    for name in ClientMetadata.ownNames {
      guard let value = members[name] else { continue }
      var alone = JSON.Object()
      alone[name] = value
      do throws(OAuthError) { _ = try ClientMetadata(alone) } catch {
        guard !ClientMetadata.decisiveNames.contains(name) else { throw answer.missing(name) }
        members[name] = nil
        tolerated.append(.leftOut(member: name))
      }
    }
    if members["jwks"] != nil, members["jwks_uri"] != nil {
      // RFC 7591 §2 forbids both, and we use neither.
      members["jwks"] = nil
      tolerated.append(.leftOut(member: "jwks"))
    }
    return try OAuthError.blamingProvider { [members] () throws(OAuthError) in try ClientMetadata(members) }
  }

  /// Adds what the server leaves out of what was asked for; throws where what it registered cannot be used.
  ///
  /// RFC 7591 §3.2.1: the server "MUST return all registered metadata about this client".
  private mutating func complete(by asked: ClientMetadata, in answer: EndpointAnswer) throws(OAuthError) {
    if !answer.has("redirect_uris"), !asked.redirectURIs.isEmpty {
      metadata.redirectURIs = asked.redirectURIs
      tolerated.append(.missingRedirectURIs)
    }
    for uri in asked.redirectURIs where !metadata.redirectURIs.contains(uri) { throw answer.missing("redirect_uris") }
    // Without a secret it can be nothing but the key that went along.
    if metadata.authentication == nil, secret == nil, asked.authentication == .privateKeyJWT {
      metadata.authentication = .privateKeyJWT
    }
    guard let method = metadata.authentication else { return }
    if method.needsSecret, secret == nil { throw .registeredWithout("client_secret", for: method) }
    let hasKey = method == .privateKeyJWT && asked.keys != nil
    guard method.needsSecret || method == .publicClient || method == asked.authentication || hasKey else {
      throw .registeredWithout("token_endpoint_auth_method", for: method)
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
    guard answer.has("registration_client_uri"), answer.has("registration_access_token") else { return nil }
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

extension ClientRegistrationResponse.Tolerance: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingSecretExpiry: "missing client_secret_expires_at"
    case .missingRedirectURIs: "missing redirect_uris"
    case .leftOut(let member): "\(member) that cannot be used"
    }
  }
}

extension OAuthError {
  /// The same failure of reading an answer to a registration, which the server has made already.
  fileprivate func leavingBehind(_ clientID: String?) -> OAuthError {
    let client = clientID.map { "the client “\(DisplayText.clean($0, limit: 200))”" } ?? "a client"
    return remedied(
      by: """
        Nothing was saved, and the server has registered \(client): ask its operators to remove it, and to correct what \
        the server sends.
        """)
  }

  /// The server chose a way of authenticating for which the client has nothing.
  fileprivate static func registeredWithout(_ member: String, for method: ClientAuthenticationMethod) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: method.needsSecret
        ? "The server registered the client with “\(method.rawValue)”, and its answer has no “client_secret”."
        : "The server registered the client with “\(method.rawValue)”, which was not asked for.",
      rule: .rfc(7591, "3.2.1"), remedy: .tellProvider, member: member)
  }

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
