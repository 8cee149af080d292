import HTTPTypes
public import WayleaveWire

/// Signs requests for one consumer, with or without a token.
///
/// RFC 5849 §3.
public struct RequestSigner: Sendable {
  private let consumer: ConsumerCredential
  private let token: (token: Secret, secret: Secret)?
  private let dialect: Dialect

  /// A signer for requests without a token.
  public init(consumer: ConsumerCredential, dialect: Dialect = Dialect()) {
    self.consumer = consumer
    self.token = nil
    self.dialect = dialect
  }

  /// A signer for requests in a user's name.
  public init(consumer: ConsumerCredential, token: TokenCredential, dialect: Dialect = Dialect()) {
    self.consumer = consumer
    self.token = (token.token, token.secret)
    self.dialect = dialect
  }

  /// A signer for the exchange of temporary credentials.
  public init(consumer: ConsumerCredential, temporary: TemporaryCredential, dialect: Dialect = Dialect()) {
    self.consumer = consumer
    self.token = (temporary.token, temporary.secret)
    self.dialect = dialect
  }

  /// The request with its protocol parameters and signature.
  ///
  /// `additional` are further `oauth_` parameters, such as `oauth_verifier`. Throws when the query or the form body
  /// cannot be read as a form, or when the consumer key cannot stand in a header.
  public func sign(
    _ request: RequestMessage, additional: Form = Form(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    var parameters = protocolParameters(stamp: stamp)
    parameters.fields += additional.fields
    let baseString = try SignatureBaseString(of: request, protocolParameters: parameters)
    parameters.append("oauth_signature", signature(of: baseString))
    return place(parameters, on: request)
  }

  /// The base string that ``sign(_:additional:stamp:)`` signs, for people who compare it with a provider's.
  public func baseString(
    of request: RequestMessage, additional: Form = Form(), stamp: Stamp
  ) throws(OAuthError) -> SignatureBaseString {
    var parameters = protocolParameters(stamp: stamp)
    parameters.fields += additional.fields
    return try SignatureBaseString(of: request, protocolParameters: parameters)
  }

  private func protocolParameters(stamp: Stamp) -> Form {
    var parameters: Form = [
      "oauth_consumer_key": consumer.key, "oauth_signature_method": dialect.signatureMethod.rawValue,
      "oauth_timestamp": String(stamp.timestamp.secondsSinceEpoch), "oauth_nonce": stamp.nonce, "oauth_version": "1.0",
    ]
    if let token { parameters.append("oauth_token", token.token) }
    return parameters
  }

  private func signature(of baseString: SignatureBaseString) -> String {
    Base64.standard.encodedText(
      dialect.signatureMethod.signature(
        of: baseString.bytes, consumerSecret: consumer.secret, tokenSecret: token?.secret))
  }

  private func place(_ parameters: Form, on request: RequestMessage) -> RequestMessage {
    var request = request
    switch dialect.placement {
    case .header: request.head.headerFields[.authorization] = AuthorizationHeader.value(of: parameters)
    case .query: request.appendQuery(parameters)
    }
    return request
  }
}
