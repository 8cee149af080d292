import Crypto
public import WayleaveWire

/// The key of one signature method, made ready once: what follows from the secrets alone is not computed for every
/// request.
///
/// RFC 5849 §3.4.
public struct SignatureKey: Sendable {
  /// The method that the key is for.
  public let method: SignatureMethod

  private let material: Material

  private enum Material: Sendable {
    case hmacSHA1(KeyedHash<Insecure.SHA1>)
    case hmacSHA256(KeyedHash<SHA256>)
    case hmacSHA512(KeyedHash<SHA512>)
    case privateKey(RSAPrivateKey)
    case publicKey(RSAPublicKey)
    case plaintext(Secret)
  }

  /// The key of a method with shared secrets; throws `oauth1.unsupported_signature_method` for the others.
  public init(
    _ method: SignatureMethod, consumerSecret: Secret, tokenSecret: Secret? = nil
  ) throws(OAuthError) {
    let text = Self.text(consumerSecret: consumerSecret, tokenSecret: tokenSecret)
    switch method {
    case .hmacSHA1: material = .hmacSHA1(KeyedHash(key: text))
    case .hmacSHA256: material = .hmacSHA256(KeyedHash(key: text))
    case .hmacSHA512: material = .hmacSHA512(KeyedHash(key: text))
    case .plaintext: material = .plaintext(Secret(text))
    case .rsaSHA1, .rsaSHA256, .rsaSHA512: throw .otherKeyNeeded(method, "a private key")
    }
    self.method = method
  }

  /// The key of a method with a private key; throws `oauth1.unsupported_signature_method` for the others.
  public init(_ method: SignatureMethod, privateKey: RSAPrivateKey) throws(OAuthError) {
    guard method.usesPrivateKey else { throw .otherKeyNeeded(method, "a shared secret") }
    self.method = method
    material = .privateKey(privateKey)
  }

  /// The key by which a server verifies what a private key signed; throws `oauth1.unsupported_signature_method` for the
  /// other methods.
  public init(_ method: SignatureMethod, publicKey: RSAPublicKey) throws(OAuthError) {
    guard method.usesPrivateKey else { throw .otherKeyNeeded(method, "a shared secret") }
    self.method = method
    material = .publicKey(publicKey)
  }

  init(
    _ method: SignatureMethod, consumer: ConsumerCredential, tokenSecret: Secret?
  ) throws(OAuthError) {
    if let privateKey = consumer.privateKey {
      try self.init(method, privateKey: privateKey)
    } else {
      try self.init(method, consumerSecret: consumer.secret, tokenSecret: tokenSecret)
    }
  }

  /// The value of `oauth_signature` for a base string; throws `configuration.unsupported_key` when there is only a
  /// public key.
  func signature(of baseString: [UInt8]) throws(OAuthError) -> [UInt8] {
    switch material {
    case .hmacSHA1(let keyed): Base64.standard.encode(keyed.code(of: baseString))
    case .hmacSHA256(let keyed): Base64.standard.encode(keyed.code(of: baseString))
    case .hmacSHA512(let keyed): Base64.standard.encode(keyed.code(of: baseString))
    case .plaintext(let secrets): secrets.exposedBytes
    case .privateKey(let key): Base64.standard.encode(try key.signature(of: baseString, method: method))
    case .publicKey: throw .otherKeyNeeded(method, "a private key")
    }
  }

  /// Whether a signature belongs to a base string; takes the same time wherever a difference is.
  func isSignature(_ signature: [UInt8], of baseString: [UInt8]) throws(OAuthError) -> Bool {
    let publicKey: RSAPublicKey
    switch material {
    case .privateKey(let key): publicKey = key.publicKey
    case .publicKey(let key): publicKey = key
    default: return ConstantTime.equal(try self.signature(of: baseString), signature)
    }
    guard let decoded = Base64.standard.decode(signature) else { return false }
    return publicKey.isSignature(decoded, of: baseString, method: method)
  }

  /// Both secrets, encoded and joined.
  private static func text(consumerSecret: Secret, tokenSecret: Secret?) -> [UInt8] {
    var key = ByteArena(capacity: 3 * (consumerSecret.count + (tokenSecret?.count ?? 0)) + 1)
    key.append(encoding: consumerSecret)
    // An "&" "MUST be included even when either secret is empty": RFC 5849 §3.4.2.
    key.append("&")
    if let tokenSecret { key.append(encoding: tokenSecret) }
    return Array(key.bytes)
  }
}

extension OAuthError {
  fileprivate static func otherKeyNeeded(_ method: SignatureMethod, _ kind: String) -> OAuthError {
    OAuthError(
      .unsupportedSignatureMethod, rule: .rfc(5849, "3.4"), expected: "\(kind) for \(method.rawValue)",
      received: .described("a key of another kind"),
      remedy: "Register the client with the kind of key that its signature method needs.")
  }
}
