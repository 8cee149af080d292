package import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// Our registration at a provider: the client id, how it authenticates, and where users may come back to.
///
/// RFC 6749 §2. At an OAuth 1.0a provider the id is the consumer key and the secret is the consumer secret.
public struct Client: Sendable, Equatable {
  /// The client id.
  public let id: ClientID
  /// The secret; nil for a client that has none.
  public let secret: Secret?
  /// The private key that signs the client's assertions; nil for a client that has none.
  public let key: JSONWebKey?
  /// How the client authenticates; nil leaves it to what the client has and to the provider's dialect.
  public let authentication: ClientAuthenticationMethod?
  /// The redirect URIs that are registered, the preferred one first.
  public let redirectURIs: [RedirectURI]
  /// Whether users do not come back but type a number that the provider shows.
  ///
  /// RFC 5849 §2.1, "oob"; OAuth 1.0a only.
  public let isOutOfBand: Bool
  /// The private key for which the server encrypts its signed callbacks; nil where it is not registered that it does.
  ///
  /// JWT Secured Authorization Response Mode §3, `authorization_encrypted_response_alg`. With it, a callback that comes
  /// without encryption is refused.
  package let callbackKey: JSONWebKey?
  /// The issuer of the client's assertions where it is not the client, such as the team at Apple.
  public let assertionIssuer: String?
  private var assertion: Secret?

  /// A registration; throws `configuration.invalid_client`.
  ///
  /// Refused: an empty id, characters that RFC 6749 Appendix A.1 excludes, a secret method without a secret,
  /// `private_key_jwt` without a private key, a public or shared key for callbacks. Without redirect URIs, a sign-in through the loopback listener comes back
  /// to an address of this machine that goes by the provider, at any free port.
  public init(
    id: ClientID, secret: Secret? = nil, key: JSONWebKey? = nil, authentication: ClientAuthenticationMethod? = nil,
    redirectURIs: [RedirectURI] = [], isOutOfBand: Bool = false, callbackKey: JSONWebKey? = nil,
    assertionIssuer: String? = nil
  ) throws(OAuthError) {
    guard !id.text.isEmpty, id.text.utf8.allSatisfy(\.isVisibleCharacter) else { throw .invalidClientID(id) }
    if let authentication, authentication.needsSecret, secret == nil { throw .secretMissing(for: authentication) }
    if authentication == .privateKeyJWT || authentication == .signedSecret || key != nil {
      guard let key, key.isPrivate, key.publicKey != nil else { throw .keyMissing() }
    }
    guard callbackKey.map({ $0.isPrivate && $0.publicKey != nil }) ?? true else { throw .publicCallbackKey() }
    self.id = id
    self.secret = secret
    self.key = key
    self.callbackKey = callbackKey
    self.authentication = authentication
    self.redirectURIs = redirectURIs
    self.isOutOfBand = isOutOfBand
    self.assertionIssuer = assertionIssuer
  }

  /// What stands for "no redirect URI" where one is written.
  ///
  /// RFC 5849 §2.1.
  public static let outOfBand = "oob"

  /// The method that applies at a provider: the client's own, that of its key, the dialect's with a secret, or none.
  package func authenticationMethod(by dialect: borrowing OAuth2Dialect) -> ClientAuthenticationMethod {
    if let authentication { return authentication }
    if key != nil { return dialect.request.clientAuthentication == .signedSecret ? .signedSecret : .privateKeyJWT }
    return secret == nil ? .publicClient : dialect.request.clientAuthentication
  }

  /// The client with what it shows of itself in its next request: an assertion, good for a minute and for one request.
  ///
  /// RFC 7523 §2.2. A client that authenticates otherwise comes back as it is. The issuer is the configured one, never
  /// what a server says of itself. Throws `configuration.weak_key` and `configuration.unsupported_key`.
  public func asserting(
    to issuer: Issuer, dialect: OAuth2Dialect = OAuth2Dialect(), at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Client {
    let method = authenticationMethod(by: dialect)
    guard method.needsAssertion else { return self }
    let assertion = try JWTAssertion(
      issuer: assertionIssuer ?? id.text, subject: id.text,
      audience: dialect.request.assertionAudience ?? issuer.text)
    var client = self
    client.assertion =
      if method == .secretJWT, let secret {
        try assertion.sign(with: JSONWebKey(sharedSecret: secret), by: .hs256, at: now, using: &random)
      } else if let key {
        try assertion.sign(with: key, at: now, using: &random)
      } else {
        throw .keyMissing()
      }
    return client
  }

  /// A POST of form fields that this client makes at an endpoint, authenticated in exactly one way.
  ///
  /// RFC 6749 §2.3: "The client MUST NOT use more than one authentication method in each request." Where a provider has
  /// other names or another format, they are put on here. Throws `configuration.invalid_client` when the method needs an
  /// assertion and ``asserting(to:dialect:at:using:)`` made none, or when the fields authenticate already.
  package func request(
    posting form: Form, to endpoint: Endpoint, dialect: borrowing OAuth2Dialect = .common
  ) throws(OAuthError) -> RequestMessage {
    guard !form.contains("client_secret"), !form.contains("client_assertion") else { throw .secondAuthentication() }
    let method = authenticationMethod(by: dialect)
    switch method {
    case .basic, .basicRaw:
      var request = try RequestMessage(form, to: endpoint, dialect: dialect)
      // The request is new: there is no such field to replace.
      request.head.headerFields.append(HTTPField(name: .authorization, value: basicCredentials(method)))
      return request
    case .bearerSecret:
      var request = try RequestMessage(form, to: endpoint, dialect: dialect)
      try request.setHeader(.authorization, to: (secret ?? Secret("")).exposedText(after: "Bearer "))
      return request
    // RFC 8705 §2: "the client MUST always include the client_id parameter"; the connection shows the rest.
    case .publicClient, .post, .signedSecret, .secretJWT, .privateKeyJWT, .tls, .selfSignedTLS:
      var form = form
      if !form.contains("client_id") { form.append("client_id", id.text) }
      try appendAuthentication(method, to: &form)
      return try RequestMessage(form, to: endpoint, dialect: dialect)
    }
  }

  /// The same for a grant, with the pairs that the provider wants with each request for tokens.
  package func request(
    granting form: Form, to endpoint: Endpoint, dialect: borrowing OAuth2Dialect = .common
  ) throws(OAuthError) -> RequestMessage {
    guard !dialect.request.parameters.isEmpty else { return try request(posting: form, to: endpoint, dialect: dialect) }
    var form = form
    for (name, value) in dialect.request.parameters.sorted(by: { $0.key < $1.key }) where !form.contains(name) {
      form.append(name, value)
    }
    return try request(posting: form, to: endpoint, dialect: dialect)
  }

  /// A request with a JSON body that this client makes with id and secret, whatever its usual way; throws
  /// `configuration.invalid_client` for a client without a secret.
  package func request(
    _ method: HTTPRequest.Method, sending json: JSON, to endpoint: Endpoint
  ) throws(OAuthError) -> RequestMessage {
    guard secret != nil else { throw .secretMissing(for: .basic) }
    var request = RequestMessage(method, to: endpoint.url)
    request.body = json.encoded()
    request.head.headerFields[.contentType] = ContentType.json
    request.head.headerFields[.accept] = ContentType.json
    request.head.headerFields[.authorization] = basicCredentials(.basic)
    return request
  }

  private func appendAuthentication(
    _ method: ClientAuthenticationMethod, to form: inout Form
  ) throws(OAuthError) {
    switch method {
    case .post: form.append("client_secret", secret ?? Secret(""))
    case .signedSecret:
      guard let assertion else { throw .assertionMissing() }
      form.append("client_secret", assertion)
    case .secretJWT, .privateKeyJWT:
      guard let assertion else { throw .assertionMissing() }
      form.append("client_assertion_type", ClientAssertion.type)
      form.append("client_assertion", assertion)
    case .publicClient, .basic, .basicRaw, .bearerSecret, .tls, .selfSignedTLS: break
    }
  }

  /// Id, colon and secret. RFC 6749 §2.3.1 has both form-encoded first, so that a colon in the id does no harm.
  private func basicCredentials(_ method: ClientAuthenticationMethod) -> String {
    let (secret, colon) = (secret ?? Secret(""), UInt8(ascii: ":"))
    let userPass =
      method == .basic
      ? Form.encoded(id.text, secret, separatedBy: colon) : Array(id.text.utf8) + [colon] + secret.exposedBytes
    return Base64.standard.encodedText(userPass, after: "Basic ")
  }
}

extension OAuthError {
  fileprivate static func invalidClientID(_ id: ClientID) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: id.text.isEmpty
        ? "The client id is empty."
        : "The client id “\(DisplayText.clean(id.text, limit: 200))” has characters that a client id cannot have.",
      rule: .rfc(6749, "A.1"), remedy: "Copy the client id from the provider's page for your app.")
  }

  fileprivate static func secretMissing(for method: ClientAuthenticationMethod) -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no secret, and the authentication “\(method.rawValue)” needs one.",
      rule: .rfc(6749, "2.3.1"),
      remedy: "Give the secret by a file or standard input, or set the authentication to none.")
  }

  fileprivate static func keyMissing() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no private key, and the authentication “private_key_jwt” needs one.",
      rule: .rfc(7523, "2.2"), remedy: "Give the private key whose public part is registered at the provider.")
  }

  fileprivate static func publicCallbackKey() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client's key for encrypted answers is not a private key.",
      rule: .specification("JWT Secured Authorization Response Mode", "3"),
      remedy: "Give the private key whose public part is registered at the provider for encryption.")
  }

  fileprivate static func assertionMissing() -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(7523, "2.2"), expected: "an assertion for this request", received: .nothing,
      remedy: "Make one for each request: client.asserting(to:at:using:).")
  }

  fileprivate static func secondAuthentication() -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(6749, "2.3"), expected: "fields that do not authenticate",
      received: .described("a client_secret or a client_assertion"),
      remedy: "Leave them out: the client adds what its method needs.")
  }
}
