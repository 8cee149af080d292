/// Writes pairs at the end of a URL as they come, as a ``Form`` with these pairs writes them.
package struct QueryWriter: PairList {
  /// What is written, and room for more.
  private var bytes = Self.room
  private var count = 0
  /// What stands before the next pair; nil for nothing.
  private var separator: UInt8?

  // The request of a sign-in takes a few hundred bytes.
  private static let room = [UInt8](repeating: 0, count: 768)

  init(after base: UnsafeBufferPointer<UInt8>, _ separator: UInt8?) {
    self.separator = separator
    makeRoom(for: base.count)
    bytes.replaceSubrange(..<base.count, with: base)
    count = base.count
  }

  package mutating func append(_ name: String, _ value: String) {
    write(name, value.utf8.count) { writer in writer.put(encoding: value) }
  }

  package mutating func append(_ name: String, _ value: Secret) {
    write(name, value.count) { writer in
      value.withExposedBytes { writer.put(encoding: $0.assumingMemoryBound(to: UInt8.self)) }
    }
  }

  package mutating func append(_ name: String, _ values: [String], separator: String) {
    write(name, values.reduce(0) { $0 + $1.utf8.count + separator.utf8.count }) { writer in
      for (index, value) in values.enumerated() {
        if index > 0 { writer.put(encoding: separator) }
        writer.put(encoding: value)
      }
    }
  }

  /// The URL with its pairs.
  var text: String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[..<count]), as: UTF8.self) }
  }

  @inline(__always)
  private mutating func write(_ name: String, _ valueCount: Int, _ putValue: (inout FormWriter) -> Void) {
    // An escape takes three bytes.
    makeRoom(for: (name.utf8.count + valueCount) * 3 + 2)
    count = bytes.withUnsafeMutableBufferPointer { bytes in
      var writer = FormWriter(text: bytes, plain: .unreserved, space: nil, count: count)
      if let separator { writer.put(separator) }
      writer.put(encoding: name)
      writer.put(UInt8(ascii: "="))
      putValue(&writer)
      return writer.count
    }
    separator = UInt8(ascii: "&")
  }

  private mutating func makeRoom(for more: Int) {
    if bytes.count - count < more { bytes += [UInt8](repeating: 0, count: bytes.count + more) }
  }
}

extension FormWriter {
  @inline(__always)
  fileprivate mutating func put(encoding text: String) {
    // Only a text of another language's runtime does not lie in one piece.
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { put(encoding: $0) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { put(encoding: $0) } }
  }
}
