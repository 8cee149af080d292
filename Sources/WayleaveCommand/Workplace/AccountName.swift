import Wayleave
import WayleaveWire

/// What people call their accounts: `<provider>` where there is one, `<provider>/<handle>`, or a name they gave.
enum AccountName {
  /// The shortest name that means this account and no other.
  static func of(_ stored: StoredCredential, among all: [StoredCredential]) -> String {
    if let name = stored.name { return name }
    let provider = stored.account.provider
    let handle = stored.identity?.handle ?? stored.account.subject
    let isOnly = all.allSatisfy { $0.account.provider != provider || $0.account == stored.account }
    return DisplayText.clean(isOnly ? provider : "\(provider)/\(handle)")
  }

  /// The account that a name means; throws `configuration.unknown_account` or `configuration.ambiguous_account`.
  static func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    let found = name.map { name in all.filter { means(name, $0) } } ?? all
    // A name that somebody gave goes before one that is made up of provider and handle.
    let named = found.filter { $0.name != nil && $0.name == name }
    let candidates = named.isEmpty ? found : named
    guard let first = candidates.first else { throw .unknownAccount(name, among: all) }
    guard candidates.count == 1 else { throw .ambiguousAccount(name, candidates: candidates, among: all) }
    return first
  }

  private static func means(_ name: String, _ stored: StoredCredential) -> Bool {
    let provider = stored.account.provider
    let names = [
      stored.name, provider, "\(provider)/\(stored.account.subject)",
      stored.identity?.handle.map { "\(provider)/\($0)" },
    ]
    return names.contains { $0?.hasSameBytes(as: name) == true }
  }
}

extension OAuthError {
  fileprivate static func unknownAccount(_ name: String?, among all: [StoredCredential]) -> OAuthError {
    let names = all.map { AccountName.of($0, among: all) }
    let remedy =
      name.map { NearestNames.suggestion(for: $0, among: names) + " Sign in with `wayleave login PROVIDER`." }
      ?? "Sign in with `wayleave login PROVIDER`; `wayleave providers list` shows what there is."
    return OAuthError(
      .unknownAccount, rule: .wayleave("an account is signed in before it is used"),
      expected: "an account that is held",
      received: .text(name), remedy: remedy)
  }

  fileprivate static func ambiguousAccount(
    _ name: String?, candidates: [StoredCredential], among all: [StoredCredential]
  ) -> OAuthError {
    let names = candidates.map { AccountName.of($0, among: all) }.joined(separator: ", ")
    return OAuthError(
      .ambiguousAccount, rule: .wayleave("a name means one account"), expected: "one of \(names)",
      received: name.map { .text($0) } ?? .described("no name, and \(candidates.count) accounts"),
      remedy: "Name one of them.")
  }
}
