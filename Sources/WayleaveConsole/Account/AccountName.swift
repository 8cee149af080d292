import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

/// What people call their accounts: `<provider>` for the first one there, `<provider>/<handle>`, or a name they gave.
package enum AccountName {
  /// The first of its names that means this account and no other.
  package static func of(_ stored: StoredCredential, among all: [StoredCredential]) -> String {
    of(stored) { all.meant(by: $0).usable.only == stored.account }
  }

  /// What each of some accounts is called, in their order. The names of all are noted once, in place of a search for each.
  package static func ofEach(_ some: [StoredCredential], among all: [StoredCredential]) -> [String] {
    guard some.count > 1 else { return some.map { of($0, among: all) } }
    var bearers = NameBearers(of: all)
    return some.map { stored in of(stored) { bearers.account(meantBy: $0) == stored.account } }
  }

  private static func of(_ stored: StoredCredential, meansIt: (String) -> Bool) -> String {
    let names = stored.names
    // What a terminal does not show as it is could not be typed, and may be the name of another account.
    let fitting = names.first { DisplayText.clean($0).hasSameBytes(as: $0) && meansIt($0) }
    return DisplayText.clean(fitting ?? names.last ?? stored.account.provider.text)
  }

  /// What to say of names after a sign-in: of those that changed for others, and how the new account gets a short one.
  package static func changes(
    by new: Account, before: [StoredCredential], after: [StoredCredential]
  ) -> [String] {
    let names = Dictionary(zip(after.map(\.account), ofEach(after, among: after))) { first, _ in first }
    var sentences = zip(before, ofEach(before, among: before)).compactMap { stored, earlier -> String? in
      guard stored.account != new, let name = names[stored.account], !name.hasSameBytes(as: earlier) else { return nil }
      return "The account “\(earlier)” is called “\(name)” from now on."
    }
    let provider = new.provider.text
    let isNamed = after.contains { $0.account == new && $0.name != nil }
    if !isNamed, let name = names[new], name.hasPrefix(provider + "/"), let shown = Remedy.argument(name) {
      let bearers = after.meant(by: provider).usable
      let isOfAnother = bearers.count == 1 && bearers[0].account != new
      let reason = isOfAnother ? "is the name of another account" : "alone means more than one account"
      sentences.append(
        "“\(DisplayText.clean(provider, limit: 100))” \(reason). To give this one a short name: "
          + "`wayleave accounts rename \(shown) NAME`.")
    }
    return sentences
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
  /// The same failure of a sign-out: to sign in is no advice there.
  package func ofSignOut(named name: String?, among all: [StoredCredential]) -> OAuthError {
    guard code == .unknownAccount, name.map(PastedAnswer.isAnswer) != true else { return self }
    guard let name, !all.isEmpty else {
      return worded("\(message) There is nothing to sign out.").remedied(by: "Nothing was changed.")
    }
    let suggestion = NearestNames.suggestion(for: name, among: AccountName.ofEach(all, among: all))
    return remedied(by: .advice("\(suggestion) See `wayleave status`. Nothing was changed."))
  }

  /// The failure of a record that cannot be read where no account was named, with the way to the one that was found.
  package func orNaming(_ account: String) -> OAuthError {
    guard let option = Remedy.option("--account", account) else { return self }
    return remedied(by: .advice("\(remedy.inCommands) Or name the account that can be read: `\(option)`."))
  }

  fileprivate static func unknownAccount(_ name: String?, among all: [StoredCredential]) -> OAuthError {
    if let name, PastedAnswer.isAnswer(name) {
      // The code must not be in a message.
      return OAuthError(
        .unknownAccount, message: "That is the answer of a sign-in, and not the name of an account.",
        rule: .wayleave("an account is signed in before it is used"), remedy: .advice(UsageSentence.answerAsArgument))
    }
    let names = AccountName.ofEach(all, among: all)
    let provider = name.flatMap { Provider.isBuiltInName(ProviderName($0)) ? Remedy.argument($0) : nil } ?? "PROVIDER"
    let remedy =
      name.map { NearestNames.suggestion(for: $0, among: names) + " Sign in with `wayleave login \(provider)`." }
      ?? "Sign in with `wayleave login PROVIDER`; `wayleave providers list` shows what there is."
    return OAuthError(
      .unknownAccount,
      message: name.map { "You have no account \(TypedName.shown($0))." } ?? "You have no account yet.",
      rule: .wayleave("an account is signed in before it is used"), remedy: .advice(remedy))
  }

  fileprivate static func ambiguousAccount(
    _ name: String?, candidates: [StoredCredential], among all: [StoredCredential]
  ) -> OAuthError {
    let each = AccountName.ofEach(candidates, among: all)
    let names = each.joined(separator: ", ")
    // Each command that can do without a name has the option; a name that was typed stands wherever it stood.
    let words = each.map { other in
      (name == nil ? Remedy.option("--account", other) : Remedy.argument(other)).map { "`\($0)`" }
        ?? DisplayText.clean(other)
    }
    return OAuthError(
      .ambiguousAccount,
      message: name.map { "“\(DisplayText.clean($0))” means \(candidates.count) accounts." }
        ?? "You have \(candidates.count) accounts.",
      rule: .wayleave("a name means one account"), expected: "one of \(names)",
      remedy: .advice("Repeat the command with one of them: \(words.joined(separator: ", "))."))
  }
}
