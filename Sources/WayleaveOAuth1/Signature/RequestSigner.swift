import HTTPTypes
public import WayleaveWire

/// Signs requests for one consumer, with or without a token.
///
/// RFC 5849 §3. Whatever follows from consumer, token and dialect alone is worked out when the signer is made: one
/// that is reused signs faster than one that is made for each request.
public struct RequestSigner: Sendable {
  private let consumer: ConsumerCredential
  private let token: Secret?
  private let dialect: OAuth1Dialect
  private let key: Result<SignatureKey, OAuthError>

  /// A signer for requests without a token.
  public init(consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect()) {
    self.init(consumer: consumer, token: nil, secret: nil, dialect: dialect)
  }

  /// A signer for requests in a user's name.
  public init(consumer: ConsumerCredential, token: TokenCredential, dialect: OAuth1Dialect = OAuth1Dialect()) {
    self.init(consumer: consumer, token: token.token, secret: token.secret, dialect: dialect)
  }

  /// A signer for the exchange of temporary credentials.
  public init(consumer: ConsumerCredential, temporary: TemporaryCredential, dialect: OAuth1Dialect = OAuth1Dialect()) {
    self.init(consumer: consumer, token: temporary.token, secret: temporary.secret, dialect: dialect)
  }

  private init(consumer: ConsumerCredential, token: Secret?, secret: Secret?, dialect: OAuth1Dialect) {
    self.consumer = consumer
    self.token = token
    self.dialect = dialect
    key = Result { () throws(OAuthError) in
      try SignatureKey(dialect.signatureMethod, consumer: consumer, tokenSecret: secret)
    }
  }

  /// The request with its protocol parameters and signature.
  ///
  /// `additional` are further `oauth_` parameters, such as `oauth_verifier`. Throws `wire.malformed_url`,
  /// `wire.malformed_percent_encoding` and `wire.too_many_form_fields` when the request cannot be read,
  /// `oauth1.unsupported_signature_method` when the consumer's key is not one for the method, `wire.insecure_url` for
  /// PLAINTEXT without TLS, and `configuration.unsupported` for parameters in a body that cannot hold them.
  public func sign(
    _ request: RequestMessage, additional: Form = Form(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    let key = try key.get()
    let additional = complete(additional, for: request)
    let baseString = try compose(request, additional: additional, stamp: stamp)
    let signature = try key.signature(of: baseString.bytes)
    return try place(additional: additional, stamp: stamp, signature: signature, on: request)
  }

  /// The base string that ``sign(_:additional:stamp:)`` signs, for people who compare it with a provider's.
  public func baseString(
    of request: RequestMessage, additional: Form = Form(), stamp: Stamp
  ) throws(OAuthError) -> SignatureBaseString {
    try compose(request, additional: complete(additional, for: request), stamp: stamp)
  }

  /// The further parameters, with the body's hash where the dialect asks for it.
  private func complete(_ additional: Form, for request: RequestMessage) -> Form {
    guard dialect.signsBodyHash, let hash = BodyHash.text(of: request, method: dialect.signatureMethod) else {
      return additional
    }
    var additional = additional
    additional.append(Form.Field(name: Array("oauth_body_hash".utf8), value: hash))
    return additional
  }

  private func compose(
    _ request: RequestMessage, additional: Form, stamp: Stamp
  ) throws(OAuthError) -> SignatureBaseString {
    var composer = try BaseStringComposer.reading(dialect.signsTextParts ? request.withTextPartsAsForm : request)
    // "PLAINTEXT ... MUST only be used with TLS": RFC 5849 §3.4.4.
    guard dialect.signatureMethod != .plaintext || composer.target.isPrivate else {
      throw .insecureURL(request.url ?? "")
    }
    composer.append("oauth_consumer_key", consumer.key)
    composer.append("oauth_signature_method", dialect.signatureMethod.rawValue)
    composer.append("oauth_timestamp", String(stamp.timestamp.secondsSinceEpoch))
    composer.append("oauth_nonce", stamp.nonce)
    if dialect.sendsVersion { composer.append("oauth_version", "1.0") }
    if let token { composer.append("oauth_token", token) }
    composer.append(additional)
    return composer.finish()
  }

  private func place(
    additional: Form, stamp: Stamp, signature: [UInt8], on request: RequestMessage
  ) throws(OAuthError) -> RequestMessage {
    var request = request
    switch dialect.placement {
    case .header:
      request.head.headerFields[.authorization] = try header(
        additional: additional, stamp: stamp, signature: signature)
    case .query:
      request.appendQuery(parameters(additional: additional, stamp: stamp, signature: signature))
    case .body:
      guard request.body.isEmpty || request.hasFormBody else { throw .noRoomInBody(request) }
      request.head.headerFields[.contentType] = ContentType.form
      if !request.body.isEmpty { request.body.append(UInt8(ascii: "&")) }
      request.body += parameters(additional: additional, stamp: stamp, signature: signature).encodedForQuery()
    }
    return request
  }

  private func parameters(additional: Form, stamp: Stamp, signature: [UInt8]) -> Form {
    var parameters: Form = [
      "oauth_consumer_key": consumer.key, "oauth_signature_method": dialect.signatureMethod.rawValue,
      "oauth_timestamp": String(stamp.timestamp.secondsSinceEpoch), "oauth_nonce": stamp.nonce,
    ]
    if dialect.sendsVersion { parameters.append("oauth_version", "1.0") }
    if let token { parameters.append("oauth_token", token) }
    parameters.append(contentsOf: additional)
    parameters.append(Form.Field(name: Array("oauth_signature".utf8), value: signature))
    return parameters
  }

  /// The header, written at once; the same as ``AuthorizationHeader/value(of:realm:)`` writes of all parameters.
  private func header(additional: Form, stamp: Stamp, signature: [UInt8]) throws(OAuthError) -> String {
    var text = ByteArena(capacity: 512)
    text.append("OAuth ")
    if let realm = dialect.realm {
      try text.append(realm: realm)
      text.append(", ")
    }
    text.append("oauth_consumer_key=\"")
    text.append(encoding: consumer.key)
    text.append("\", oauth_signature_method=\"")
    text.append(encoding: dialect.signatureMethod.rawValue)
    text.append("\", oauth_timestamp=\"")
    text.append(encoding: String(stamp.timestamp.secondsSinceEpoch))
    text.append("\", oauth_nonce=\"")
    text.append(encoding: stamp.nonce)
    if dialect.sendsVersion { text.append("\", oauth_version=\"1.0") }
    if let token {
      text.append("\", oauth_token=\"")
      text.append(encoding: token)
    }
    for index in 0..<additional.count {
      text.append("\", ")
      additional.name(at: index).withUnsafeBufferPointer { text.append(encoding: $0) }
      text.append("=\"")
      additional.value(at: index).withUnsafeBufferPointer { text.append(encoding: $0) }
    }
    text.append("\", oauth_signature=\"")
    signature.withUnsafeBufferPointer { text.append(encoding: $0) }
    text.append("\"")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension OAuthError {
  fileprivate static func noRoomInBody(_ request: RequestMessage) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The body of the request is not a form, and this provider takes the signature only in a form.",
      rule: .rfc(5849, "3.5.2"), received: .text(request.head.headerFields[.contentType] ?? "a body without a type"),
      remedy: "Send the parameters in the header: the provider's dialect says “placement: header”.")
  }
}
