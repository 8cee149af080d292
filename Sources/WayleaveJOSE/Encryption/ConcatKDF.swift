import Crypto

/// Makes a key of the secret that two sides agreed on, and of what they want it for.
///
/// RFC 7518 §4.6.2, which fills in the Concat KDF of NIST SP 800-56A §5.8.1 with SHA-256.
struct ConcatKDF {
  /// What the key is for: `enc` where it encrypts the content, `alg` where it unwraps another key.
  let algorithm: String
  /// What the sender says of itself (`apu`).
  let partyUInfo: [UInt8]
  /// What the sender says of the recipient (`apv`).
  let partyVInfo: [UInt8]

  /// A key of so many bytes.
  func key(byteCount: Int, from secret: [UInt8]) -> SymmetricKey {
    let purpose =
      withLength(Array(algorithm.utf8)) + withLength(partyUInfo) + withLength(partyVInfo)
      + bigEndian(UInt32(truncatingIfNeeded: byteCount * 8))
    var key: [UInt8] = []
    var round: UInt32 = 1
    while key.count < byteCount {
      var hash = SHA256()
      hash.update(data: bigEndian(round))
      hash.update(data: secret)
      hash.update(data: purpose)
      key += hash.finalize()
      round += 1
    }
    return SymmetricKey(data: key.prefix(byteCount))
  }

  /// "Datalen || Data": the length of 32 bits in front keeps one field from running into the next.
  private func withLength(_ data: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(truncatingIfNeeded: data.count)) + data
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
