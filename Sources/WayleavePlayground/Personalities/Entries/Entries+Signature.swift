import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Why an entry of OAuth 1.0a refuses a request.
enum OAuth1Refusal: Error {
  /// It is not signed in the way of the entry, or has parameters that cannot be read.
  case unreadable
  /// The consumer is not registered.
  case consumer
  case noToken
  /// The token is unknown, has ended, or is of another consumer.
  case token
  /// The account of the token is suspended, where the provider says so.
  case suspended
  /// The signature is wrong, or its nonce was used before.
  case signature
  case timestamp
  /// The callback is not registered.
  case callback
  case verifier
  /// A parameter that this provider needs is missing.
  case parameter(String)
}

/// Who signed a request at an entry of OAuth 1.0a.
///
/// RFC 5849 §3.2.
extension Entries {
  /// A request without a token, signed by a registered consumer.
  func verifiedConsumer(
    at play: EntryPlay, by service: OAuth1Service, _ visit: Visit
  ) throws(OAuth1Refusal) -> (client: PlaygroundClient, signed: SignedRequest) {
    let signed = try signedRequest(by: service, visit)
    guard signed.token?.isEmpty ?? true else { throw .token }
    return (try verify(signed, at: play, tokenSecret: nil, visit), signed)
  }

  /// The token that signed a request, which is good and of the same consumer.
  func verifiedToken(
    at play: EntryPlay, by service: OAuth1Service, _ visit: Visit
  ) throws(OAuth1Refusal) -> (text: Secret, token: EntryLedger.ShownToken) {
    let signed = try signedRequest(by: service, visit)
    guard let client = play.registered(ClientID(signed.consumerKey)) else { throw .consumer }
    guard let text = signed.token, !text.isEmpty else { throw .noToken }
    guard let token = play.issued.goodToken(text, at: visit.now), token.client == play.granted(client.id) else {
      throw .token
    }
    try verify(signed, at: play, tokenSecret: token.content.secret, visit)
    return (text, token)
  }

  /// The parts of a request that is signed by the method of the entry, with nothing verified yet.
  func signedRequest(by service: OAuth1Service, _ visit: Visit) throws(OAuth1Refusal) -> SignedRequest {
    guard let signed = try? SignedRequest(reading: visit.request),
      signed.signatureMethod == service.dialect.signatureMethod
    else { throw .unreadable }
    return signed
  }

  @discardableResult
  func verify(
    _ signed: SignedRequest, at play: EntryPlay, tokenSecret: Secret?, _ visit: Visit
  ) throws(OAuth1Refusal) -> PlaygroundClient {
    guard let client = play.registered(ClientID(signed.consumerKey)), let secret = client.secret else {
      throw .consumer
    }
    do {
      try signed.verify(consumerSecret: secret, tokenSecret: tokenSecret)
      try play.nonces.admit(signed, at: visit.realNow)
    } catch { throw error.code == .staleTimestamp ? .timestamp : .signature }
    return client
  }
}
