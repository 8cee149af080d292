import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// What people call an account: a name that they gave, or one that is derived from provider and user.
extension StoredCredential {
  /// The names to which an account answers when no one gave it one, the shortest first.
  ///
  /// `tollgate`, `tollgate/ada`, `tollgate/73001`; the last ones tell apart the same user's by two clients.
  package var derivedNames: [String] { account.derivedNames(handle: identity?.handle) }

  /// Every name to which it can answer: the one that was given to it, and the derived ones.
  package var names: [String] { [name].compactMap(\.self) + derivedNames }

  /// Whether a name was given to it, and is this one.
  package func isNamed(_ name: String) -> Bool { self.name?.hasSameBytes(as: name) ?? false }
}

extension StoredCredential {
  /// Whether the account of a record may answer to a name, without the credential and the entry: to read those takes ten
  /// times as long. Each answers where there is no name.
  ///
  /// Where it says no, the account does not answer. Nil for a doubt: it is no record of an account, or a provisional one,
  /// which may be of another account in the store.
  package static func mayAnswer(to name: String?, exposedJSON json: JSON) -> Bool? {
    guard let account = Account(json: json), !account.hasProvisionalSubject,
      ["provider_entry", "client_entry", "credential"].allSatisfy({ json[$0]?.object != nil })
    else { return nil }
    guard let name else { return true }
    let handle = json["identity"]?["handle"]?.string
    let names = [json["name"]?.string].compactMap(\.self) + account.derivedNames(handle: handle)
    return names.contains { $0.hasSameBytes(as: name) }
  }
}

extension Account {
  /// The names to which it answers when no one gave it one, the shortest first.
  fileprivate func derivedNames(handle: String?) -> [String] {
    let providers = provider.names
    let key = "\(client)/\(subject)" + (isFirst ? "" : "/\(grant)")
    return [nil, handle, subject, key].enumerated().flatMap { place, user in
      guard place > 0 else { return providers }
      return user.map { user in providers.map { "\($0)/\(user)" } } ?? []
    }
  }
}

extension StoredCredential {
  /// The name of an enrollment that begins at a time, in microseconds since 1970.
  package static func enrollment(at time: Int64, mark: String) -> String {
    let digits = String(Swift.max(time, 0), radix: 16)
    return String(repeating: "0", count: Swift.max(0, timeDigits - digits.utf8.count)) + digits + mark
  }

  /// When the account was first signed in, in microseconds since 1970; 0 in records of earlier versions, which are older
  /// than all others.
  fileprivate var enrolledAt: Int64 {
    guard let enrollment, enrollment.utf8.count > 2 * Self.timeDigits else { return 0 }
    return Int64(enrollment.prefix(Self.timeDigits), radix: 16) ?? 0
  }

  private static let timeDigits = 16
}

extension [StoredCredential] {
  /// The accounts that a name means: those to which it was given, else those that answer to it.
  ///
  /// Of one user's accounts those without a name come first: the derived names were theirs before others got names. The
  /// name of a provider stays that of the first account there, whatever comes later.
  package func meant(by name: String) -> [StoredCredential] {
    let meant = bearing(name)
    let live = meant.usable
    guard live.count > 1, let provider = live.first?.account.provider,
      live.allSatisfy({ $0.account.provider == provider && !$0.isNamed(name) }),
      provider.names.contains(where: { $0.hasSameBytes(as: name) }),
      let first = live.min(by: { $0.enrolledAt < $1.enrolledAt }),
      live.filter({ $0.enrolledAt == first.enrolledAt }).count == 1
    else { return meant }
    return [first]
  }

  private func bearing(_ name: String) -> [StoredCredential] {
    let named = filter { $0.isNamed(name) }
    guard named.isEmpty else { return named }
    let answering = filter { $0.derivedNames.contains { $0.hasSameBytes(as: name) } }
    guard answering.contains(where: { $0.name != nil }) else { return answering }
    let unnamed = Set(answering.lazy.filter { $0.name == nil }.map(\.account.first))
    return answering.filter { $0.name == nil || !unnamed.contains($0.account.first) }
  }

  /// Those that are not signed out; where all are, all of them: `logout` sends again what is still to be revoked.
  package var usable: [StoredCredential] {
    let usable = filter { !$0.isSignedOut }
    return usable.isEmpty ? self : usable
  }
}

extension OAuthError {
  /// The name belongs to another account, which keeps it.
  package static func nameTaken(_ name: String, by holder: StoredCredential) -> OAuthError {
    let title = DisplayText.clean(holder.provider.title)
    return OAuthError(
      .nameTaken,
      message:
        "“\(DisplayText.clean(name))” is the name of another account, at \(title) through the client \(DisplayText.clean(holder.clientID.text)).",
      rule: .wayleave("a name belongs to one account until it is signed out or renamed"), remedy: .freeName(name))
  }
}
