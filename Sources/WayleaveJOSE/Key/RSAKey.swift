import Crypto
package import CryptoExtras
package import WayleaveWire

/// An RSA key: 2048 to 8192 bits, its exponent odd and between 3 and 2³².
///
/// RFC 7518 §6.3; the bounds are RFC 8725 §3.5 and what keeps one verification cheap.
///
/// A class, so that a key goes from hand to hand as one reference.
package final class RSAKey: Sendable {
  package static let strongBits = 2048...8192
  /// Down to what published test vectors have.
  package static let anyBits = 1024...8192

  package let publicKey: _RSA.Signing.PublicKey
  package let privateKey: _RSA.Signing.PrivateKey?
  package let modulus: [UInt8]
  package let exponent: [UInt8]

  init(modulus: [UInt8], exponent: [UInt8], bits: ClosedRange<Int>) throws(OAuthError) {
    let modulus = try Self.positive(modulus, "n")
    let exponent = try Self.positive(exponent, "e")
    try Self.verify(modulus: modulus, exponent: exponent, bits: bits)
    do { publicKey = try Self.publicKey(modulus: modulus, exponent: exponent) } catch {
      throw .unsupportedKey("an RSA key that can verify")
    }
    privateKey = nil
    self.modulus = modulus
    self.exponent = exponent
  }

  init(_ key: _RSA.Signing.PrivateKey, bits: ClosedRange<Int>) throws(OAuthError) {
    publicKey = key.publicKey
    privateKey = key
    guard let numbers = try? key.publicKey.getKeyPrimitives() else { throw .unsupportedKey("an RSA key") }
    modulus = [UInt8](numbers.modulus)
    exponent = [UInt8](numbers.publicExponent)
    try Self.verify(modulus: modulus, exponent: exponent, bits: bits)
  }

  convenience init(_ key: _RSA.Signing.PublicKey, bits: ClosedRange<Int>) throws(OAuthError) {
    guard let numbers = try? key.getKeyPrimitives() else { throw .unsupportedKey("an RSA key") }
    try self.init(modulus: [UInt8](numbers.modulus), exponent: [UInt8](numbers.publicExponent), bits: bits)
  }

  /// Takes the numbers of a private key, which must be those of the public one.
  init(
    modulus: [UInt8], exponent: [UInt8], privateExponent: [UInt8], primes: (p: [UInt8], q: [UInt8]),
    bits: ClosedRange<Int>
  ) throws(OAuthError) {
    let open = try RSAKey(modulus: modulus, exponent: exponent, bits: bits)
    let key: _RSA.Signing.PrivateKey
    do {
      key = try _RSA.Signing.PrivateKey(
        n: modulus, e: exponent, d: privateExponent, p: primes.p, q: primes.q)
    } catch { throw .unsupportedKey("an RSA key whose numbers belong together") }
    publicKey = open.publicKey
    privateKey = key
    self.modulus = open.modulus
    self.exponent = open.exponent
  }

  private init(publicOf key: RSAKey) {
    publicKey = key.publicKey
    privateKey = nil
    modulus = key.modulus
    exponent = key.exponent
  }

  package var publicPart: RSAKey { RSAKey(publicOf: self) }

  package var bits: Int { modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0) }

  /// The same key for wrapping a content key.
  package func encryptionKey() throws(OAuthError) -> _RSA.Encryption.PublicKey {
    do { return try _RSA.Encryption.PublicKey(unsafeDERRepresentation: publicKey.derRepresentation) } catch {
      throw .unsupportedKey("an RSA key that can encrypt")
    }
  }

  /// The same key for unwrapping a content key; nil when it is public.
  package func decryptionKey() throws(OAuthError) -> _RSA.Encryption.PrivateKey? {
    guard let privateKey else { return nil }
    do { return try _RSA.Encryption.PrivateKey(unsafeDERRepresentation: privateKey.derRepresentation) } catch {
      throw .unsupportedKey("an RSA key that can decrypt")
    }
  }

  /// RFC 7518 §2: "Base64urlUInt": a positive number without leading zero octets.
  private static func positive(_ bytes: [UInt8], _ name: String) throws(OAuthError) -> [UInt8] {
    guard let first = bytes.first, first != 0 else {
      throw .unsupportedKey("“\(name)” as a positive number without leading zeros")
    }
    return bytes
  }

  private static func verify(modulus: [UInt8], exponent: [UInt8], bits: ClosedRange<Int>) throws(OAuthError) {
    let count = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard count >= bits.lowerBound else { throw .weakKey(bits: count, minimum: bits.lowerBound) }
    guard count <= bits.upperBound, let last = modulus.last, last & 1 == 1 else {
      throw .unsupportedKey("an odd RSA modulus of at most \(bits.upperBound) bits")
    }
    let number = exponent.count <= 5 ? exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : .max
    guard number & 1 == 1, (3...(1 << 32)).contains(number) else {
      throw .unsupportedKey("an odd RSA exponent between 3 and 2³²")
    }
    guard !ROCAFingerprint.marks(modulus) else { throw .unsupportedKey("an RSA key that a sound library made") }
  }

  private static func publicKey(modulus: [UInt8], exponent: [UInt8]) throws -> _RSA.Signing.PublicKey {
    if modulus.count >= 256 { return try _RSA.Signing.PublicKey(n: modulus, e: exponent) }
    return try _RSA.Signing.PublicKey(
      unsafeDERRepresentation: DER.sequence([DER.integer(modulus), DER.integer(exponent)]))
  }
}
