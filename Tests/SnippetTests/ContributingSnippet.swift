import WayleaveWire

/// What CONTRIBUTING.md shows.
func comparing(received issuer: String, with expected: String) -> Bool {
  // snippet: comparing protocol values
  guard issuer.hasSameBytes(as: expected) else { return false }  // never `issuer == expected`
  // end of snippet
  return true
}
