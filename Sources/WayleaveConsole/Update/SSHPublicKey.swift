import Crypto
package import WayleaveWire

/// An Ed25519 public key, as OpenSSH writes it: `ssh-ed25519 AAAA… comment`.
///
/// RFC 8709 §4.
package struct SSHPublicKey: Sendable, Equatable {
  private static let kind = "ssh-ed25519"
  /// The largest file of a key, in bytes.
  package static let maximumSize = 4096

  private let bytes: [UInt8]
  private let comment: String

  /// Reads the file of a public key, with one key in it; throws `configuration.unsupported_key`.
  package init(file text: String) throws(OAuthError) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.isEmpty && $0.first != "#" }
    guard lines.first?.contains("PRIVATE KEY") != true else { throw .unusable("it holds the private half") }
    guard lines.count == 1, text.utf8.count <= Self.maximumSize else {
      throw .unusable("it has to hold one line, such as “ssh-ed25519 AAAA… name”")
    }
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0] == Self.kind, let blob = Base64.standard.decode(String(words[1])) else {
      throw .unusable("it holds no Ed25519 key, which begins with “ssh-ed25519 AAAA”")
    }
    guard let key = try Self(blob: blob) else { throw .unusable("it holds no Ed25519 key") }
    self = Self(bytes: key.bytes, comment: words.count == 3 ? String(words[2]) : "")
  }

  /// Reads the key of a signature; nil for one of another type, and throws where it is no key at all.
  init?(blob: [UInt8]) throws(OAuthError) {
    var reader = SSHReader(blob)
    guard let kind = reader.text(), kind == Self.kind else { return nil }
    guard let bytes = reader.string(), reader.isAtEnd, (try? Self.key(bytes)) != nil else {
      throw .unusable("it holds no Ed25519 key of 32 bytes")
    }
    self.init(bytes: bytes, comment: "")
  }

  private init(bytes: [UInt8], comment: String) { (self.bytes, self.comment) = (bytes, comment) }

  /// The key on one line, without its comment.
  package var text: String { "\(Self.kind) \(Base64.standard.encodedText(blob))" }

  /// What people compare: `SHA256:…`, as `ssh-keygen -l` shows it.
  package var fingerprint: String {
    "SHA256:" + Base64.standard.encodedText(Array(SHA256.hash(data: blob))).prefix { $0 != "=" }
  }

  /// Whether a signature over bytes is by this key.
  ///
  /// RFC 8709 §6; RFC 8032 §5.1.7.
  func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
    (try? Self.key(bytes).isValidSignature(signature, for: message)) ?? false
  }

  private static func key(_ bytes: [UInt8]) throws -> Curve25519.Signing.PublicKey {
    try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
  }

  private var blob: [UInt8] { SSHReader.written(Array(Self.kind.utf8)) + SSHReader.written(bytes) }

  /// A comment is for people: it makes no other key.
  package static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

extension OAuthError {
  fileprivate static func unusable(_ reason: String) -> OAuthError {
    OAuthError(
      .unsupportedKey, message: "The file cannot be used as the key of an update: \(reason).",
      rule: .wayleave("corrections are signed by an Ed25519 key of OpenSSH"),
      remedy: "Name the public half, such as KEY.pub. `ssh-keygen -t ed25519 -f KEY` makes both.")
  }
}
