package import WayleaveJOSE
import WayleaveWire

/// A key that stays in its keystore, and the name by which it is found there.
package struct KeystoreKey: Sendable, Equatable {
  package let key: any ExternalSigningKey
  package let name: String

  package init(_ key: any ExternalSigningKey, named name: String) { (self.key, self.name) = (key, name) }

  package static func == (left: KeystoreKey, right: KeystoreKey) -> Bool {
    left.name == right.name && left.key.publicKey.thumbprint.hasSameBytes(as: right.key.publicKey.thumbprint)
  }
}
