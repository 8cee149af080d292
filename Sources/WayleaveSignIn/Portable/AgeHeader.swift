import Crypto
import CryptoExtras
import WayleaveWire

/// The head of a file that age encrypts with a passphrase: the key of the file, wrapped by a key from the passphrase.
///
/// C2SP age, "The scrypt recipient type".
struct AgeHeader: Sendable {
  static let fileKeyLength = 16
  static let saltLength = 16
  /// The highest cost that is paid for a file, as a binary logarithm: a gigabyte of memory, and seconds.
  static let highestWorkFactor = 20

  private static let version = "age-encryption.org/v1\n"
  private static let stanza = "-> scrypt "
  private static let end = "---"
  private static let label = "age-encryption.org/v1/scrypt"
  /// No line of the head is longer.
  private static let longestLine = 100

  private let salt: [UInt8]
  private let workFactor: Int
  /// The key of the file, encrypted, and its code.
  private let wrappedKey: [UInt8]
  private let code: [UInt8]

  /// The head of a new file; nil when no key can be derived.
  init?(wrapping fileKey: Secret, by passphrase: Secret, salt: [UInt8], workFactor: Int) {
    guard let key = Self.wrapKey(by: passphrase, salt: salt, workFactor: workFactor), let nonce = Self.nonce,
      let box = try? ChaChaPoly.seal(fileKey.exposedBytes, using: key, nonce: nonce)
    else { return nil }
    self.salt = salt
    self.workFactor = workFactor
    wrappedKey = Array(box.ciphertext) + Array(box.tag)
    let text = Self.authenticated(salt, workFactor, wrappedKey)
    code = Array(HMAC<SHA256>.authenticationCode(for: text, using: Self.codeKey(of: fileKey)))
  }

  private init(salt: [UInt8], workFactor: Int, wrappedKey: [UInt8], code: [UInt8]) {
    self.salt = salt
    self.workFactor = workFactor
    self.wrappedKey = wrappedKey
    self.code = code
  }

  /// The key of the file; nil when the passphrase is another one, or the head was changed.
  func fileKey(by passphrase: Secret) -> Secret? {
    guard !passphrase.isEmpty, let nonce = Self.nonce,
      let key = Self.wrapKey(by: passphrase, salt: salt, workFactor: workFactor),
      let box = try? ChaChaPoly.SealedBox(
        nonce: nonce, ciphertext: wrappedKey.prefix(Self.fileKeyLength), tag: wrappedKey.dropFirst(Self.fileKeyLength)),
      let opened = try? ChaChaPoly.open(box, using: key)
    else { return nil }
    let fileKey = Secret(Array(opened))
    let isOurs = HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Self.authenticated(salt, workFactor, wrappedKey), using: Self.codeKey(of: fileKey))
    return isOurs ? fileKey : nil
  }

  /// The head as it stands in the file.
  var bytes: [UInt8] {
    Self.authenticated(salt, workFactor, wrappedKey) + Array(" \(Self.base64(code))\n".utf8)
  }

  /// What the code is over: "the whole header up to and including the `---` mark".
  private static func authenticated(_ salt: [UInt8], _ workFactor: Int, _ wrappedKey: [UInt8]) -> [UInt8] {
    Array("\(version)\(stanza)\(base64(salt)) \(workFactor)\n\(base64(wrappedKey))\n\(end)".utf8)
  }

  private static func wrapKey(by passphrase: Secret, salt: [UInt8], workFactor: Int) -> SymmetricKey? {
    try? KDF.Scrypt.deriveKey(
      from: passphrase.exposedBytes, salt: Array(label.utf8) + salt, outputByteCount: 32, rounds: 1 << workFactor,
      blockSize: 8, parallelism: 1)
  }

  private static func codeKey(of fileKey: Secret) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: fileKey.exposedBytes), info: Array("header".utf8), outputByteCount: 32)
  }

  /// "the ChaCha20-Poly1305 nonce is fixed as 12 0x00 bytes": each wrapping key is used once.
  private static var nonce: ChaChaPoly.Nonce? { try? ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)) }
}

extension AgeHeader {
  /// Reads the head of a file, and where the payload begins; throws `account_file.malformed`.
  ///
  /// "An scrypt stanza, if present, MUST be the only stanza in the header": so the head has four lines. Each is read in
  /// the one way in which it is written, so that writing it again gives the bytes that the code is over.
  static func read(_ file: [UInt8]) throws(OAuthError) -> (header: AgeHeader, end: Int) {
    var rest = file[...]
    guard line(of: &rest, after: "age-encryption.org/")?.hasSameBytes(as: "v1") == true else {
      throw .malformedAccountFile("another format")
    }
    guard let arguments = line(of: &rest, after: stanza)?.split(separator: " ", omittingEmptySubsequences: false) else {
      throw .encryptedToAnother()
    }
    guard arguments.count == 2, let salt = decoded(arguments[0], saltLength) else {
      throw .malformedAccountFile("a salt that is not well-formed")
    }
    let workFactor = try workFactor(in: arguments[1])
    guard let wrappedKey = line(of: &rest, after: "").flatMap({ decoded($0[...], fileKeyLength + 16) }) else {
      throw .malformedAccountFile("a wrapped key that is not well-formed")
    }
    guard let code = line(of: &rest, after: "\(end) ").flatMap({ decoded($0[...], 32) }) else {
      throw .malformedAccountFile("more than one stanza, or no code at its end")
    }
    return (AgeHeader(salt: salt, workFactor: workFactor, wrappedKey: wrappedKey, code: code), rest.startIndex)
  }

  /// Takes a line that begins so, and gives what follows; nil when it begins otherwise, is too long or does not end.
  private static func line(of rest: inout ArraySlice<UInt8>, after start: String) -> String? {
    guard let end = rest.prefix(longestLine).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = rest[..<end]
    guard line.starts(with: start.utf8) else { return nil }
    rest = rest[(end + 1)...]
    return String(decoding: line.dropFirst(start.utf8.count), as: UTF8.self)
  }

  /// The binary logarithm of the cost: "no leading zeroes (`^[1-9][0-9]*$`)".
  private static func workFactor(in text: Substring) throws(OAuthError) -> Int {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy(digits.contains),
      text.utf8.first != UInt8(ascii: "0"), let factor = Int(text)
    else { throw .malformedAccountFile("a work factor that is not well-formed") }
    guard factor <= highestWorkFactor else { throw .tooHighWorkFactor(factor) }
    return factor
  }

  // Base64 "without `=` padding characters", and canonical.
  private static func base64(_ bytes: [UInt8]) -> String {
    String(Base64.standard.encodedText(bytes).prefix { $0 != "=" })
  }

  private static func decoded(_ text: Substring, _ count: Int) -> [UInt8]? {
    let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard !text.utf8.contains(UInt8(ascii: "=")), let bytes = Base64.standard.decode(String(padded)) else { return nil }
    return bytes.count == count ? bytes : nil
  }
}

extension OAuthError {
  fileprivate static func encryptedToAnother() -> OAuthError {
    OAuthError(
      .malformedAccountFile, message: "The file is not encrypted with a passphrase.",
      rule: .specification("C2SP age", "The scrypt recipient type"),
      remedy: "Decrypt it with age, and encrypt it again with a passphrase.")
  }

  fileprivate static func tooHighWorkFactor(_ factor: Int) -> OAuthError {
    OAuthError(
      .malformedAccountFile, message: "The file asks for too much memory: its work factor is \(factor).",
      rule: .specification("C2SP age", "The scrypt recipient type"),
      expected: "a work factor of at most \(AgeHeader.highestWorkFactor)",
      remedy: "Do not open it unless you wrote it yourself: such a file can stop a computer.")
  }
}
