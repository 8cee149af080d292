public import WayleaveJOSE
public import WayleaveWire

/// A key pair to which tokens are bound; it is kept as long as the refresh token.
///
/// RFC 9449 §5.
public struct DPoPKey: Sendable, Equatable {
  /// The private key, which can be kept elsewhere and read back.
  public let key: JSONWebKey
  /// The thumbprint: `jkt` in a token, `dpop_jkt` in an authorization request.
  ///
  /// RFC 9449 §6.1 and §10.
  public let thumbprint: String
  let signer: PreparedSigner

  /// A key that proves; throws `configuration.unsupported_key` for a public or a shared one.
  ///
  /// RFC 9449 §4.2: the algorithm "MUST NOT be none or an identifier for a symmetric algorithm".
  public init(_ key: JSONWebKey) throws(OAuthError) {
    guard key.isPrivate, let open = key.publicKey, let algorithm = SignatureAlgorithm(goingWith: key) else {
      throw .noAlgorithm()
    }
    self.key = key
    thumbprint = key.thumbprint
    // The public key as the header carries it: the members that make the key, and no others.
    var header = JSON.Object()
    header["jwk"] = JSONWebKey(open.material).json
    signer = try PreparedSigner(
      JSONWebKey(key.material), algorithm: algorithm, type: DPoPProof.type, additional: header)
  }

  /// A fresh key on P-256.
  public static func generate() throws(OAuthError) -> DPoPKey {
    try DPoPKey(JSONWebKey.generate(for: .es256))
  }

  public static func == (left: DPoPKey, right: DPoPKey) -> Bool { left.key == right.key }
}
