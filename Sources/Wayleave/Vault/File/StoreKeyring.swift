public import WayleaveWire

/// A place of the system for keys, such as the Secret Service of a desktop.
///
/// A store has one small key in it, which opens the keys of the store. The records stay in files: their locks, their
/// earlier versions and the order of writes are the same for all stores. Safe to use from any thread; the calls may wait
/// for a person.
public protocol StoreKeyring: Sendable {
  /// What it is, for people: “the desktop's keyring (the Secret Service)”.
  var name: String { get }

  /// Whether it can be used now, without a question to a person; found out in at most 300 ms.
  func isAvailable() -> Bool

  /// Why it cannot be used now, for people: “it is locked”; nil where it can. Found out in at most 300 ms.
  func reasonAgainst() -> String?

  /// The key under an id of ours; nil when there is none. Throws `store.locked` when a person does not unlock it.
  func key(_ id: String) throws(OAuthError) -> Secret?

  /// Saves a key under an id; `label` says to people what it is for.
  func put(_ key: Secret, _ id: String, label: String) throws(OAuthError)

  /// Removes the key of an id; one that is gone already is no failure.
  func remove(_ id: String) throws(OAuthError)
}

extension StoreKeyring {
  /// “it is locked, or does not answer”, where it is not available.
  public func reasonAgainst() -> String? { isAvailable() ? nil : "it is locked, or does not answer" }
}
