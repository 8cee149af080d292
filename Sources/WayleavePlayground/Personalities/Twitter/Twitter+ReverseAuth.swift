import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// Reverse auth: an application gets a token from an account that another application holds.
///
/// Twitter's "Using Reverse Auth": the first step is at `/oauth/request_token`, the second at `/oauth/access_token`.
extension Twitter {
  func beginReverseAuth(_ visit: Visit) throws(Refusal) -> ResponseMessage {
    let signed = try provenConsumerRequest(visit)
    guard (try? ReverseAuthRequest(reading: signed, of: visit.request)) != nil else { throw .badAuthenticationData }
    guard registeredConsumer(signed.consumerKey)?.privileges.contains(.reverseAuth) == true else { throw .notPermitted }
    guard let parameters = try? ReverseAuthParameters(reverseAuthText(for: signed.consumerKey, at: visit.realNow)),
      reverseAuth.insert(
        signed.consumerKey, for: Secret(parameters.text), until: visit.now + Self.reverseAuthLifetime,
        at: visit.now)
    else { throw .overCapacity }
    context.note(.temporaryCredentialIssued, visit, client: ClientID(signed.consumerKey))
    return parameters.response()
  }

  func grantReverseAuth(_ visit: Visit) throws(Refusal) -> ResponseMessage {
    let grant = try provenAccountRequest(visit).grant
    guard registeredConsumer(grant.consumerKey)?.privileges.contains(.systemAccounts) == true else {
      throw .notPermitted
    }
    // What the first step gave serves once, for the consumer that asked for it.
    guard let signed = try? SignedRequest(reading: visit.request),
      let asked = try? ReverseAuthGrant(reading: signed, of: visit.request),
      let target = reverseAuth.take(Secret(asked.parameters), at: visit.now),
      target.hasSameBytes(as: asked.target)
    else { throw .badReverseAuth }
    return issueToken(for: grant.person, to: target, visit)
  }

  /// The text of the first step. Only Twitter can check its signature; here the whole text is remembered instead.
  private func reverseAuthText(for consumerKey: String, at now: Instant) -> String {
    let parameters = [
      ("oauth_nonce", RandomText.alphanumeric(32, using: &context.random)), ("oauth_signature_method", "HMAC-SHA1"),
      ("oauth_timestamp", String(now.secondsSinceEpoch)), ("oauth_consumer_key", consumerKey),
      ("oauth_signature", Base64.standard.encodedText(RandomText.bytes(20, using: &context.random))),
      ("oauth_version", "1.0"),
    ]
    return "OAuth " + parameters.map { "\($0.0)=\"\(PercentEncoding.encode($0.1))\"" }.joined(separator: ", ")
  }
}
