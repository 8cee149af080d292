import Crypto
import WayleaveWire

/// The form of an encrypted file: eight letters, a version and a kind in the clear, then a nonce, the text encrypted,
/// and a code over all of it and the file's own name.
///
/// RFC 8439 §2.8: ChaCha20-Poly1305. The name is part of what is authenticated, so that a file under another's name is
/// not taken for it.
struct SealedRecord: Sendable {
  static let magic = Array("WAYLEAVE".utf8)
  static let version: UInt8 = 1
  static let overhead = magic.count + 2 + 12 + 16

  /// The whole file.
  let bytes: [UInt8]

  /// Takes a file as it was read; throws `store.damaged` or `store.too_new`.
  init(reading bytes: [UInt8], kind: RecordKind, path: String) throws(OAuthError) {
    guard bytes.count >= Self.overhead, bytes.starts(with: Self.magic) else { throw .storeDamaged(path) }
    guard bytes[Self.magic.count] <= Self.version else { throw .storeTooNew(path) }
    guard bytes.starts(with: Self.head(kind)) else { throw .storeDamaged(path) }
    self.bytes = bytes
  }

  /// Encrypts a text under a new nonce; nil only when the library refuses its own key.
  init?(sealing text: [UInt8], kind: RecordKind, name: String, key: SymmetricKey) {
    let head = Self.head(kind)
    guard let box = try? ChaChaPoly.seal(text, using: key, authenticating: head + Array(name.utf8)) else { return nil }
    bytes = head + Array(box.combined)
  }

  /// The text; nil when key, name or any byte is another than when it was written.
  func open(name: String, key: SymmetricKey) -> [UInt8]? {
    let head = bytes.prefix(Self.magic.count + 2)
    guard let box = try? ChaChaPoly.SealedBox(combined: bytes.dropFirst(head.count)),
      let text = try? ChaChaPoly.open(box, using: key, authenticating: head + Array(name.utf8))
    else { return nil }
    return Array(text)
  }

  /// What distinguishes this state from every other: the nonce and the code, which no other write shares.
  var revision: RecordRevision { Self.revision(of: bytes) }

  /// The revision of a file as it was read; nil when it is no record.
  static func revision(in bytes: [UInt8]) -> RecordRevision? {
    bytes.count >= overhead && bytes.starts(with: magic) ? revision(of: bytes) : nil
  }

  private static func revision(of bytes: [UInt8]) -> RecordRevision {
    let nonce = bytes.dropFirst(magic.count + 2).prefix(12)
    return RecordRevision(Base64.url.encodedText(Array(nonce) + Array(bytes.suffix(16))))
  }

  private static func head(_ kind: RecordKind) -> [UInt8] { magic + [version, kind.byte] }
}
