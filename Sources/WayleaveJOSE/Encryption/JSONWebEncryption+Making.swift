import Crypto
public import WayleaveWire

extension JSONWebEncryption {
  /// Encrypts for the holder of a key, and writes the compact form; it is a secret, since most such texts
  /// open something.
  ///
  /// RFC 7516 §5.1. `members` are further members of the header, such as `cty`; none of them may be one of ours. All
  /// randomness is the system's: a vector that is drawn twice under one key gives its texts away. Throws
  /// `jose.unsupported_algorithm` when the key is of another kind than the algorithm needs, and
  /// `configuration.invalid_value` for a member that is ours.
  public static func encrypt(
    _ plaintext: [UInt8], for key: JSONWebKey, by algorithm: KeyManagementAlgorithm,
    content encryption: ContentEncryption,
    members: JSON.Object = JSON.Object()
  ) throws(OAuthError) -> Secret {
    let recipient = try SenderKey(key, for: algorithm, encryption)
    guard let delivery = recipient.deliver(algorithm, encryption) else { throw .unusableEncryptionKey(algorithm) }
    var header = JSON.Object()
    header["alg"] = .string(algorithm.rawValue)
    header["enc"] = .string(encryption.rawValue)
    if let keyID = key.keyID { header["kid"] = .string(keyID) }
    if let ephemeralKey = delivery.ephemeralKey { header["epk"] = ephemeralKey.json }
    for member in members.members {
      guard !Self.ownMembers.contains(where: { $0.hasSameBytes(as: member.name) }) else {
        throw .forbiddenEncryptionMember(member.name)
      }
      header[member.name] = member.value
    }
    let authenticated = Base64.url.encode(JSON.object(header).encoded())
    var random = SystemRandomNumberGenerator()
    let vector = RandomText.bytes(encryption.initializationVectorSize, using: &random)
    guard
      let content = encryption.seal(
        plaintext, key: delivery.contentKey, initializationVector: vector, authenticating: authenticated)
    else { throw .unusableEncryptionKey(algorithm) }
    let texts = [delivery.encryptedKey, content.initializationVector, content.ciphertext, content.tag]
    return Secret(Array(([authenticated] + texts.map { Base64.url.encode($0) }).joined(separator: [UInt8(ascii: ".")])))
  }

  private static let ownMembers = ["alg", "enc", "kid", "epk", "apu", "apv", "zip", "crit"]
}

extension OAuthError {
  fileprivate static func unusableEncryptionKey(_ algorithm: KeyManagementAlgorithm) -> OAuthError {
    .unsupportedEncryption("a key that \(algorithm.rawValue) can use", .described("another"))
  }

  fileprivate static func forbiddenEncryptionMember(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(7516, "4.1"), expected: "members of the header that are not ours to write",
      received: .text(name), remedy: "Leave the member out; the algorithms and keys say what it must be.")
  }
}
