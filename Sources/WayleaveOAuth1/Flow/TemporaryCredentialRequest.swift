import HTTPTypes
public import WayleaveWire

/// Asks a provider for temporary credentials, which stand for a sign-in until the user has answered.
///
/// RFC 5849 §2.1.
public struct TemporaryCredentialRequest: Sendable {
  /// Where the user comes back to.
  public enum Callback: Sendable, Equatable {
    /// To this address.
    case url(AbsoluteURL)
    /// Nowhere: the provider shows a number, which the user types. "oob" on the wire.
    case outOfBand
  }

  /// Where the user comes back to.
  public var callback: Callback
  /// Further pairs, such as `x_auth_access_type`.
  public var additional: Form

  /// A request for temporary credentials.
  public init(callback: Callback, additional: Form = Form()) {
    self.callback = callback
    self.additional = additional
  }

  /// The signed request; pairs of the dialect are sent along in the body.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    var form = additional
    for (name, value) in dialect.temporaryCredentialParameters.sorted(by: { $0.key < $1.key }) {
      form.append(name, value)
    }
    let request = dialect.credentialMethod.request(form, to: endpoint)
    return try RequestSigner(consumer: consumer, dialect: dialect)
      .sign(request, additional: ["oauth_callback": callbackText], stamp: stamp)
  }

  /// Reads a request whose signature has been verified; throws `oauth1.missing_parameter` without a callback.
  ///
  /// What the client sent along is read from query and body.
  public init(reading signed: SignedRequest, of request: RequestMessage) throws(OAuthError) {
    guard let text = try signed.parameters.nonEmptyText(of: "oauth_callback") else {
      throw .missingParameter("oauth_callback")
    }
    callback = text == "oob" ? .outOfBand : .url(try AbsoluteURL(text))
    additional = Form()
    additional.fields = (try Form(decoding: request.query ?? "").fields + request.bodyForm.fields)
      .filter { !$0.name.starts(with: "oauth_".utf8) }
  }

  private var callbackText: String {
    switch callback {
    case .url(let url): url.text
    case .outOfBand: "oob"
    }
  }
}

/// Temporary credentials as the provider gives them.
///
/// RFC 5849 §2.1.
public struct TemporaryCredentialResponse: Sendable, Equatable {
  /// The credentials.
  public let credential: TemporaryCredential

  /// An answer that gives these credentials.
  public init(_ credential: TemporaryCredential) {
    self.credential = credential
  }

  /// Reads an answer; throws `sign_in.refused`, `sign_in.account_suspended` and `sign_in.callback_not_confirmed`.
  ///
  /// The type of the body is not looked at: Twitter sends this form as `text/html`. With the request that it answers, a
  /// refusal that shows the provider's base string says where ours differs.
  public init(reading response: ResponseMessage, answering request: RequestMessage? = nil) throws(OAuthError) {
    try self.init(reading: response, answering: request, by: .commonOAuth1)
  }

  /// The same, with what the words of a provider mean, and whether it may leave out the confirmation.
  package init(
    reading response: ResponseMessage, answering request: RequestMessage?, by table: RefusalTable,
    isConfirmationOptional: Bool = false
  ) throws(OAuthError) {
    let form = try CredentialForm(reading: response, answering: request, by: table)
    // A provider that does not confirm speaks the OAuth 1.0 in which one user could finish another's sign-in. Authlib's
    // provider confirms with Python's "True".
    let confirmed = try form.rest.text(of: "oauth_callback_confirmed") ?? ""
    guard confirmed.utf8.map(\.lowercased).elementsEqual("true".utf8) || confirmed.isEmpty && isConfirmationOptional
    else { throw .callbackNotConfirmed() }
    credential = TemporaryCredential(token: form.token, secret: form.secret)
  }

  /// The answer on the wire.
  public func response() -> ResponseMessage { response(confirming: true) }

  /// The same; a provider of OAuth 1.0 does not confirm the callback.
  package func response(confirming: Bool) -> ResponseMessage {
    var form = CredentialForm(token: credential.token, secret: credential.secret).form
    if confirming { form.append("oauth_callback_confirmed", "true") }
    return ResponseMessage(.ok, form: form)
  }
}

extension OAuthError {
  fileprivate static func callbackNotConfirmed() -> OAuthError {
    OAuthError(
      .callbackNotConfirmed, rule: .rfc(5849, "2.1"), expected: "oauth_callback_confirmed=true",
      received: .described("an answer without it"),
      remedy: """
        The provider speaks the first OAuth 1.0, which let one user finish another's sign-in. For a provider known to \
        confirm nothing, its entry says “confirmation_optional: true”.
        """, member: "oauth_callback_confirmed")
  }
}
