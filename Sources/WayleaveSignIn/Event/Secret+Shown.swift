package import WayleaveWire

extension Secret {
  /// What stands for the secret where people read: its fingerprint, or nothing of a short one.
  ///
  /// From the fingerprint of a PIN, anyone can find the PIN by trying all: under 16 bytes, none is shown.
  package var shown: String {
    if isEmpty { return "(empty)" }
    return count < 16 ? "<secret>" : "<secret \(fingerprint)>"
  }
}
