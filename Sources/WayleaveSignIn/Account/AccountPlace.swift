import WayleaveWire

/// Under which key and name a new credential is stored. It takes neither name nor credential from another user's account.
package struct AccountPlace: Equatable {
  /// The key. What is stored there is replaced.
  package let account: Account
  /// The name that the account has then; nil for none.
  package let name: String?
  /// The name that was wanted and belongs to another account; nil as a rule.
  package var refusedName: String?

  /// A place as it is.
  package init(account: Account, name: String?, refusedName: String? = nil) {
    self.account = account
    self.name = name
    self.refusedName = refusedName
  }

  /// The place for a new credential.
  ///
  /// - Parameters:
  ///   - new: the credential, under its user's first key, or under a provisional key where the user is not known.
  ///   - name: the name that the user wants; nil for none.
  ///   - all: what is stored, without the provisional record of this credential.
  ///   - grant: the grant of the key where the user gets one more credential.
  ///   - isFirstUnreadable: whether a record stands under the user's first key that cannot be read: nothing replaces it.
  package init(
    of new: StoredCredential, wanting name: String?, among all: [StoredCredential], orAs grant: String,
    besideUnreadableFirst isFirstUnreadable: Bool = false
  ) {
    let search = Search(new: new, all: all, grant: grant, isFirstUnreadable: isFirstUnreadable)
    self = search.placeOfSameToken(wanting: name) ?? name.map(search.place) ?? search.placeWithoutName
  }
}

/// The accounts among which a new credential gets its place.
private struct Search {
  let new: StoredCredential
  let all: [StoredCredential]
  let grant: String
  let isFirstUnreadable: Bool

  /// The accounts of the same user.
  private var own: [StoredCredential] {
    new.isProvisional ? [] : all.filter(new.isOfSameUser)
  }

  /// Where the provider issued a token again that another of the user's records has: two records would spend and revoke
  /// it for each other.
  func placeOfSameToken(wanting name: String?) -> AccountPlace? {
    guard let same = own.usable.first(where: { !$0.isSignedOut && $0.credential.sharesToken(with: new.credential) })
    else {
      return nil
    }
    let given = same.name ?? name.flatMap { isFree($0, for: same.account) ? $0 : nil }
    let refused = name.flatMap { given?.hasSameBytes(as: $0) == true ? nil : $0 }
    return AccountPlace(account: same.account, name: given, refusedName: refused)
  }

  func place(named name: String) -> AccountPlace {
    let named = all.filter { $0.isNamed(name) }
    if let mine = named.usable.first(where: new.mayReplace) { return renewing(mine, as: name) }
    if named.contains(where: { !$0.isSignedOut }) { return placeOfRefused(name) }
    let answering = named.isEmpty ? all.meant(by: name).filter { !$0.isSignedOut } : []
    // A name to which several accounts answer means none of them.
    if let only = answering.first, answering.count == 1 {
      return new.mayReplace(only) ? renewing(only, as: name) : placeOfRefused(name)
    }
    return AccountPlace(account: vacantFirst ?? further, name: name)
  }

  /// Without a name the user's account without one is renewed, or the only one.
  var placeWithoutName: AccountPlace {
    guard let first = own.first(where: { $0.account.isFirst }) else {
      return isFirstTaken ? placeOfUnnamed : AccountPlace(account: firstKey, name: nil)
    }
    let mine = own.usable
    if first.name == nil || (mine.count == 1 && mine[0].account == first.account) { return renewing(first) }
    return placeOfUnnamed
  }

  func renewing(_ held: StoredCredential, as name: String? = nil) -> AccountPlace {
    AccountPlace(account: held.account, name: nameStill(of: held) ?? name)
  }

  /// The name of an account that is renewed: a sign-out gave it up, and another account may have it since.
  private func nameStill(of held: StoredCredential) -> String? {
    guard let name = held.name, held.isSignedOut else { return held.name }
    return isFree(name, for: held.account) ? name : nil
  }

  private func isFree(_ name: String, for account: Account) -> Bool {
    !all.contains { $0.account != account && $0.isNamed(name) }
  }

  private func placeOfRefused(_ name: String) -> AccountPlace {
    var place = placeOfUnnamed
    place.refusedName = name
    return place
  }

  private var placeOfUnnamed: AccountPlace {
    let account = own.first { $0.name == nil && !$0.isSignedOut }?.account ?? vacantFirst ?? further
    return AccountPlace(account: account, name: nil)
  }

  /// The key of the user's first credential, when nothing that can be used is there; of an unknown user the provisional one.
  private var vacantFirst: Account? {
    isFirstTaken || own.contains { $0.account.isFirst && !$0.isSignedOut } ? nil : firstKey
  }

  /// Whether a record stands under the user's first key that is not of this user, as far as is known: nothing replaces it.
  private var isFirstTaken: Bool {
    isFirstUnreadable || all.contains { $0.account == firstKey && !new.isOfSameUser(as: $0) }
  }

  private var firstKey: Account { new.isProvisional ? new.account : new.account.first }

  private var further: Account { new.account.of(grant: grant) }
}

extension StoredCredential {
  /// Whether this new credential may stand in place of another: only of one of the same user.
  ///
  /// Where neither has a user, it is the person who names the account that says so, and no one can tell otherwise.
  package func mayReplace(_ held: StoredCredential) -> Bool {
    isProvisional ? held.isProvisional && held.hasClient(of: self) : isOfSameUser(as: held)
  }

  /// Whether both are credentials of one user.
  fileprivate func isOfSameUser(as other: StoredCredential) -> Bool {
    account.subject.hasSameBytes(as: other.account.subject) && hasClient(of: other)
  }
}
