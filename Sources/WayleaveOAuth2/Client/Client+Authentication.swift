package import HTTPTypes
import WayleaveJOSE
public import WayleaveWire

extension Client {
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
      } else if let signingKey {
        try assertion.sign(with: signingKey, at: now, using: &random)
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
