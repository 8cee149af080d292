import WayleaveJOSE
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

extension Accounts {
  /// What makes the key of a sign-in in the keystore; nil without a keystore.
  var proofKeyMaker: (@Sendable (Set<SignatureAlgorithm>) throws(OAuthError) -> DPoPKey?)? {
    guard let keys else { return nil }
    return { (algorithms) throws(OAuthError) in
      let made: NamedSigningKey?
      do { made = try keys.makeKey(for: algorithms) } catch { throw .keystoreFailed(error) }
      return try made.map { (made) throws(OAuthError) in try DPoPKey(made.key, named: made.name) }
    }
  }

  /// A stored credential with the key of its tokens, which the keystore gives by its name.
  func withKey(_ stored: StoredCredential) throws(OAuthError) -> StoredCredential {
    guard case .oauth2(var tokens) = stored.credential, tokens.proofKey?.name != nil else { return stored }
    tokens.proofKey = try keyFromKeystore(tokens.proofKey)
    var stored = stored
    stored.credential = .oauth2(tokens)
    return stored
  }

  /// A key as its keystore has it; one of our own as it is.
  func keyFromKeystore(_ key: DPoPKey?) throws(OAuthError) -> DPoPKey? {
    guard let key, key.key == nil, let name = key.name else { return key }
    let held: (any ExternalSigningKey)?
    do { held = try keys?.key(named: name) } catch { throw .keystoreFailed(error) }
    // A key of the same name that is another key proves nothing.
    guard let held, held.publicKey.thumbprint.hasSameBytes(as: key.thumbprint) else { throw .keyGone(name) }
    return try DPoPKey(held, named: name)
  }

  /// A client whose key the keystore is asked for when there is something to sign.
  func withKey(_ client: Client) -> Client {
    guard let named = client.keystoreKey, named.key is KeyElsewhere else { return client }
    var client = client
    let key = AskedKey(publicKey: named.key.publicKey, name: named.name, keys: keys)
    client.keystoreKey = KeystoreKey(key, named: named.name)
    return client
  }

  /// Removes the keys to which a credential was bound whose record is gone; `present` is what stands in its place.
  ///
  /// Each sign-in has a key of its own, so no record of another account names it.
  func removeKeys(of gone: StoredCredential, unlessIn present: StoredCredential? = nil) {
    removeKeys(gone.keyNames.subtracting(present?.keyNames ?? []))
  }

  /// Removes keys that no record names. One that the keystore does not remove does no harm.
  func removeKeys(_ names: Set<String>) {
    for name in names {
      do { try keys?.remove(named: name) } catch {
        let reason = OAuthError.keystoreFailed(error).message
        exchange.tell(Event(.tolerated, rule: .rfc(9449, "11.4"), "a key without use stays in its keystore: \(reason)"))
      }
    }
  }
}

extension StoredCredential {
  /// The keys in a keystore that this record names for its tokens, and for those that are still to be revoked.
  fileprivate var keyNames: Set<String> {
    Set(([credential] + pendingRevocations.map(\.credential)).compactMap(\.proofKey?.name))
  }
}

extension Credential {
  /// The key to which the tokens are bound; nil for tokens that are bound to none.
  var proofKey: DPoPKey? {
    guard case .oauth2(let tokens) = self else { return nil }
    return tokens.proofKey
  }
}

/// The key of a client that a record names: its keystore is asked for it at each signature.
private struct AskedKey: ExternalSigningKey {
  let publicKey: JSONWebKey
  let name: String
  let keys: (any SigningKeys)?

  func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
    let held: (any ExternalSigningKey)?
    do { held = try keys?.key(named: name) } catch { throw OAuthError.keystoreFailed(error) }
    guard let held, held.publicKey.thumbprint.hasSameBytes(as: publicKey.thumbprint) else {
      throw OAuthError.clientKeyGone(name)
    }
    return try held.signature(of: bytes, algorithm: algorithm)
  }
}

extension OAuthError {
  fileprivate static func keystoreFailed(_ error: any Error) -> OAuthError {
    if let error = error as? OAuthError { return error }
    return OAuthError(
      .storeUnreadable, message: "The keystore does not give its keys: \(DisplayText.clean("\(error)")).",
      rule: .rfc(9449, "11.4"), remedy: "Unlock the keystore, and try again.")
  }

  fileprivate static func clientKeyGone(_ name: String) -> OAuthError {
    OAuthError(
      .signInNeeded,
      message: "The keystore does not have the key “\(DisplayText.clean(name))”, by which the client authenticates.",
      rule: .rfc(7523, "2.2"),
      remedy: "Register a new key for the client, and sign in again; or give Accounts the keystore.")
  }

  fileprivate static func keyGone(_ name: String) -> OAuthError {
    OAuthError(
      .signInNeeded,
      message: "The keystore does not have the key “\(DisplayText.clean(name))”, which the token is bound to.",
      rule: .rfc(9449, "7.1"),
      remedy: "Without its key the token cannot be used. Sign in again, or give Accounts the keystore.")
  }
}
