package import Crypto
package import WayleaveWire

/// A key on Ed25519, which signs.
///
/// RFC 8037 §2.
package struct Ed25519Key: Sendable {
  package let publicKey: Curve25519.Signing.PublicKey
  package let privateKey: Curve25519.Signing.PrivateKey?

  package init(_ key: Curve25519.Signing.PrivateKey) {
    publicKey = key.publicKey
    privateKey = key
  }

  package init(_ key: Curve25519.Signing.PublicKey) {
    publicKey = key
    privateKey = nil
  }

  package init(publicBytes: [UInt8]) throws(OAuthError) {
    do { self.init(try Curve25519.Signing.PublicKey(rawRepresentation: publicBytes)) } catch {
      throw .unsupportedKey("32 bytes of a public Ed25519 key (“x”)")
    }
  }

  package init(privateBytes: [UInt8]) throws(OAuthError) {
    do { self.init(try Curve25519.Signing.PrivateKey(rawRepresentation: privateBytes)) } catch {
      throw .unsupportedKey("an Ed25519 key of 32 bytes")
    }
  }

  package var publicPart: Ed25519Key { Ed25519Key(publicKey) }
  package var publicBytes: [UInt8] { [UInt8](publicKey.rawRepresentation) }
  package var privateBytes: [UInt8]? { privateKey.map { [UInt8]($0.rawRepresentation) } }
}
