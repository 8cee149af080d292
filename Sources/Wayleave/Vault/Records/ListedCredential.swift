import WayleaveSignIn
import WayleaveWire

/// A credential that was read with all others of a store.
///
/// A class: a credential is large, and many of them are put in order.
final class ListedCredential: Sendable {
  /// The file of its record.
  let file: String
  let stored: StoredCredential
  /// Why the present version cannot be read, where this is the one before it.
  let damage: OAuthError?

  init(file: String, stored: StoredCredential, damage: OAuthError?) {
    (self.file, self.stored, self.damage) = (file, stored, damage)
  }
}

extension SealedRecords {
  /// Every credential, in no order; an error in place of one that cannot be read.
  func credentials(
    readingEntries: Bool = true
  ) throws(OAuthError) -> [Swift.Result<ListedCredential, OAuthError>] {
    try all(of: .credential) {
      let reader = StoredCredentialReader(readingEntries: readingEntries)
      return { record throws(OAuthError) in
        let stored = try record.value(sharing: reader.sharedMembers, reader.credential)
        return ListedCredential(file: record.id, stored: stored, damage: record.damage)
      }
    }
  }
}

extension [Swift.Result<ListedCredential, OAuthError>] {
  /// Those that could be read; what is damaged is reported.
  func sound(_ damages: RecordDamages) -> [ListedCredential] {
    compactMap { result in
      switch result {
      case .success(let listed):
        if let damage = listed.damage { damages.isEarlierVersion(damage) }
        return listed
      case .failure(let error):
        damages.isLeftOut(error)
        return nil
      }
    }
  }
}

extension [ListedCredential] {
  /// The credentials in the order of their accounts' names.
  var inOrder: [StoredCredential] { map { $0.stored.account }.placesInList.map { self[$0].stored } }
}
