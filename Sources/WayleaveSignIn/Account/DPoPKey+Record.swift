import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveWire

/// A key pair as a record has it: the private key, or the name and the public half of one that stays in its keystore.
extension DPoPKey {
  /// The key in the clear: for the encrypted store, and nothing else. Null for a key in a keystore without a name.
  package var exposedJSON: JSON {
    if let key { return .string(key.exposedJSON.exposedText) }
    guard let name else { return .null }
    return ["name": .string(name), "public_key": .string(publicKey.exposedJSON.exposedText)]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  ///
  /// A key that is in a keystore signs nothing until the keystore has given it.
  package init?(exposedJSON json: JSON) {
    if let text = json.string {
      guard let key = try? DPoPKey(JSONWebKey(decoding: Array(text.utf8))) else { return nil }
      self = key
    } else {
      guard let name = json["name"]?.string, let text = json["public_key"]?.string,
        let open = try? JSONWebKey(decoding: Array(text.utf8)), !open.isPrivate,
        let key = try? DPoPKey(KeyElsewhere(publicKey: open), named: name)
      else { return nil }
      self = key
    }
  }
}

/// A key whose keystore has not been asked.
private struct KeyElsewhere: ExternalSigningKey {
  struct NotAsked: Error {}

  let publicKey: JSONWebKey

  func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { throw NotAsked() }
}
