package import WayleaveWire

/// One of several changes that are made together.
package struct RecordChange: Sendable {
  let name: RecordName
  /// Nil removes.
  let contents: Secret?
  let expected: ExpectedRecord

  /// A change of one record from a state.
  package init(_ name: RecordName, to contents: Secret?, expecting expected: ExpectedRecord) {
    self.name = name
    self.contents = contents
    self.expected = expected
  }
}
