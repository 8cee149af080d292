import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// Reverse auth: an application gets a token from an account that another application holds.
///
/// Twitter's "Using Reverse Auth": the first step is at `/oauth/request_token`, the second at `/oauth/access_token`.
extension Twitter {
  /// How long the text of the first step can be used: as long as its timestamp is accepted.
  private static let reverseAuthLifetime: Duration = .seconds(300)

  func beginReverseAuth(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (client, parts) = try signed.verifiedConsumer()
    let (context, visit) = (signed.request.context, signed.request.visit)
    guard (try? ReverseAuthRequest(reading: parts, of: visit.request)) != nil else { throw .badAuthenticationData }
    try require(.reverseAuth, of: client.id)
    guard
      let parameters = try? ReverseAuthParameters(reverseAuthText(for: client.id, at: visit.realNow, in: context)),
      reverseAuth.insert(
        client.id, for: Secret(parameters.text), until: visit.now + Self.reverseAuthLifetime, at: visit.now)
    else { throw .overCapacity }
    context.note(.temporaryCredentialIssued, visit, client: client.id)
    return parameters.response()
  }

  func grantReverseAuth(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (request, token) = (signed.request, try signed.verifiedToken().token)
    try require(.systemAccounts, of: request.play.client(of: token.grant))
    // What the first step gave serves once, for the consumer that asked for it.
    guard let asked = try? ReverseAuthGrant(reading: signed.parts(), of: request.visit.request),
      let target = reverseAuth.take(Secret(asked.parameters), at: request.visit.now), target == ClientID(asked.target)
    else { throw .badReverseAuth }
    return issueToken(for: token.person, to: target, request)
  }

  /// The text of the first step. Only Twitter can check its signature; here the whole text is remembered instead.
  private func reverseAuthText(for client: ClientID, at now: Instant, in context: TenantContext) -> String {
    let parameters = [
      ("oauth_nonce", RandomText.alphanumeric(32, using: &context.random)), ("oauth_signature_method", "HMAC-SHA1"),
      ("oauth_timestamp", String(now.secondsSinceEpoch)), ("oauth_consumer_key", client.text),
      ("oauth_signature", Base64.standard.encodedText(RandomText.bytes(20, using: &context.random))),
      ("oauth_version", "1.0"),
    ]
    return "OAuth " + parameters.map { "\($0.0)=\"\(PercentEncoding.encode($0.1))\"" }.joined(separator: ", ")
  }
}
