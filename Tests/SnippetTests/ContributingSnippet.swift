import WayleaveWire

/// What CONTRIBUTING.md shows.
func comparing(received subject: String, with expected: String) -> Bool {
  // snippet: comparing protocol values
  guard subject.hasSameBytes(as: expected) else { return false }  // never `subject == expected`
  // end of snippet
  return true
}
