import WayleaveWire

/// How what was granted departs from what was asked for: shown to the user, who may have allowed less.
///
/// RFC 6749 §3.3: "the authorization server MUST include the "scope" response parameter to inform the client of the
/// actual scope granted".
package struct ScopeDifference: Sendable, Equatable {
  /// What was asked for and is not there.
  package let missing: [String]
  /// What is there and was not asked for.
  package let added: [String]

  /// Compares by bytes.
  package init(asked: [String], granted: [String]) {
    missing = asked.filter { scope in !granted.contains { $0.hasSameBytes(as: scope) } }
    added = granted.filter { scope in !asked.contains { $0.hasSameBytes(as: scope) } }
  }
}
