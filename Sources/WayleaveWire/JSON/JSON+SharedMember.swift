extension JSON {
  /// A member of the outermost object that many texts have alike: it is read once, and known by its bytes from then on.
  ///
  /// The value is an object: it ends where its bytes end, whatever follows. It is for one thread, and for texts that are
  /// read with the same depth.
  package final class SharedMember {
    /// The name of the member.
    package let name: String
    private var known: [(text: [UInt8], value: JSON)] = []
    /// To compare with more than these would take as long as reading.
    package static let most = 64

    /// The member of a name.
    package init(_ name: String) { self.name = name }

    /// What stands at the beginning of these bytes, if it was read before.
    func value(at bytes: UnsafeBufferPointer<UInt8>) -> (value: JSON, length: Int)? {
      for (text, value) in known where text.count <= bytes.count {
        let isSame = text.withUnsafeBufferPointer { text in
          text.hasSameBytes(as: UnsafeBufferPointer(rebasing: bytes[..<text.count]))
        }
        if isSame { return (value, text.count) }
      }
      return nil
    }

    /// Notes a value by how it is written.
    func note(_ value: JSON, written: UnsafeBufferPointer<UInt8>) {
      guard known.count < Self.most, value.object != nil else { return }
      known.append((Array(written), value))
    }
  }
}
