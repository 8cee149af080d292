import WayleaveJOSE
import WayleaveWire

/// The keys that sign, one for each algorithm; each is followed by a new one, and stays published for as long again.
///
/// OpenID Connect Core §10.1.1. A key is made when it is first needed: an RSA key takes its time.
struct SigningKeys: Sendable {
  private struct Signer: Sendable {
    let key: JSONWebKey
    let since: Instant
  }

  static let algorithms: [SignatureAlgorithm] = [.es256, .rs256]

  /// How long a key signs.
  let lifetime: Duration
  private var current: [SignatureAlgorithm: Signer] = [:]
  private var previous: [SignatureAlgorithm: Signer] = [:]

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  /// The key that signs now.
  mutating func signingKey(for algorithm: SignatureAlgorithm, at now: Instant) throws(OAuthError) -> JSONWebKey {
    if let signer = current[algorithm], now - signer.since < lifetime { return signer.key }
    previous[algorithm] = current[algorithm] ?? previous[algorithm]
    var random = SystemRandomNumberGenerator()
    // The name of the key shows everywhere that a token comes from a test.
    let name = "playground-" + RandomText.base64URL(bytes: 9, using: &random)
    let key = try JSONWebKey.generate(for: algorithm, keyID: name)
    current[algorithm] = Signer(key: key, since: now)
    return key
  }

  /// Lets new keys sign from now on; those before stay published.
  mutating func rotate() {
    previous = current
    current = [:]
  }

  /// The public parts of all keys whose signatures may still be about.
  mutating func published(at now: Instant) throws(OAuthError) -> JSONWebKeySet {
    for algorithm in Self.algorithms { _ = try signingKey(for: algorithm, at: now) }
    let signers = Self.algorithms.flatMap { [current[$0], previous[$0]] }.compactMap(\.self)
    return try JSONWebKeySet(signers.filter { now - $0.since < lifetime * 2 }.compactMap(\.key.publicKey))
  }
}
