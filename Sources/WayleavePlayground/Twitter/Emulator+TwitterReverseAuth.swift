import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// Reverse auth: an application gets a token from an account that another application holds.
///
/// Twitter's "Using Reverse Auth": the first step is at `/oauth/request_token`, the second at `/oauth/access_token`.
extension Emulator {
  func beginTwitterReverseAuth(_ visit: Visit) throws(TwitterRefusal) -> ResponseMessage {
    let signed = try provenConsumerRequest(visit)
    guard (try? ReverseAuthRequest(reading: signed, of: visit.request)) != nil else { throw .badAuthenticationData }
    guard twitterConsumer(signed.consumerKey)?.privileges.contains(.reverseAuth) == true else { throw .notPermitted }
    guard let parameters = try? ReverseAuthParameters(reverseAuthText(for: signed.consumerKey, at: visit.now)),
      twitter.reverseAuth.insert(
        signed.consumerKey, for: Secret(parameters.text), until: visit.now + TwitterGrants.reverseAuthLifetime,
        at: visit.now)
    else { throw .overCapacity }
    note(.temporaryCredentialIssued, visit, client: ClientID(signed.consumerKey))
    return parameters.response()
  }

  func grantTwitterReverseAuth(_ visit: Visit) throws(TwitterRefusal) -> ResponseMessage {
    let grant = try provenAccountRequest(visit).grant
    guard twitterConsumer(grant.consumerKey)?.privileges.contains(.systemAccounts) == true else { throw .notPermitted }
    // What the first step gave serves once, for the consumer that asked for it.
    guard let signed = try? SignedRequest(reading: visit.request),
      let asked = try? ReverseAuthGrant(reading: signed, of: visit.request),
      let target = twitter.reverseAuth.take(Secret(asked.parameters), at: visit.now),
      target.hasSameBytes(as: asked.target)
    else { throw .badReverseAuth }
    return try issueTwitterToken(for: grant.person, to: target, visit)
  }

  /// The text of the first step. Only Twitter can check its signature; here the whole text is remembered instead.
  private func reverseAuthText(for consumerKey: String, at now: Instant) -> String {
    let parameters = [
      ("oauth_nonce", RandomText.alphanumeric(32, using: &random)), ("oauth_signature_method", "HMAC-SHA1"),
      ("oauth_timestamp", String(now.secondsSinceEpoch)), ("oauth_consumer_key", consumerKey),
      ("oauth_signature", Base64.standard.encodedText(RandomText.bytes(20, using: &random))),
      ("oauth_version", "1.0"),
    ]
    return "OAuth " + parameters.map { "\($0.0)=\"\(PercentEncoding.encode($0.1))\"" }.joined(separator: ", ")
  }
}
