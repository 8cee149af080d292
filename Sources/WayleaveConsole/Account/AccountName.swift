import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// What people call their accounts: `<provider>` where there is one, `<provider>/<handle>`, or a name they gave.
package enum AccountName {
  /// The first of its names that means this account and no other.
  package static func of(_ stored: StoredCredential, among all: [StoredCredential]) -> String {
    let names = stored.names
    // What a terminal does not show as it is could not be typed, and may be the name of another account.
    let fitting = names.first { name in
      DisplayText.clean(name).hasSameBytes(as: name)
        && all.meant(by: name).usable.allSatisfy { $0.account == stored.account }
    }
    return DisplayText.clean(fitting ?? names.last ?? stored.account.provider.text)
  }

  /// The account that a name means; throws `configuration.unknown_account` or `configuration.ambiguous_account`.
  package static func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    let candidates = (name.map { all.meant(by: $0) } ?? all).usable
    guard let first = candidates.first else { throw .unknownAccount(name, among: all) }
    guard candidates.count == 1 else { throw .ambiguousAccount(name, candidates: candidates, among: all) }
    return first
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
