/// The rule for a user's name at a provider, wherever it comes from: an ID token, UserInfo, or another API.
///
/// OpenID Connect Core §2: "It MUST NOT exceed 255 ASCII characters in length"; none that cannot be seen is taken.
package enum SubjectIdentifier {
  /// Whether the text can be such a name.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (1...255).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
