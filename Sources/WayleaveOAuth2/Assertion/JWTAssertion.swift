public import WayleaveJOSE
public import WayleaveWire

/// What a JWT says that stands in for a password: of a client, or of the user that access is asked for.
///
/// RFC 7523 §3.
public struct JWTAssertion: Sendable, Equatable {
  /// Who says it.
  public var issuer: String
  /// The subject.
  public var subject: String
  /// The audience: one text, never a list.
  ///
  /// RFC 7523 §3. With the server's issuer as the one audience, no other server can use what we sent to it.
  public var audience: String
  /// How long it is good.
  public let lifetime: Duration
  /// Further claims, such as Google's `scope`.
  public var additional: JSON.Object

  /// The lifetimes that can be asked for: a day's work for a thief is not among them.
  package static let lifetimes = Duration.seconds(1)...Duration.seconds(3600)

  /// An assertion; throws `configuration.invalid_value` for a lifetime out of bounds.
  public init(
    issuer: String, subject: String, audience: String, lifetime: Duration = .seconds(60),
    additional: JSON.Object = JSON.Object()
  ) throws(OAuthError) {
    guard Self.lifetimes.contains(lifetime) else { throw .assertionLifetime(lifetime) }
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.lifetime = lifetime
    self.additional = additional
  }

  /// Signs it: with the key's own algorithm, or the one that goes with its kind.
  ///
  /// Each has a `jti` of 128 bits, so that the receiver can detect a second use: RFC 7523 §3, number 7.
  public func sign(
    with key: JSONWebKey, by algorithm: SignatureAlgorithm? = nil, type: String? = nil, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Secret {
    try sign(with: .own(key), by: algorithm, type: type, at: now, using: &random)
  }

  /// The same with a key that is here or in its keystore.
  package func sign(
    with key: PreparedSigner.Key, by algorithm: SignatureAlgorithm? = nil, type: String? = nil, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Secret {
    var claims = additional
    claims["iss"] = .string(issuer)
    claims["sub"] = .string(subject)
    claims["aud"] = .string(audience)
    claims["iat"] = JSON(now.secondsSinceEpoch)
    claims["exp"] = JSON((now + lifetime).secondsSinceEpoch)
    claims["jti"] = .string(RandomText.base64URL(bytes: 16, using: &random))
    guard let algorithm = algorithm ?? SignatureAlgorithm(goingWith: key.known) else { throw .noAlgorithm() }
    let signer = try PreparedSigner(key, algorithm: algorithm, keyID: key.known.keyID, type: type)
    return Secret(try signer.sign(JSON.object(claims).encoded()))
  }
}

extension SignatureAlgorithm {
  /// The algorithm that a key names, or else the usual one of its kind; nil for a key that signs nothing.
  package init?(goingWith key: JSONWebKey) {
    if let named = key.algorithm {
      self.init(rawValue: named)
      return
    }
    switch key.material {
    case .rsa: self = .rs256
    case .ed25519: self = .edDSA
    case .octets: self = .hs256
    case .x25519: return nil
    case .ellipticCurve(let key):
      switch key.curve {
      case .p256: self = .es256
      case .p384: self = .es384
      case .p521: self = .es512
      }
    }
  }
}

extension OAuthError {
  fileprivate static func assertionLifetime(_ lifetime: Duration) -> OAuthError {
    let (shortest, longest) = (JWTAssertion.lifetimes.lowerBound, JWTAssertion.lifetimes.upperBound)
    return OAuthError(
      .invalidValue,
      message:
        "A lifetime of \(lifetime.wholeSeconds) seconds is not possible: it is \(shortest.wholeSeconds) to \(longest.wholeSeconds) seconds.",
      rule: .rfc(7523, "3"), remedy: "Make a fresh assertion for each request, good for a minute.")
  }

  static func noAlgorithm() -> OAuthError {
    OAuthError(
      .unsupportedKey, rule: .rfc(7518, "3.1"), expected: "a private key that signs", received: .described("another"),
      remedy: "Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256")
  }
}
