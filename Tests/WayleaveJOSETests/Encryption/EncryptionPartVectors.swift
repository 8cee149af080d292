import Foundation

/// `jwe_parts.json`: the examples of RFC 7518 Appendix B and Appendix C.
struct EncryptionPartVectors: Decodable {
  struct AuthenticatedCBC: Decodable {
    let enc: String
    let key: String
    let tag: String
  }
  struct Derivation: Decodable {
    let secret: String
    let algorithm: String
    let party_u: String
    let party_v: String
    let key: String
  }

  let cbc: [AuthenticatedCBC]
  let cbc_plaintext: String
  let cbc_iv: String
  let cbc_aad: String
  let concat_kdf: [Derivation]

  static func read() throws -> EncryptionPartVectors {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "Vectors/jwe_parts.json")
    return try JSONDecoder().decode(EncryptionPartVectors.self, from: Data(contentsOf: file))
  }
}

/// The bytes of hexadecimal digits.
func bytes(hexadecimal text: String) -> [UInt8] {
  let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
