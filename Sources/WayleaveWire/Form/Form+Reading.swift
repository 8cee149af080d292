import WayleaveBackport

extension Form {
  /// Every value of a name, in order.
  package func values(of name: String) -> [[UInt8]] {
    places(of: name).map { Array(bytes[$0.nameEnd..<$0.end]) }
  }

  /// Whether the name occurs at all.
  public func contains(_ name: String) -> Bool {
    place(of: name) != nil
  }

  /// The text of a name that may occur once: nil when it is absent, refused when it is repeated or is not UTF-8.
  ///
  /// RFC 6749 §3.1: "Request and response parameters MUST NOT be included more than once."
  public func text(of name: String) throws(OAuthError) -> String? {
    guard let value = try value(of: name) else { return nil }
    guard let text = String(utf8: value) else { throw .malformedText(of: name) }
    return text
  }

  /// The text of a name that may occur once and says something: an empty value counts as absent.
  ///
  /// RFC 6749 §3.1: "Parameters sent without a value MUST be treated as if they were omitted".
  package func nonEmptyText(of name: String) throws(OAuthError) -> String? {
    guard let text = try text(of: name), !text.isEmpty else { return nil }
    return text
  }

  /// The secret text of a name that may occur once: nil when it is absent, refused when it is repeated or is not UTF-8.
  public func secret(of name: String) throws(OAuthError) -> Secret? {
    guard let value = try value(of: name) else { return nil }
    guard value.isUTF8 else { throw .malformedText(of: name) }
    return value.withUnsafeBytes { Secret(copying: $0) }
  }

  /// The secret text of a name that may occur once and says something: an empty value counts as absent.
  package func nonEmptySecret(of name: String) throws(OAuthError) -> Secret? {
    guard let secret = try secret(of: name), !secret.isEmpty else { return nil }
    return secret
  }

  /// Refuses two pairs of one name, and a value that is not UTF-8; names that may repeat are let off.
  ///
  /// RFC 6749 §3.1: "Request and response parameters MUST NOT be included more than once."
  package func requireDistinctNames(but repeatable: [String] = []) throws(OAuthError) {
    let exempt = repeatable.map { Array($0.utf8) }
    if let name = firstRepeatedName(but: exempt) {
      throw .duplicateParameter(String(decoding: name, as: UTF8.self))
    }
    guard !bytes.isASCII else { return }
    for place in places where !exempt.contains(where: bytes[place.start..<place.nameEnd].elementsEqual) {
      guard bytes[place.nameEnd..<place.end].isUTF8 else {
        throw .malformedText(of: String(decoding: bytes[place.start..<place.nameEnd], as: UTF8.self))
      }
    }
  }

  /// The first name that two pairs have; names that may repeat are let off.
  package func firstRepeatedName(but exempt: [[UInt8]] = []) -> [UInt8]? {
    // Names are distinguished in the fastest way: by a mark, by looking at the few there are, or by a set of the many.
    bytes.withUnsafeBufferPointer { bytes in
      var marks = NameMarks()
      var many: Set<ArraySlice<UInt8>> = []
      for (index, place) in places.enumerated() {
        let name = UnsafeBufferPointer(rebasing: bytes[place.start..<place.nameEnd])
        if !exempt.isEmpty, exempt.contains(where: name.elementsEqual) { continue }
        let isNew =
          if places.count > NameMarks.few {
            many.insert(self.bytes[place.start..<place.nameEnd]).inserted
          } else {
            marks.insert(name)
              || !places[..<index].contains {
                UnsafeBufferPointer(rebasing: bytes[$0.start..<$0.nameEnd]).hasSameBytes(as: name)
              }
          }
        guard isNew else { return Array(name) }
      }
      return nil
    }
  }

  private func value(of name: String) throws(OAuthError) -> ArraySlice<UInt8>? {
    guard let place = place(of: name) else { return nil }
    guard place.next == nil else { throw .duplicateParameter(name) }
    return bytes[place.first.nameEnd..<place.first.end]
  }

  /// The first two pairs of a name.
  private func place(of name: String) -> (first: Place, next: Place?)? {
    var name = name
    return name.withUTF8 { name in
      bytes.withUnsafeBufferPointer { bytes in
        var first: Place?
        for place in places
        where UnsafeBufferPointer(rebasing: bytes[place.start..<place.nameEnd]).hasSameBytes(as: name) {
          if let first { return (first, place) }
          first = place
        }
        return first.map { ($0, nil) }
      }
    }
  }

  private func places(of name: String) -> [Place] {
    places.filter { bytes[$0.start..<$0.nameEnd].elementsEqual(name.utf8) }
  }
}

extension RandomAccessCollection<UInt8> {
  /// Whether every byte is an ASCII character; without an early end, so that many are looked at at once.
  var isASCII: Bool { reduce(0) { $0 | $1 } < 0x80 }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are text; only what is beyond ASCII needs the slow proof.
  var isUTF8: Bool { isASCII || String(utf8: self) != nil }
}
