import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// What people call their accounts: `<provider>` where there is one, `<provider>/<handle>`, or a name they gave.
package enum AccountName {
  /// The first of its names that means this account and no other.
  package static func of(_ stored: StoredCredential, among all: [StoredCredential]) -> String {
    let names = names(of: stored)
    let fitting = names.first { name in meant(by: name, among: all).allSatisfy { $0.account == stored.account } }
    return DisplayText.clean(fitting ?? names.last ?? stored.account.provider.text)
  }

  /// The account that a name means; throws `configuration.unknown_account` or `configuration.ambiguous_account`.
  package static func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    let candidates = name.map { meant(by: $0, among: all) } ?? all.usable
    guard let first = candidates.first else { throw .unknownAccount(name, among: all) }
    guard candidates.count == 1 else { throw .ambiguousAccount(name, candidates: candidates, among: all) }
    return first
  }

  /// A name that the user gave comes before one that was derived.
  private static func meant(by name: String, among all: [StoredCredential]) -> [StoredCredential] {
    let given = all.filter { $0.name?.hasSameBytes(as: name) == true }
    let meant = given.isEmpty ? all.filter { names(of: $0).contains { $0.hasSameBytes(as: name) } } : given
    return meant.usable
  }

  /// Every name an account answers to, the shortest first; the last tells apart the same user's by two clients.
  private static func names(of stored: StoredCredential) -> [String] {
    let account = stored.account
    return [
      stored.name, account.provider.text, stored.identity?.handle.map { "\(account.provider)/\($0)" },
      "\(account.provider)/\(account.subject)", "\(account.provider)/\(account.client)/\(account.subject)",
    ].compactMap(\.self)
  }
}

extension [StoredCredential] {
  /// Those that are not signed out; where all are, all of them: `logout` sends again what is still to be revoked.
  fileprivate var usable: [StoredCredential] {
    let usable = filter { !$0.isSignedOut }
    return usable.isEmpty ? self : usable
  }
}

extension OAuthError {
  fileprivate static func unknownAccount(_ name: String?, among all: [StoredCredential]) -> OAuthError {
    let names = all.map { AccountName.of($0, among: all) }
    let remedy =
      name.map { NearestNames.suggestion(for: $0, among: names) + " Sign in with `wayleave login PROVIDER`." }
      ?? "Sign in with `wayleave login PROVIDER`; `wayleave providers list` shows what there is."
    return OAuthError(
      .unknownAccount,
      message: name.map { "You have no account “\(DisplayText.clean($0))”." } ?? "You have no account yet.",
      rule: .wayleave("an account is signed in before it is used"),
      expected: "an account that is signed in",
      received: name.map { .text($0) } ?? .described("none, and there are no accounts here"), remedy: .advice(remedy))
  }

  fileprivate static func ambiguousAccount(
    _ name: String?, candidates: [StoredCredential], among all: [StoredCredential]
  ) -> OAuthError {
    let names = candidates.map { AccountName.of($0, among: all) }.joined(separator: ", ")
    return OAuthError(
      .ambiguousAccount,
      message: name.map { "“\(DisplayText.clean($0))” means \(candidates.count) accounts." }
        ?? "You have \(candidates.count) accounts.",
      rule: .wayleave("a name means one account"), expected: "one of \(names)",
      received: name.map { .text($0) } ?? .described("no name, and \(candidates.count) accounts"),
      remedy: .advice("Choose one: \(names)."))
  }
}
