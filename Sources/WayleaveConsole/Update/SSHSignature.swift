import Crypto
package import WayleaveWire

/// A signature of a file, as `ssh-keygen -Y sign` writes it.
///
/// PROTOCOL.sshsig of OpenSSH: the armor and the blob. Of what it allows, one form is read: Ed25519 and SHA-512.
package struct SSHSignature: Sendable {
  /// The largest file of a signature, in bytes: one has about 300.
  package static let maximumSize = 4096

  private static let preamble = Array("SSHSIG".utf8)
  private static let hash = "sha512"

  /// The key that made it, as the signature says.
  package let key: SSHPublicKey
  /// What it was made for.
  private let namespace: String
  private let reserved: [UInt8]
  private let signature: [UInt8]

  /// Reads a file with a signature; throws `configuration.update_refused`.
  package init(file: [UInt8]) throws(OAuthError) {
    guard file.count <= Self.maximumSize else { throw .oversizedSignature(file.count) }
    var reader = SSHReader(try Self.blob(in: file))
    guard reader.take(Self.preamble), let version = reader.number() else { throw .damagedSignature }
    // "Verifiers MUST reject signatures with versions greater than those they support."
    guard version == 1 else { throw .signatureOfVersion(version) }
    guard let keyBlob = reader.string(), let namespace = reader.text(), let reserved = reader.string(),
      let hash = reader.text(), let signed = reader.string(), reader.isAtEnd
    else { throw .damagedSignature }
    guard let key = try Self.key(in: keyBlob) else { throw .signatureOfKind(Self.kind(of: keyBlob)) }
    guard hash == Self.hash else { throw .signatureWithHash(hash) }
    var signatureReader = SSHReader(signed)
    guard let kind = signatureReader.text() else { throw .damagedSignature }
    guard kind == Self.kind(of: keyBlob) else { throw .signatureOfKind(kind) }
    guard let signature = signatureReader.string(), signatureReader.isAtEnd, signature.count == 64 else {
      throw .damagedSignature
    }
    (self.key, self.namespace, self.reserved, self.signature) = (key, namespace, reserved, signature)
  }

  /// Throws `configuration.update_refused` where it is not a signature of this file for this purpose.
  package func require(of file: [UInt8], for purpose: String) throws(OAuthError) {
    // "The namespace … prevents cross-protocol attacks": it is part of what is signed.
    guard namespace.hasSameBytes(as: purpose) else { throw .signatureFor(namespace, not: purpose) }
    let message = [Array(namespace.utf8), reserved, Array(Self.hash.utf8), Array(SHA512.hash(data: file))]
      .reduce(Self.preamble) { $0 + SSHReader.written($1) }
    guard key.hasSigned(message, as: signature) else { throw .signatureOfOtherFile }
  }

  /// What stands between the two lines of the armor.
  private static func blob(in file: [UInt8]) throws(OAuthError) -> [UInt8] {
    var lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.first.map({ $0.elementsEqual("-----BEGIN SSH SIGNATURE-----".utf8) }) == true else {
      throw .foreignSignature
    }
    guard lines.count > 2, lines.last.map({ $0.elementsEqual("-----END SSH SIGNATURE-----".utf8) }) == true,
      let blob = Base64.standard.decode(Array(lines.dropFirst().dropLast().joined()))
    else { throw .damagedSignature }
    return blob
  }

  private static func key(in blob: [UInt8]) throws(OAuthError) -> SSHPublicKey? {
    do throws(OAuthError) { return try SSHPublicKey(blob: blob) } catch { throw .damagedSignature }
  }

  private static func kind(of blob: [UInt8]) -> String {
    var reader = SSHReader(blob)
    return reader.text() ?? ""
  }
}

extension OAuthError {
  private static let sign = "`ssh-keygen -Y sign -n \(CatalogueUpdate.namespace) -f KEY FILE`"
  private static let signAgain: Remedy = .advice("Nothing was changed. Who publishes it signs with \(sign).")

  private static func signatureRefused(_ message: String, remedy: Remedy = signAgain) -> OAuthError {
    OAuthError(
      .updateRefused, message: message, rule: .wayleave("corrections of the catalogue are signed by OpenSSH"),
      remedy: remedy)
  }

  fileprivate static func oversizedSignature(_ count: Int) -> OAuthError {
    signatureRefused(
      "The signature has \(count) bytes: one of OpenSSH has at most \(SSHSignature.maximumSize).",
      remedy: "Nothing was changed. Name the file of the corrections: its signature is FILE.sig.")
  }

  fileprivate static var foreignSignature: OAuthError {
    signatureRefused("The signature is not one that OpenSSH has made.")
  }

  fileprivate static var damagedSignature: OAuthError {
    signatureRefused(
      "The signature is damaged: it cannot be read.", remedy: "Nothing was changed. Get FILE and FILE.sig again.")
  }

  fileprivate static func signatureOfVersion(_ version: UInt32) -> OAuthError {
    signatureRefused(
      "The signature has the version \(version) of its format: version 1 is known here.",
      remedy: "Nothing was changed. Use a later version of this program.")
  }

  fileprivate static func signatureOfKind(_ kind: String) -> OAuthError {
    signatureRefused(
      "The signature is by a key of the type “\(DisplayText.clean(kind, limit: 60))”: it has to be ssh-ed25519.",
      remedy: .advice("Nothing was changed. `ssh-keygen -t ed25519 -f KEY` makes a key; then \(sign)."))
  }

  fileprivate static func signatureWithHash(_ hash: String) -> OAuthError {
    signatureRefused(
      "The signature is over a digest by “\(DisplayText.clean(hash, limit: 60))”: it has to be sha512.")
  }

  fileprivate static func signatureFor(_ namespace: String, not purpose: String) -> OAuthError {
    signatureRefused(
      "The signature was made for “\(DisplayText.clean(namespace, limit: 60))”, not for “\(purpose)”.")
  }

  fileprivate static var signatureOfOtherFile: OAuthError {
    signatureRefused(
      "The signature does not belong to this file: one of them was changed.",
      remedy: "Nothing was changed. Get FILE and FILE.sig again, from where they are published.")
  }
}
