public import HTTPTypes
public import WayleaveOAuth2
public import WayleaveWire

/// Why a request does not pass, and the answer to it.
///
/// RFC 6750 §3: what the caller is to know is in ``response``. ``reason`` is for the API's log, and holds no token.
public struct RefusedRequest: Error, Sendable {
  /// The answer: 400, 401 or 403 with its challenge, or 503 where no one can know at the moment: the issuer
  /// cannot be asked, or more proofs have come than are remembered.
  public let response: HTTPResponse
  /// What is wrong, in our words; nil where the request shows no token at all.
  public let reason: OAuthError?
  /// What the challenge says; nil where there is none.
  public let challenge: ResourceChallenge?
}
