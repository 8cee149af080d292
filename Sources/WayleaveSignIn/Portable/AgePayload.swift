import Crypto
import WayleaveWire

/// The content of an age file: chunks that are encrypted one by one, and cannot be left out, moved or cut off.
///
/// C2SP age, "Payload": the nonce of a chunk is its number, and whether it is the last one.
enum AgePayload {
  static let nonceLength = 16
  private static let chunkLength = 64 * 1024
  private static let tagLength = 16

  /// Encrypts a content; nil only when the library refuses its own key.
  static func seal(_ content: [UInt8], under fileKey: Secret, nonce: [UInt8]) -> [UInt8]? {
    let key = key(of: fileKey, nonce: nonce)
    var (sealed, rest, number) = (nonce, content[...], UInt64(0))
    repeat {
      let chunk = rest.prefix(chunkLength)
      rest = rest.dropFirst(chunkLength)
      guard let nonce = self.nonce(number, isLast: rest.isEmpty),
        let box = try? ChaChaPoly.seal(chunk, using: key, nonce: nonce)
      else { return nil }
      sealed += box.ciphertext
      sealed += box.tag
      number += 1
    } while !rest.isEmpty
    return sealed
  }

  /// The content; nil when any byte is another than when it was written, or the end is missing.
  static func open(_ payload: [UInt8], under fileKey: Secret) -> [UInt8]? {
    guard payload.count >= nonceLength + tagLength else { return nil }
    let key = key(of: fileKey, nonce: Array(payload.prefix(nonceLength)))
    var (content, rest, number) = ([UInt8](), payload.dropFirst(nonceLength), UInt64(0))
    repeat {
      let chunk = rest.prefix(chunkLength + tagLength)
      rest = rest.dropFirst(chunkLength + tagLength)
      guard let nonce = self.nonce(number, isLast: rest.isEmpty),
        let box = try? ChaChaPoly.SealedBox(
          nonce: nonce, ciphertext: chunk.dropLast(tagLength), tag: chunk.suffix(tagLength)),
        let text = try? ChaChaPoly.open(box, using: key)
      else { return nil }
      // "MUST NOT be empty unless the whole payload is empty."
      guard !text.isEmpty || number == 0 else { return nil }
      content += text
      number += 1
    } while !rest.isEmpty
    return content
  }

  private static func key(of fileKey: Secret, nonce: [UInt8]) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: fileKey.exposedBytes), salt: nonce, info: Array("payload".utf8),
      outputByteCount: 32)
  }

  /// Eleven bytes of the chunk's number, and one that marks the last.
  private static func nonce(_ number: UInt64, isLast: Bool) -> ChaChaPoly.Nonce? {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    return try? ChaChaPoly.Nonce(data: [0, 0, 0] + digits + [isLast ? 1 : 0])
  }
}
