import HTTPTypes
public import WayleaveWire

/// Our registration at a provider: the client id, how it authenticates, and where users may come back to.
///
/// RFC 6749 §2. At an OAuth 1.0a provider the id is the consumer key and the secret is the consumer secret.
public struct Client: Sendable, Equatable {
  /// The client id.
  public let id: String
  /// The secret; nil for a public client.
  public let secret: Secret?
  /// How the client authenticates; nil leaves it to the provider's dialect.
  public let authentication: ClientAuthenticationMethod?
  /// The redirect URIs that are registered, the preferred one first.
  public let redirectURIs: [RedirectURI]

  /// A registration; throws `configuration.invalid_client`.
  ///
  /// Refused: an empty id, characters that RFC 6749 Appendix A.1 excludes, a secret method without a secret. Without
  /// redirect URIs, a sign-in through the loopback listener uses `http://127.0.0.1/callback` at any free port.
  public init(
    id: String, secret: Secret? = nil, authentication: ClientAuthenticationMethod? = nil,
    redirectURIs: [RedirectURI] = []
  ) throws(OAuthError) {
    guard !id.isEmpty, id.utf8.allSatisfy(\.isVisibleCharacter) else { throw .invalidClientID(id) }
    if let authentication, authentication != .publicClient, secret == nil { throw .secretMissing(for: authentication) }
    self.id = id
    self.secret = secret
    self.authentication = authentication
    self.redirectURIs = redirectURIs
  }

  /// The client with the method that applies at a provider: its own, the dialect's with a secret, or none.
  public func authenticationMethod(by dialect: Dialect) -> ClientAuthenticationMethod {
    if let authentication { return authentication }
    return secret == nil ? .publicClient : dialect.clientAuthentication
  }

  /// A POST of form fields that this client makes at an endpoint, authenticated in exactly one way.
  ///
  /// RFC 6749 §2.3: "The client MUST NOT use more than one authentication method in each request."
  public func request(posting form: Form, to endpoint: Endpoint, dialect: Dialect = Dialect()) -> RequestMessage {
    var form = form
    let method = authenticationMethod(by: dialect)
    let secret = secret ?? Secret("")
    switch method {
    case .publicClient: form.append("client_id", id)
    case .post:
      form.append("client_id", id)
      form.append("client_secret", secret)
    case .basic, .basicRaw: break
    }
    var request = RequestMessage(posting: form, to: endpoint)
    if method == .basic || method == .basicRaw {
      request.head.headerFields[.authorization] =
        "Basic " + Base64.standard.encodedText(Self.userPass(id, secret, isEncoded: method == .basic))
    }
    return request
  }

  /// Id, colon and secret. RFC 6749 §2.3.1 has both form-encoded first, so that a colon in the id does no harm.
  private static func userPass(_ id: String, _ secret: Secret, isEncoded: Bool) -> [UInt8] {
    guard isEncoded else { return Array(id.utf8) + [UInt8(ascii: ":")] + secret.exposedBytes }
    var form = Form()
    form.append(id, secret)
    // A form writes "name=value" with the name and the value encoded; only the separator differs.
    var text = form.encoded()
    if let separator = text.firstIndex(of: UInt8(ascii: "=")) { text[separator] = UInt8(ascii: ":") }
    return text
  }
}

extension OAuthError {
  fileprivate static func invalidClientID(_ id: String) -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(6749, "A.1"), expected: "a client id of visible ASCII characters",
      received: id.isEmpty ? .nothing : .text(id), remedy: "Copy the client id from the provider's page for your app.")
  }

  fileprivate static func secretMissing(for method: ClientAuthenticationMethod) -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(6749, "2.3.1"), expected: "a client secret for \(method.rawValue)", received: .nothing,
      remedy: "Give the secret by a file or standard input, or set the authentication to none.")
  }
}
