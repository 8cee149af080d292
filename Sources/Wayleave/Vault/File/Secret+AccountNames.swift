import WayleaveSignIn
import WayleaveWire

extension Secret {
  /// Whether the accounts in two records are called the same.
  static func haveSameNames(_ present: Secret?, _ next: Secret) -> Bool {
    guard let present = present?.accountNames, let next = next.accountNames else { return false }
    return present.count == next.count && zip(present, next).allSatisfy { $0.hasSameBytes(as: $1) }
  }

  /// What the account in this record is called; nil where it is no credential.
  private var accountNames: [String]? {
    guard let json = try? JSON(decoding: exposedBytes, maximumDepth: 2 * JSON.maximumDepth) else { return nil }
    return StoredCredential.withoutEntry(exposedJSON: json)?.names
  }
}
