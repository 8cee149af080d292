extension Secret {
  /// What stands for the secret where people read: its fingerprint, or nothing of a short one.
  ///
  /// From the fingerprint of a PIN, anyone can find the PIN by trying all: under 16 bytes, none is shown.
  package var shown: String {
    if isEmpty { return "(empty)" }
    return count < 16 ? "\(Self.mark)>" : "\(Self.mark) \(fingerprint)>"
  }

  /// How ``shown`` begins.
  package static let mark = "<secret"

  /// Whether a text has the form of ``shown``, so that it stands for a secret already.
  package static func isShown(_ text: String) -> Bool {
    guard text.hasPrefix(mark), text.hasSuffix(">") else { return false }
    let rest = text.dropFirst(mark.count).dropLast()
    return rest.isEmpty || (rest.first == " " && rest.utf8.count == 9 && rest.dropFirst().allSatisfy(\.isHexDigit))
  }
}
