import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A request to Twitter, whose signature the entries check, with refusals in Twitter's words.
struct SignedEntryRequest {
  let request: EntryRequest
  let service: OAuth1Service

  private var play: EntryPlay { request.play }
  private var entries: Entries { request.entries }
  /// The pairs of its body.
  var form: Form { (try? request.visit.request.bodyForm) ?? Form() }

  /// Its parts, with nothing verified yet.
  func parts() throws(Twitter.Refusal) -> SignedRequest {
    try refusing { () throws(OAuth1Refusal) in try entries.signedRequest(by: service, request.visit) }
  }

  func temporaryCredential(
    scopes: (TemporaryCredentialRequest) throws(OAuth1Refusal) -> [String]
  ) throws(Twitter.Refusal) -> ResponseMessage {
    try refusing { () throws(OAuth1Refusal) in
      try entries.temporaryCredential(at: play, by: service, request.visit, scopes: scopes)
    }
  }

  func redeemedTemporary() throws(Twitter.Refusal) -> (PlaygroundPerson, EntryTemporary) {
    try refusing { () throws(OAuth1Refusal) in try entries.redeemTemporary(at: play, by: service, request.visit) }
  }

  /// The consumer of a request without a token.
  func verifiedConsumer(
    ofAPI: Bool = false
  ) throws(Twitter.Refusal) -> (client: PlaygroundClient, signed: SignedRequest) {
    try refusing(ofAPI: ofAPI) { () throws(OAuth1Refusal) in
      try entries.verifiedConsumer(at: play, by: service, request.visit)
    }
  }

  /// The lasting token of a request.
  func verifiedToken() throws(Twitter.Refusal) -> (text: Secret, token: EntryLedger.ShownToken) {
    try refusing(ofAPI: true) { () throws(OAuth1Refusal) in
      let signed = try entries.signedRequest(by: service, request.visit)
      guard let token = signed.token.flatMap({ play.issued.token($0, at: request.visit.now) }),
        token.ending == .accountSuspended
      else { return try entries.verifiedToken(at: play, by: service, request.visit) }
      try entries.verify(signed, at: play, tokenSecret: token.content.secret, request.visit)
      throw .suspended
    }
  }

  /// Verifies a signature by a token that may have expired.
  func verify(_ parts: SignedRequest, tokenSecret: Secret?) throws(Twitter.Refusal) {
    _ = try refusing { () throws(OAuth1Refusal) in
      try entries.verify(parts, at: play, tokenSecret: tokenSecret, request.visit)
    }
  }

  private func refusing<Value>(
    ofAPI: Bool = false, _ check: () throws(OAuth1Refusal) -> Value
  ) throws(Twitter.Refusal) -> Value {
    do { return try check() } catch { throw Twitter.Refusal(error, ofAPI: ofAPI) }
  }

  /// Notes what became of a token.
  func note(_ kind: PlaygroundEvent.Kind, _ token: EntryLedger.ShownToken) {
    request.context.note(kind, request.visit, client: play.client(of: token.grant), person: token.person)
  }
}
