import Crypto
import CryptoExtras
import WayleaveWire

/// The cost of one guess at a passphrase: memory and time, as scrypt spends them.
///
/// RFC 7914 §2.
public struct PassphraseCost: Sendable, Hashable {
  /// The binary logarithm of the cost N; with blocks of 1 KiB, 17 takes 128 MiB.
  package let logarithm: UInt8

  /// What a store is made with: 128 MiB and some tenths of a second for each guess.
  public static let standard = PassphraseCost(knownLogarithm: 17)

  /// A cost from 14 to 20; nil for others, which are no protection or an attack on the reader.
  public init?(logarithm: UInt8) {
    guard (14...20).contains(logarithm) else { return nil }
    self.init(knownLogarithm: logarithm)
  }

  private init(knownLogarithm: UInt8) { logarithm = knownLogarithm }

  /// Makes the key of a store from a passphrase; nil when the passphrase is empty or memory is short.
  func key(from passphrase: Secret, salt: [UInt8]) -> SymmetricKey? {
    guard !passphrase.isEmpty else { return nil }
    return try? KDF.Scrypt.deriveKey(
      from: passphrase.exposedBytes, salt: salt, outputByteCount: 32, rounds: 1 << Int(logarithm), blockSize: 8,
      parallelism: 1)
  }
}
