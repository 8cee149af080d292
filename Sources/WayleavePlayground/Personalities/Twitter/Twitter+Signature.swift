import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// Who signed a request at the playground's Twitter: every signature is really checked.
///
/// RFC 5849 §3.2.
extension Twitter {
  /// A request without a token, signed by a registered consumer.
  func provenConsumerRequest(
    _ visit: Visit, otherwise refusal: Refusal = .signatureOrToken
  ) throws(Refusal) -> SignedRequest {
    let signed = try readRequest(visit)
    guard signed.token?.isEmpty ?? true else { throw refusal }
    try prove(signed, tokenSecret: nil, otherwise: refusal, at: visit.realNow)
    return signed
  }

  /// A request signed with a temporary credential of the same consumer.
  func provenTemporaryRequest(
    _ visit: Visit
  ) throws(Refusal) -> (signed: SignedRequest, token: Secret) {
    let signed = try readRequest(visit)
    guard let token = signed.token, let temporary = temporaries.temporary(token, at: visit.now),
      temporary.request.consumerKey.hasSameBytes(as: signed.consumerKey)
    else { throw .signatureOrToken }
    try prove(signed, tokenSecret: temporary.secret, otherwise: .signatureOrToken, at: visit.realNow)
    return (signed, token)
  }

  /// A request signed with a lasting credential of the same consumer.
  func provenAccountRequest(_ visit: Visit) throws(Refusal) -> (token: Secret, grant: Grant) {
    let signed = try readRequest(visit)
    guard registeredConsumer(signed.consumerKey) != nil else { throw .couldNotAuthenticate }
    guard let token = signed.token, !token.isEmpty else { throw .badAuthenticationData }
    guard let held = issued.goodToken(token, at: visit.now),
      held.grant.consumerKey.hasSameBytes(as: signed.consumerKey)
    else { throw .badToken }
    try prove(signed, tokenSecret: held.content.secret, otherwise: .couldNotAuthenticate, at: visit.realNow)
    return (token, held.grant)
  }

  /// A request signed with a token of the same consumer that may have expired.
  func provenTokenRequest(
    _ visit: Visit
  ) throws(Refusal) -> (signed: SignedRequest, token: Secret, held: Issued.ShownToken) {
    let signed = try readRequest(visit)
    guard let token = signed.token, let held = issued.token(token, at: visit.now), held.ending == nil,
      held.grant.consumerKey.hasSameBytes(as: signed.consumerKey)
    else { throw .signatureOrToken }
    try prove(signed, tokenSecret: held.content.secret, otherwise: .signatureOrToken, at: visit.realNow)
    return (signed, token, held)
  }

  /// The parts of a signed request, with nothing verified yet.
  func readRequest(_ visit: Visit) throws(Refusal) -> SignedRequest {
    guard let signed = try? SignedRequest(reading: visit.request), signed.signatureMethod == .hmacSHA1 else {
      throw .badAuthenticationData
    }
    return signed
  }

  func registeredConsumer(_ key: String) -> PlaygroundConsumer? {
    context.configuration.consumers.first { $0.credential.key.hasSameBytes(as: key) }
  }

  private func prove(
    _ signed: SignedRequest, tokenSecret: Secret?, otherwise refusal: Refusal, at now: Instant
  ) throws(Refusal) {
    guard let consumer = registeredConsumer(signed.consumerKey) else { throw refusal }
    do {
      try signed.prove(consumerSecret: consumer.credential.secret, tokenSecret: tokenSecret)
      try nonces.admit(signed, at: now)
    } catch {
      throw error.code == .staleTimestamp ? .timestampOutOfBounds : refusal
    }
  }
}
