#if canImport(Security) && canImport(CryptoKit)
  import CryptoKit
  import Foundation
  import Security
  public import Wayleave
  public import WayleaveJOSE
  import WayleaveWire

  /// Keys in the Secure Enclave of this device: tokens that are bound to one cannot be used elsewhere, whatever is copied.
  ///
  /// RFC 9449 §11.4. The enclave makes a key and signs with it; what the keychain holds is readable for this one device
  /// alone, from the first unlock on. The items are those of a vault: they have its access group, and go with those of
  /// earlier installations. On a device without an enclave the keys are our own, and are stored with the tokens.
  ///
  /// For a client that authenticates by a key (`private_key_jwt`), make one with ``makeKey(for:)``, register its public
  /// half, and give key and name to the client. A key of a client stays until ``remove(named:)``.
  public struct SecureEnclaveKeys: SigningKeys {
    private let vault: KeychainVault

    /// Keys whose items are next to those of a vault.
    public init(in vault: KeychainVault) { self.vault = vault }

    /// A new key on P-256; nil where the device has no enclave, or none of the algorithms is ES256.
    ///
    /// Where the enclave is there and makes no key, it throws: a key that could be copied is never made in its place.
    public func makeKey(for algorithms: Set<SignatureAlgorithm>) throws(OAuthError) -> NamedSigningKey? {
      guard SecureEnclave.isAvailable, algorithms.contains(.es256) else { return nil }
      let made: SecureEnclave.P256.Signing.PrivateKey
      do { made = try Self.newKey() } catch { throw .enclaveFailed("makes no key", error) }
      let key = try SecureEnclaveKey(made)
      let value = KeychainValue.data(of: made.dataRepresentation.withUnsafeBytes { Secret(copying: $0) })
      let place = try wrapped { () throws(KeychainStatus) in
        let place = Place(installation: try vault.installationAtOnce(), id: UUID().uuidString)
        try vault.keyItems(of: place.installation).add(place.id, value, revision: RecordRevision.new().data)
        return place
      }
      return NamedSigningKey(key, name: place.name)
    }

    /// The key of a name; nil when it is gone, or of another device.
    public func key(named name: String) throws(OAuthError) -> (any ExternalSigningKey)? {
      guard let place = Place(name: name) else { return nil }
      let item = try wrapped { () throws(KeychainStatus) in
        try vault.keyItems(of: place.installation).value(of: place.id, asking: KeychainQuestion(nil))
      }
      guard let item else { return nil }
      let data = try KeychainValue.record(in: item.value, at: "\(vault.location) / \(name)")
      let held: SecureEnclave.P256.Signing.PrivateKey
      do { held = try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(data.exposedBytes)) } catch {
        // Its item was read, so the device was unlocked. Where the enclave works all the same, the key is another's: of
        // the device from which a backup came, or of this one before it was erased.
        guard (try? Self.newKey()) != nil else { throw .enclaveFailed("does not open its key", error) }
        return nil
      }
      return try SecureEnclaveKey(held)
    }

    /// Removes the key of a name: no one can use it any more. One that is gone already is no error.
    public func remove(named name: String) throws(OAuthError) {
      guard let place = Place(name: name) else { return }
      try wrapped { () throws(KeychainStatus) in
        do throws(KeychainStatus) { try vault.keyItems(of: place.installation).remove(place.id, in: nil) } catch {
          guard error == .notFound else { throw error }
        }
      }
    }

    /// Where the item of a key is, as its name says it.
    private struct Place {
      let installation: String
      let id: String

      init(installation: String, id: String) { (self.installation, self.id) = (installation, id) }

      /// The place that a name says; nil for one of another keystore.
      init?(name: String) {
        guard let point = name.lastIndex(of: ".") else { return nil }
        self.init(installation: String(name[..<point]), id: String(name[name.index(after: point)...]))
        // The keychain may take an empty name for any.
        guard !installation.isEmpty, !id.isEmpty else { return nil }
      }

      var name: String { "\(installation).\(id)" }
    }

    /// A key that the keychain has no item of yet.
    private static func newKey() throws -> SecureEnclave.P256.Signing.PrivateKey {
      let accessibility = KeychainProtection.Accessibility.afterFirstUnlockThisDeviceOnly.attribute
      guard let control = SecAccessControlCreateWithFlags(nil, accessibility, .privateKeyUsage, nil) else {
        throw KeychainStatus(code: errSecParam)
      }
      return try SecureEnclave.P256.Signing.PrivateKey(accessControl: control)
    }

    private func wrapped<Value>(_ work: () throws(KeychainStatus) -> Value) throws(OAuthError) -> Value {
      do throws(KeychainStatus) { return try work() } catch { throw .keychainFailed(error, at: vault.location) }
    }
  }

  /// A key in the Secure Enclave.
  private struct SecureEnclaveKey: ExternalSigningKey {
    let publicKey: JSONWebKey
    private let held: SecureEnclave.P256.Signing.PrivateKey

    init(_ key: SecureEnclave.P256.Signing.PrivateKey) throws(OAuthError) {
      let point = key.publicKey.rawRepresentation
      var members = JSON.Object()
      members["kty"] = "EC"
      members["crv"] = "P-256"
      members["x"] = .string(Base64.url.encodedText(Array(point.prefix(32))))
      members["y"] = .string(Base64.url.encodedText(Array(point.suffix(32))))
      publicKey = try JSONWebKey(members)
      held = key
    }

    func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws(OAuthError) -> [UInt8] {
      do { return Array(try held.signature(for: bytes).rawRepresentation) } catch {
        throw .enclaveFailed("signs nothing", error)
      }
    }
  }

  // Nothing of it changes, and the enclave takes one call after the other; that CryptoKit says so is not documented.
  extension SecureEnclaveKey: @unchecked Sendable {}

  extension OAuthError {
    fileprivate static func enclaveFailed(_ what: String, _ error: any Error) -> OAuthError {
      OAuthError(
        .storeUnreadable, message: "The Secure Enclave of this device \(what).", rule: .rfc(9449, "11.4"),
        received: .described(DisplayText.clean("\(error)", limit: 200)),
        remedy: "Unlock the device and try again. If it repeats, restart the device, and then sign in again.")
    }
  }
#endif
