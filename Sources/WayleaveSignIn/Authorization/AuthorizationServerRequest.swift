import HTTPTypes
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
  private var proofKey: DPoPKey?
  private let namesKey: Bool
  private let make: TimedMaker

  /// A request of what `make` makes; with a key, each attempt proves it. `namesKey` says that the request names that key as
  /// well, so that it is good without a proof.
  package init(
    to endpoint: Endpoint, of service: OAuth2Service, as client: Client, proving proofKey: DPoPKey? = nil,
    namesKey: Bool = false, by make: @escaping Maker
  ) {
    self.init(
      to: endpoint, of: service, as: client, proving: proofKey, namesKey: namesKey,
      byTimed: { (endpoint, client, dialect, _) throws(OAuthError) in try make(endpoint, client, dialect) })
  }

  /// A request of what `make` makes again at the time of each attempt.
  package init(
    to endpoint: Endpoint, of service: OAuth2Service, as client: Client, proving proofKey: DPoPKey? = nil,
    namesKey: Bool = false, byTimed make: @escaping TimedMaker
  ) {
    self.endpoint = endpoint
    self.service = service
    self.client = client
    self.proofKey = proofKey
    self.namesKey = namesKey
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

  /// Whether each attempt proves a key.
  package var isProven: Bool { proofKey != nil }

  /// Why the server may take another attempt: it wants a nonce, or may have refused what was shown for its time; nil where
  /// it says neither.
  ///
  /// RFC 9449 §8.
  package func reasonToRepeat(in response: ResponseMessage) -> ProofAttempts.Reason? {
    if isProven, let demand = DPoPNonceDemand(reading: response, as: .authorizationServer) {
      return .nonce(demand.nonce)
    }
    guard (400...403).contains(response.status), let refusal = ProviderRefusal(reading: response),
      isRefusedPerhapsForItsTime(by: refusal)
    else { return nil }
    return .time
  }

  /// Whether what an attempt showed was refused, and its time may be why: a proof, or a client's assertion.
  ///
  /// RFC 9449 §5; RFC 6749 §5.2.
  package func isRefusedPerhapsForItsTime(by refusal: ProviderRefusal) -> Bool {
    if isProven, refusal.error.hasSameBytes(as: "invalid_dpop_proof") { return true }
    return client.authenticationMethod(by: service.dialect).needsAssertion
      && refusal.error.hasSameBytes(as: "invalid_client")
  }

  /// The request without its proof, where the server refuses that and the key is named in the request; else nil.
  ///
  /// RFC 9449 §10.1 lets a client push `dpop_jkt` alone. A server that gives a nonce wants another proof.
  package func withoutProof(refusedBy response: ResponseMessage) -> AuthorizationServerRequest? {
    guard isProven, namesKey, (400...403).contains(response.status), !response.head.headerFields.contains(.dpopNonce),
      ProviderRefusal(reading: response)?.error.hasSameBytes(as: "invalid_dpop_proof") == true
    else { return nil }
    var plain = self
    plain.proofKey = nil
    return plain
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
