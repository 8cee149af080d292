package import Crypto
package import WayleaveWire

/// A key on X25519, which agrees on keys and signs nothing.
///
/// RFC 8037 §2.
package struct X25519Key: Sendable {
  package let publicKey: Curve25519.KeyAgreement.PublicKey
  package let privateKey: Curve25519.KeyAgreement.PrivateKey?

  package init(_ key: Curve25519.KeyAgreement.PrivateKey) {
    publicKey = key.publicKey
    privateKey = key
  }

  package init(_ key: Curve25519.KeyAgreement.PublicKey) {
    publicKey = key
    privateKey = nil
  }

  package init(publicBytes: [UInt8]) throws(OAuthError) {
    do { self.init(try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicBytes)) } catch {
      throw .unsupportedKey("an X25519 key of 32 bytes")
    }
  }

  package init(privateBytes: [UInt8]) throws(OAuthError) {
    do { self.init(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateBytes)) } catch {
      throw .unsupportedKey("an X25519 key of 32 bytes")
    }
  }

  package var publicPart: X25519Key { X25519Key(publicKey) }
  package var publicBytes: [UInt8] { [UInt8](publicKey.rawRepresentation) }
  package var privateBytes: [UInt8]? { privateKey.map { [UInt8]($0.rawRepresentation) } }
}
