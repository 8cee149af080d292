import HTTPTypes
public import WayleaveWire

/// First step of reverse auth, by the owner of the consumer secret: asks for signed parameters to hand over.
///
/// Twitter's "Using Reverse Auth": a token for our consumer comes from an account that another program holds, and neither
/// secret leaves its holder.
public struct ReverseAuthRequest: Sendable {
  /// A first step, which has no parts.
  public init() {}

  /// The request to the endpoint of temporary credentials, signed by the consumer alone.
  public func request(
    to endpoint: Endpoint, as consumer: ConsumerCredential, dialect: OAuth1Dialect = OAuth1Dialect(), stamp: Stamp
  ) throws(OAuthError) -> RequestMessage {
    try RequestSigner(consumer: consumer, dialect: dialect)
      .sign(RequestMessage(posting: ["x_auth_mode": "reverse_auth"], to: endpoint), stamp: stamp)
  }

  /// Reads a request whose signature has been verified; throws `oauth1.missing_parameter` when it is no first step.
  public init(reading signed: SignedRequest, of request: RequestMessage) throws(OAuthError) {
    guard try request.bodyForm.text(of: "x_auth_mode") == "reverse_auth" else {
      throw .missingParameter("x_auth_mode=reverse_auth")
    }
  }
}
