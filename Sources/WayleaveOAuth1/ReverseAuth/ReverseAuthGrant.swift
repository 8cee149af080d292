import HTTPTypes
public import WayleaveWire

/// Second step of reverse auth, by the program that holds the account: a token of the account for the other consumer.
///
/// Twitter's "Using Reverse Auth".
public struct ReverseAuthGrant: Sendable, Equatable {
  /// The consumer that the token is for.
  public let target: String
  /// What the first step brought, as text.
  public let parameters: String

  /// A second step.
  public init(_ parameters: ReverseAuthParameters) {
    target = parameters.consumerKey
    self.parameters = parameters.text
  }

  /// The request to the token endpoint, signed by the account and the consumer it belongs to.
  ///
  /// The answer is a ``TokenCredentialResponse`` for the target: it goes back to the holder of that consumer's secret,
  /// without which it is of no use.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, token: TokenCredential,
    dialect: OAuth1Dialect = OAuth1Dialect(),
    stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    let form: Form = ["x_reverse_auth_target": target, "x_reverse_auth_parameters": parameters]
    return try RequestSigner(consumer: consumer, token: token, dialect: dialect)
      .sign(RequestMessage(posting: form, to: endpoint), stamp: stamp)
  }

  /// Reads a request whose signature has been verified; throws `oauth1.missing_parameter`, and `answer.unexpected` when
  /// the parameters are not those of the target.
  public init(reading signed: SignedRequest, of request: RequestMessage) throws(OAuthError) {
    let form = try request.bodyForm
    guard let target = try form.nonEmptyText(of: "x_reverse_auth_target") else {
      throw .missingParameter("x_reverse_auth_target")
    }
    guard let text = try form.nonEmptyText(of: "x_reverse_auth_parameters") else {
      throw .missingParameter("x_reverse_auth_parameters")
    }
    let parameters = try ReverseAuthParameters(text)
    guard parameters.consumerKey.hasSameBytes(as: target) else {
      throw OAuthError(
        .unexpectedAnswer, rule: .wayleave("both halves of reverse auth name one consumer"),
        expected: "parameters of the target", received: .text(parameters.consumerKey),
        remedy: "Send the target and the parameters of one first step.")
    }
    self.init(parameters)
  }
}
