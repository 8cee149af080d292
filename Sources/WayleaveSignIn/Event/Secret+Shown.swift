package import WayleaveWire

extension Secret {
  /// What stands for the secret where people read: its fingerprint, or nothing of a short one.
  ///
  /// Whoever sees the fingerprint of a PIN tries all PINs: under 16 bytes, none is shown.
  package var shown: String {
    if isEmpty { return "(empty)" }
    return count < 16 ? "<secret>" : "<secret \(fingerprint)>"
  }
}
