package import HTTPTypes
public import WayleaveWire

/// OAuth Echo: a signed request that is not sent but handed over, so that another server can send it and learn who the
/// user is, without ever holding the user's secret.
///
/// Twitter's "OAuth Echo"; the signature is that of RFC 5849 §3.
public struct EchoRequest: Sendable {
  /// The address at the provider that says who the user is.
  public let provider: AbsoluteURL
  /// The `Authorization` header of a GET of that address.
  public let authorization: String

  /// The field that names the address.
  package static let providerField = HTTPField.Name.echoProvider
  /// The field that holds the signature.
  package static let authorizationField = HTTPField.Name.echoAuthorization

  /// Signs a GET of the address in the user's name.
  ///
  /// Throws what ``RequestSigner/sign(_:additional:stamp:)`` throws, and `oauth1.unsupported_signature_method` for
  /// PLAINTEXT, which is both secrets: RFC 5849 §3.4.4. They must not reach the server that it is handed to.
  public init(
    of provider: AbsoluteURL, as consumer: ConsumerCredential, token: TokenCredential,
    dialect: OAuth1Dialect = OAuth1Dialect(),
    stamp: Stamp
  ) throws(OAuthError) {
    guard dialect.signatureMethod != .plaintext else { throw .unprotectedEcho() }
    var dialect = dialect
    dialect.placement = .header
    let signed = try RequestSigner(consumer: consumer, token: token, dialect: dialect)
      .sign(RequestMessage(.get, to: provider), stamp: stamp)
    self.provider = provider
    authorization = signed.head.headerFields[.authorization] ?? ""
  }

  /// Puts both fields on a request to the server that shall learn who the user is.
  public func apply(to request: inout RequestMessage) throws(OAuthError) {
    try request.setHeader(Self.providerField, to: provider.text)
    try request.setHeader(Self.authorizationField, to: authorization)
  }

  /// Reads what was handed over, and verifies all that can be verified here.
  ///
  /// The address must be exactly the one expected, for anyone who chose another would choose where our server sends a
  /// request; the consumer must be ours, or a token of another app would pass; and it must be fresh, and new to the
  /// caller's ``ReplayProtection``. Throws `oauth1.foreign_echo`, what ``SignedRequest`` throws, and what the protection
  /// throws. The signature itself only the provider can verify: send ``request()``, and only then ``confirm(_:rememberedBy:at:)``.
  public init(
    reading request: RequestMessage, expecting provider: AbsoluteURL, from consumerKey: String,
    newTo protection: some ReplayProtection, at now: Instant
  ) async throws(OAuthError) {
    guard let address = request.head.headerFields[Self.providerField],
      let authorization = request.head.headerFields[Self.authorizationField]
    else { throw .missingParameter("\(Self.providerField) and \(Self.authorizationField)") }
    guard address.hasSameBytes(as: provider.text) else { throw .foreignEcho("the address expected", .url(address)) }
    self.provider = provider
    self.authorization = authorization
    let signed = try SignedRequest(reading: Self.request(to: provider, authorization))
    guard signed.consumerKey.hasSameBytes(as: consumerKey) else {
      throw .foreignEcho("our own consumer key", .text(signed.consumerKey))
    }
    guard signed.token?.isEmpty == false else { throw .missingParameter("oauth_token") }
    // What was never stamped could be handed over for ever.
    guard signed.stamp != nil else { throw .missingParameter("oauth_timestamp") }
    try await protection.requireNew(signed, at: now)
  }

  /// The request to send to the provider: 200 and the user's record say that all is true.
  public func request() -> RequestMessage { Self.request(to: provider, authorization) }

  /// Sees that the provider's answer confirms the request, and remembers it: from here on it is spent.
  ///
  /// Throws `oauth1.signature_mismatch` for any answer but a 200, and `oauth1.replayed_nonce` when the same was confirmed
  /// meanwhile. Nothing is remembered before the proof, so that no one can fill the memory with what was never signed.
  public func confirm(
    _ response: ResponseMessage, rememberedBy protection: inout some ReplayProtection, at now: Instant
  ) async throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .unverifiedEcho(response) }
    try await protection.admit(SignedRequest(reading: request()), at: now)
  }

  private static func request(to provider: AbsoluteURL, _ authorization: String) -> RequestMessage {
    var request = RequestMessage(.get, to: provider)
    request.head.headerFields[.authorization] = authorization
    return request
  }
}

extension HTTPField.Name {
  fileprivate static let echoProvider = known("X-Auth-Service-Provider")
  fileprivate static let echoAuthorization = known("X-Verify-Credentials-Authorization")

  /// The names above are tokens; another would become the nearest header that no one sends.
  private static func known(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .expect }
}

extension OAuthError {
  fileprivate static func unverifiedEcho(_ response: ResponseMessage) -> OAuthError {
    OAuthError(
      .signatureMismatch, message: "The provider does not confirm the user: it answered \(response.status).",
      rule: .wayleave("the provider verifies an echo"),
      remedy: "No one is signed in. The app must sign the request again, with a token that the provider still honours.",
      refusal: ProviderRefusal(reading: response))
  }

  /// An echo by PLAINTEXT is no signature, but the secrets.
  package static func unprotectedEcho() -> OAuthError {
    OAuthError(
      .unsupportedSignatureMethod, rule: .rfc(5849, "3.4.4"), expected: "HMAC-SHA1 or another signature",
      received: .described("PLAINTEXT"), remedy: "Nothing was sent. The app must sign the request.")
  }

  fileprivate static func foreignEcho(_ expected: String, _ received: Received) -> OAuthError {
    OAuthError(
      .foreignEcho, rule: .wayleave("an echo is taken for our own consumer and our own provider's address only"),
      expected: expected, received: received,
      remedy: "Nothing was sent. The app must sign the address that this server names, with this server's consumer.")
  }
}
