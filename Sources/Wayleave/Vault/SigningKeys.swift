public import WayleaveJOSE

/// A keystore whose keys tokens are bound to: the private keys stay in it, and a stored token keeps a key's name alone.
///
/// RFC 9449 §11.4. Implementations are safe to use from any task. What they throw becomes one of our errors.
public protocol SigningKeys: Sendable {
  /// A new key for one of these algorithms; nil where the keystore has none of them: the key is then one of our own.
  func makeKey(for algorithms: Set<SignatureAlgorithm>) throws -> NamedSigningKey?

  /// The key of a name; nil when it is gone.
  func key(named name: String) throws -> (any ExternalSigningKey)?

  /// Removes the key of a name, to which nothing is bound any more; a keystore that cannot leaves it where it is.
  ///
  /// Called when the record that names it is gone: the account was signed out, or signed in again with another key. A key
  /// that is gone already is no error. The key of a client is never removed: other accounts may need it.
  func remove(named name: String) throws
}

/// A key in a keystore, and the name by which it is found again.
public struct NamedSigningKey: Sendable {
  /// The name.
  public let name: String
  /// The key.
  public let key: any ExternalSigningKey

  /// A key under its name.
  public init(_ key: any ExternalSigningKey, name: String) {
    self.name = name
    self.key = key
  }
}
