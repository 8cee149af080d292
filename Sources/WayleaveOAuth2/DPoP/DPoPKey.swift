public import WayleaveJOSE
public import WayleaveWire

/// A key pair to which tokens are bound; it is stored as long as the refresh token.
///
/// RFC 9449 §5.
public struct DPoPKey: Sendable, Equatable {
  /// The private key, which can be written down and read back; nil for one that stays in its keystore.
  public var key: JSONWebKey? { storage.key }
  /// The thumbprint: `jkt` in a token, `dpop_jkt` in an authorization request.
  ///
  /// RFC 9449 §6.1 and §10.
  public var thumbprint: String { storage.thumbprint }
  /// The name by which its keystore finds it again; nil for a key of our own, and for one that was given without a name.
  public var name: String? { storage.name }
  /// The public half.
  public var publicKey: JSONWebKey { storage.publicKey }
  var signer: PreparedSigner { storage.signer }

  // In one place, since a key goes along with its tokens wherever these are handed on.
  private let storage: Storage

  private final class Storage: Sendable {
    let key: JSONWebKey?
    let name: String?
    let publicKey: JSONWebKey
    let thumbprint: String
    let signer: PreparedSigner

    init(key: JSONWebKey?, name: String?, publicKey: JSONWebKey, signer: PreparedSigner) {
      self.key = key
      self.name = name
      self.publicKey = publicKey
      thumbprint = publicKey.thumbprint
      self.signer = signer
    }
  }

  /// A key that makes proofs; throws `configuration.unsupported_key` for a public or a shared one.
  ///
  /// RFC 9449 §4.2: the algorithm "MUST NOT be none or an identifier for a symmetric algorithm".
  public init(_ key: JSONWebKey) throws(OAuthError) {
    guard key.isPrivate, let open = key.publicKey else { throw .noAlgorithm() }
    // Without its name, which a proof does not show.
    try self.init(key, .own(JSONWebKey(key.material)), open: open)
  }

  /// A key that makes proofs from its keystore; throws `configuration.unsupported_key` for one that is shared.
  ///
  /// A thief of everything that this program has written down cannot use the tokens then. With a name, the keystore finds
  /// the key again when a stored token is read.
  public init(_ key: any ExternalSigningKey, named name: String? = nil) throws(OAuthError) {
    try self.init(nil, .external(key), open: key.publicKey, named: name)
  }

  private init(
    _ key: JSONWebKey?, _ signing: PreparedSigner.Key, open: JSONWebKey, named name: String? = nil
  ) throws(OAuthError) {
    guard !open.isPrivate, let algorithm = SignatureAlgorithm(goingWith: open) else { throw .noAlgorithm() }
    // The public key as the header carries it: the members that make the key, and no others.
    var header = JSON.Object()
    header["jwk"] = JSONWebKey(open.material).json
    storage = Storage(
      key: key, name: name, publicKey: open,
      signer: try PreparedSigner(signing, algorithm: algorithm, type: DPoPProof.type, additional: header))
  }

  /// A fresh key on P-256.
  public static func generate() throws(OAuthError) -> DPoPKey {
    try DPoPKey(JSONWebKey.generate(for: .es256))
  }

  public static func == (left: DPoPKey, right: DPoPKey) -> Bool {
    left.key == right.key && left.thumbprint.hasSameBytes(as: right.thumbprint)
  }
}
