package import WayleaveJOSE
import WayleaveWire

/// A key whose keystore has not been asked: a record has its name and its public half.
///
/// It signs nothing until the keystore has given it.
package struct KeyElsewhere: ExternalSigningKey {
  struct NotAsked: Error {}

  package let publicKey: JSONWebKey
  package let name: String

  /// A key that has this name in its keystore.
  package init(_ publicKey: JSONWebKey, named name: String) { (self.publicKey, self.name) = (publicKey, name) }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  init?(exposedJSON json: JSON) {
    guard let name = json["name"]?.string, let text = json["public_key"]?.string,
      let open = try? JSONWebKey(decoding: Array(text.utf8)), !open.isPrivate
    else { return nil }
    self.init(open, named: name)
  }

  var exposedJSON: JSON { ["name": .string(name), "public_key": .string(publicKey.exposedJSON.exposedText)] }

  package func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { throw NotAsked() }
}
