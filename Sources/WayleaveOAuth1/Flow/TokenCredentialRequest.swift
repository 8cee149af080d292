import HTTPTypes
public import WayleaveWire

/// Exchanges temporary credentials for token credentials.
///
/// RFC 5849 §2.3.
public struct TokenCredentialRequest: Sendable {
  /// What stood for the sign-in.
  public var temporary: TemporaryCredential
  /// What the callback, or the user, brought; nil where a provider sends none.
  public var verifier: Secret?

  /// An exchange.
  public init(temporary: TemporaryCredential, verifier: Secret?) {
    self.temporary = temporary
    self.verifier = verifier
  }

  /// The request, signed with the temporary secret.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    var additional = Form()
    if let verifier { additional.append("oauth_verifier", verifier) }
    return try RequestSigner(consumer: consumer, temporary: temporary, dialect: dialect)
      .sign(dialect.credentialMethod.request(Form(), to: endpoint), additional: additional, stamp: stamp)
  }

  /// The verifier that a user typed; throws `configuration.invalid_value` when nothing of it can be one.
  ///
  /// RFC 5849 §2.1, "oob". Space and whatever else a page or a terminal added is dropped; a hyphen stays, for Flickr's
  /// `123-456-789` has two.
  public static func verifier(typed text: String) throws(OAuthError) -> Secret {
    let characters = text.utf8.filter(\.isUnreserved)
    guard !characters.isEmpty, characters.count <= 512 else {
      throw OAuthError(
        .invalidValue,
        message: characters.isEmpty
          ? "You typed no number." : "The text that you typed is far too long for the number.",
        rule: .rfc(5849, "2.1"), remedy: "Copy the number from the provider's page.")
    }
    return Secret(characters)
  }

  /// The verifier of a signed request, which Twitter's clients also send in query or body.
  public static func verifier(in signed: SignedRequest, of request: RequestMessage) throws(OAuthError) -> Secret? {
    for form in [signed.parameters, try Form(decoding: request.query ?? ""), try request.bodyForm] {
      if let verifier = try form.nonEmptyText(of: "oauth_verifier") { return Secret(verifier) }
    }
    return nil
  }
}

/// Token credentials as the provider gives them.
///
/// RFC 5849 §2.3.
public struct TokenCredentialResponse: Sendable, Equatable {
  /// The credentials, with whatever else the provider sent.
  public let credential: TokenCredential

  /// An answer that gives these credentials.
  public init(_ credential: TokenCredential) {
    self.credential = credential
  }

  /// Reads an answer; throws `sign_in.refused`, `sign_in.account_suspended` and `answer.unexpected`.
  ///
  /// With the request that it answers, a refusal that shows the provider's base string says where ours differs.
  public init(reading response: ResponseMessage, answering request: RequestMessage? = nil) throws(OAuthError) {
    try self.init(reading: response, answering: request, by: .commonOAuth1)
  }

  /// The same, with what the words of a provider mean.
  package init(
    reading response: ResponseMessage, answering request: RequestMessage?, by table: RefusalTable
  ) throws(OAuthError) {
    let form = try CredentialForm(reading: response, answering: request, by: table)
    credential = TokenCredential(token: form.token, secret: form.secret, additional: form.rest)
  }

  /// The answer on the wire.
  public func response() -> ResponseMessage {
    let form = CredentialForm(token: credential.token, secret: credential.secret, rest: credential.additional).form
    return ResponseMessage(.ok, form: form)
  }
}
