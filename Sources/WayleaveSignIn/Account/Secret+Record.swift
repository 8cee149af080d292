import WayleaveBackport
package import WayleaveWire

extension Secret {
  /// The secret in the clear, for the encrypted store and nothing else: a text, or bytes that are no text in Base64url.
  package var exposedJSON: JSON {
    let bytes = exposedBytes
    guard let text = String(utf8: bytes) else {
      return ["base64url": .string(Base64.url.encodedText(bytes))]
    }
    return .string(text)
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    if let text = json.string {
      self.init(text)
    } else if let bytes = json["base64url"]?.string.flatMap(Base64.url.decode) {
      self.init(bytes)
    } else {
      return nil
    }
  }
}
