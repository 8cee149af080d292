import Crypto
import NIOSSL
import WayleaveSystem
import WayleaveWire

/// A certificate for 127.0.0.1 that is its own authority, made for one run of a playground.
///
/// RFC 5280 §4.1. It is valid for a day, so that one that stays trusted somewhere is soon of no use.
struct SelfSignedCertificate: Sendable {
  /// The certificate in PEM: what a client has to trust.
  let certificate: String
  /// Its private key in PEM.
  let privateKey: Secret

  /// A new key, and a certificate for it that is valid from an hour ago.
  init() throws {
    let now = Instant(secondsSinceEpoch: SystemClock.secondsSinceEpoch)
    let key = P256.Signing.PrivateKey()
    privateKey = Secret(key.pemRepresentation)
    let content = Self.content(for: key.publicKey, at: now)
    let signature = try key.signature(for: content)
    let bytes = DER.sequence(content + Self.algorithm + DER.bits(Array(signature.derRepresentation)))
    certificate = PEMBlock.text("CERTIFICATE", bytes)
  }

  /// What a server with it needs; clients show no certificate.
  var configuration: TLSConfiguration {
    get throws {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: privateKey.exposedBytes, format: .pem)))
      configuration.minimumTLSVersion = .tlsv12
      return configuration
    }
  }

  private static func content(for key: P256.Signing.PublicKey, at now: Instant) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    // §4.1.2.2: a positive number of at most 20 bytes.
    let serial = [0x40] + RandomText.bytes(15, using: &random)
    let version = DER.value(0xA0, DER.value(0x02, [2]))
    let begin = DER.time(now - .seconds(3600))
    let end = DER.time(now + .seconds(86_400))
    return DER.sequence(
      version + DER.value(0x02, serial) + algorithm + name + DER.sequence(begin + end) + name
        + Array(key.derRepresentation) + DER.value(0xA3, DER.sequence(authority + names)))
  }

  /// ECDSA with SHA-256: RFC 5758 §3.2.
  private static let algorithm = DER.sequence(DER.value(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]))

  /// Its subject and its issuer, by a common name that says what it is.
  private static let name = DER.sequence(
    DER.value(
      0x31,
      DER.sequence(DER.value(0x06, [0x55, 0x04, 0x03]) + DER.value(0x0C, Array("Wayleave playground".utf8)))))

  /// §4.2.1.9: it is an authority, and must be understood as one.
  private static let authority = DER.sequence(
    DER.value(0x06, [0x55, 0x1D, 0x13]) + DER.value(0x01, [0xFF])
      + DER.value(0x04, DER.sequence(DER.value(0x01, [0xFF]))))

  /// §4.2.1.6: the address that it is for.
  private static let names = DER.sequence(
    DER.value(0x06, [0x55, 0x1D, 0x11])
      + DER.value(0x04, DER.sequence(DER.value(0x87, [127, 0, 0, 1]))))
}
