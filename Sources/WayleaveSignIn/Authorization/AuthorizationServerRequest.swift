import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveWire
package import WayleaveProvider

/// A request to an endpoint of the authorization server, which is made again for each attempt: a client's assertion and
/// a proof of a key are good for one use.
///
/// RFC 7523 §3, number 7; RFC 9449 §4.2. A value without effects: time, randomness and nonce are handed in.
package struct AuthorizationServerRequest: Sendable {
  /// Makes the request as a client; a message's own `request(to:as:dialect:)` is one.
  package typealias Maker =
    @Sendable (_ endpoint: Endpoint, _ client: Client, _ dialect: OAuth2Dialect) throws(OAuthError) -> RequestMessage
  /// Makes a request that has a time of its own in it.
  package typealias TimedMaker =
    @Sendable (_ endpoint: Endpoint, _ client: Client, _ dialect: OAuth2Dialect, _ now: Instant) throws(OAuthError)
    -> RequestMessage

  /// Where it goes.
  package let endpoint: Endpoint
  private let client: Client
  private let service: OAuth2Service
  private let proofKey: DPoPKey?
  private let make: TimedMaker

  /// A request of what `make` makes; with a key, each attempt proves it.
  package init(
    to endpoint: Endpoint, of service: OAuth2Service, as client: Client, proving proofKey: DPoPKey? = nil,
    by make: @escaping Maker
  ) {
    self.init(
      to: endpoint, of: service, as: client, proving: proofKey,
      byTimed: { (endpoint, client, dialect, _) throws(OAuthError) in try make(endpoint, client, dialect) })
  }

  /// A request of what `make` makes again at the time of each attempt.
  package init(
    to endpoint: Endpoint, of service: OAuth2Service, as client: Client, proving proofKey: DPoPKey? = nil,
    byTimed make: @escaping TimedMaker
  ) {
    self.endpoint = endpoint
    self.service = service
    self.client = client
    self.proofKey = proofKey
    self.make = make
  }

  /// The request of one attempt; `now` is the time by the server's clock, as far as it is known.
  package func attempt(
    nonce: String?, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    let shown = try client.asserting(
      to: service.assertionAudience, dialect: service.dialect, at: now, using: &random)
    var request = try make(endpoint, shown, service.dialect, now)
    if let proofKey { try request.prove(proofKey, nonce: nonce, at: now, using: &random) }
    return request
  }

  /// The nonce with which the server wants another attempt; nil when it wants none. It is given one: a second demand is
  /// a refusal.
  ///
  /// RFC 9449 §8.
  package func demandedNonce(in response: ResponseMessage) -> String? {
    guard proofKey != nil else { return nil }
    return DPoPNonceDemand(reading: response, as: .authorizationServer)?.nonce
  }

  /// Whether what the attempt showed was refused, and its time may be why: a proof, or a client's assertion.
  ///
  /// RFC 9449 §5; RFC 6749 §5.2.
  package func isRefusedPerhapsForItsTime(by response: ResponseMessage) -> Bool {
    guard (400...401).contains(response.status), let refusal = ProviderRefusal(reading: response) else { return false }
    if proofKey != nil, refusal.error.hasSameBytes(as: "invalid_dpop_proof") { return true }
    return client.authenticationMethod(by: service.dialect).needsAssertion
      && refusal.error.hasSameBytes(as: "invalid_client")
  }
}

extension OAuth2Service {
  /// A fresh key for tokens to be bound to, where the server takes proofs of such a key; nil elsewhere.
  ///
  /// RFC 9449 §5 and §5.1.
  package func proofKey() throws(OAuthError) -> DPoPKey? {
    // The fastest of those that everyone has stands first; a key of RSA would cost a tenth of a second.
    let usual: [SignatureAlgorithm] = [.es256, .ed25519, .edDSA, .es384, .es512]
    guard let algorithm = usual.first(where: dpopAlgorithms.contains) else { return nil }
    return try DPoPKey(JSONWebKey.generate(for: algorithm))
  }

  /// The audience of a client's assertions: the issuer as it is configured; without one, the token endpoint.
  ///
  /// RFC 7523 §3, number 3. It is never what a server says of itself, which could have an assertion for another server.
  package var assertionAudience: Issuer { issuer ?? Issuer(tokenEndpoint.url) }
}
