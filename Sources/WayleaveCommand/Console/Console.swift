import WayleaveWire

/// The three streams: the answer goes to stdout, everything for the human to stderr.
enum Console {
  /// Writes the answer and a line break.
  static func answer(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes the answer as one line of JSON.
  static func answer(_ json: JSON) {
    write(json.encoded() + [UInt8(ascii: "\n")], to: .standardOutput)
  }

  /// Writes an answer that is bytes, as they are.
  static func answer(bytes: [UInt8]) {
    write(bytes, to: .standardOutput)
  }

  /// Tells the human something.
  static func error(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .standardError)
  }

  /// When nobody reads any more, there is nothing left to say, and nobody to say it to.
  private static func write(_ bytes: [UInt8], to descriptor: Descriptor) {
    _ = descriptor.writeAll(bytes)
  }
}
