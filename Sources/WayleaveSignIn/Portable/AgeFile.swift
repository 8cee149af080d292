package import WayleaveWire

/// A file in the format of `age`, whose key a passphrase gives.
///
/// C2SP age, age-encryption.org/v1. Every byte is authenticated: the head by its code, the content chunk by chunk.
package struct AgeFile: Sendable {
  /// The largest file that is read.
  package static let maximumSize = 16 * 1024 * 1024
  /// The cost of a guess at the passphrase of a new file, as a binary logarithm: 256 MiB of memory.
  package static let usualWorkFactor = 18

  private let header: AgeHeader
  private let payload: [UInt8]

  /// Reads a file, binary or armoured; throws `account_file.malformed`.
  ///
  /// Nothing is decrypted yet, so that no one is asked for the passphrase of a file that none opens.
  package init(reading file: [UInt8]) throws(OAuthError) {
    guard file.count <= Self.maximumSize else { throw .malformedAccountFile("more than 16 MiB") }
    let bytes = try AgeArmor.isArmored(file) ? AgeArmor.decode(file) : file
    let headerEnd: Int
    (header, headerEnd) = try AgeHeader.read(bytes)
    payload = Array(bytes[headerEnd...])
    // Without its nonce the file was cut, whatever the passphrase is.
    guard payload.count >= AgePayload.nonceLength else { throw .malformedAccountFile("a file that was cut") }
  }

  /// Encrypts a content under new keys; throws `configuration.invalid_value` for an empty passphrase.
  package init(
    sealing content: Secret, by passphrase: Secret, workFactor: Int = usualWorkFactor,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) {
    let fileKey = Secret(RandomText.bytes(AgeHeader.fileKeyLength, using: &random))
    let salt = RandomText.bytes(AgeHeader.saltLength, using: &random)
    let nonce = RandomText.bytes(AgePayload.nonceLength, using: &random)
    guard !passphrase.isEmpty,
      let header = AgeHeader(wrapping: fileKey, by: passphrase, salt: salt, workFactor: workFactor),
      let payload = AgePayload.seal(content.exposedBytes, under: fileKey, nonce: nonce)
    else { throw .unusablePassphrase() }
    self.header = header
    self.payload = payload
  }

  /// The content; throws `account_file.undecryptable` where the passphrase is another one, or a byte was changed.
  package func content(by passphrase: Secret) throws(OAuthError) -> Secret {
    guard let fileKey = header.fileKey(by: passphrase), let content = AgePayload.open(payload, under: fileKey) else {
      throw .undecryptableAccountFile()
    }
    return Secret(content)
  }

  /// The file in its binary form.
  package var bytes: [UInt8] { header.bytes + payload }

  /// The file as text, which survives a terminal, an email and a clipboard.
  package var armored: String { AgeArmor.encode(bytes) }
}

extension OAuthError {
  static func malformedAccountFile(
    _ found: String, remedy: Remedy = "Copy the file again from where it was exported, as binary data."
  ) -> OAuthError {
    OAuthError(
      .malformedAccountFile, rule: .specification("C2SP age", "Encrypted file format"),
      expected: "a file that age encrypted with a passphrase", received: .described(found), remedy: remedy)
  }

  fileprivate static func undecryptableAccountFile() -> OAuthError {
    OAuthError(
      .undecryptableAccountFile, rule: .specification("C2SP age", "Header MAC"),
      expected: "the passphrase with which the file was encrypted, and the file as it was written",
      received: .described("another passphrase, or a changed file"),
      remedy: "Type the passphrase again. If it is right, copy the file again.")
  }

  fileprivate static func unusablePassphrase() -> OAuthError {
    OAuthError(
      .invalidValue, message: "No key can be derived from this passphrase.",
      rule: .wayleave("a passphrase is not empty"),
      remedy: "Give another passphrase. It takes 256 MiB of memory to use one.")
  }
}
