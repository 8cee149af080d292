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
}

extension OAuthError {
  fileprivate static func keystoreFailed(_ error: any Error) -> OAuthError {
    if let error = error as? OAuthError { return error }
    return OAuthError(
      .storeUnreadable, message: "The keystore does not give its keys: \(DisplayText.clean("\(error)")).",
      rule: .rfc(9449, "11.4"), remedy: "Unlock the keystore, and try again.")
  }

  fileprivate static func keyGone(_ name: String) -> OAuthError {
    OAuthError(
      .signInNeeded,
      message: "The keystore does not have the key “\(DisplayText.clean(name))”, which the token is bound to.",
      rule: .rfc(9449, "7.1"),
      remedy: "Without its key the token cannot be used. Sign in again, or give Accounts the keystore.")
  }
}
