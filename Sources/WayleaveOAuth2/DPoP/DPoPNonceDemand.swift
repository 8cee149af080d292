import HTTPTypes
public import WayleaveWire

/// A server's wish for a proof with its nonce: reason to send the request once more, for each nonce that is new.
///
/// RFC 9449 §8 for authorization servers, §9 for APIs.
public struct DPoPNonceDemand: Sendable, Equatable {
  /// The nonce.
  public let nonce: String
  /// In which of its parts the server speaks.
  public let role: DPoPNonces.Role

  package static let word = "use_dpop_nonce"

  /// A demand to make; throws `dpop.malformed` for a text that is no nonce.
  public init(_ nonce: String, as role: DPoPNonces.Role) throws(OAuthError) {
    guard DPoPNonces.isNonce(nonce) else { throw .malformedNonce() }
    self.nonce = nonce
    self.role = role
  }

  /// Reads an answer; nil when it demands no nonce, or gives none that could be used.
  public init?(reading response: ResponseMessage, as role: DPoPNonces.Role) {
    let demands =
      switch role {
      case .authorizationServer: Self.isDemand(byAuthorizationServer: response)
      case .resourceServer: Self.isDemand(byResourceServer: response)
      }
    let nonces = response.head.headerFields[values: .dpopNonce]
    guard demands, nonces.count == 1, let nonce = nonces.first, DPoPNonces.isNonce(nonce) else { return nil }
    self.nonce = nonce
    self.role = role
  }

  /// The answer on the wire.
  public func response() -> ResponseMessage {
    var response: ResponseMessage
    switch role {
    case .authorizationServer:
      response = TokenErrorResponse(Self.word, description: "a nonce is required in the DPoP proof").response()
    case .resourceServer:
      response = ResponseMessage(HTTPResponse(status: .unauthorized))
      response.head.headerFields[.wwwAuthenticate] =
        "DPoP error=\"\(Self.word)\", error_description=\"a nonce is required in the DPoP proof\""
    }
    response.head.headerFields[.dpopNonce] = nonce
    return response
  }

  private static func isDemand(byAuthorizationServer response: ResponseMessage) -> Bool {
    (400...401).contains(response.status)
      && TokenAnswer(of: response.withRefusalBody).refusal?.error.hasSameBytes(as: word) == true
  }

  private static func isDemand(byResourceServer response: ResponseMessage) -> Bool {
    response.status == 401
      && response.challenges.contains { $0.isScheme("DPoP") && $0["error"]?.hasSameBytes(as: word) == true }
  }
}

extension OAuthError {
  fileprivate static func malformedNonce() -> OAuthError {
    OAuthError(
      .malformedProof, rule: .rfc(9449, "8.1"), expected: "a nonce of visible ASCII characters, without quotes",
      received: .described("another"), remedy: "Draw the nonce in base64url.")
  }
}
