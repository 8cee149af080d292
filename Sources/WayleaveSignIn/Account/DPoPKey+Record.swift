import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveWire

/// A key pair as a record has it: the private key, or the name and the public half of one that stays in its keystore.
extension DPoPKey {
  /// The key in the clear: for the encrypted store, and nothing else. Null for a key in a keystore without a name.
  package var exposedJSON: JSON {
    if let key { return .string(key.exposedJSON.exposedText) }
    guard let name else { return .null }
    return KeyElsewhere(publicKey, named: name).exposedJSON
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  ///
  /// A key that is in a keystore signs nothing until the keystore has given it.
  package init?(exposedJSON json: JSON) {
    if let text = json.string {
      guard let key = try? DPoPKey(JSONWebKey(decoding: Array(text.utf8))) else { return nil }
      self = key
    } else {
      guard let elsewhere = KeyElsewhere(exposedJSON: json), let key = try? DPoPKey(elsewhere, named: elsewhere.name)
      else { return nil }
      self = key
    }
  }
}
