#if canImport(Security)
  import Foundation
  import Security
  import WayleaveWire

  /// One of the two keychains of a Mac, and the items of ours in it.
  enum Keychain: Sendable {
    /// That of iOS too, for programs that are signed for an access group.
    case dataProtection
    /// The older one, in a file, for every program of the user.
    case login

    /// The key of an item; nil where there is none.
    func key(_ id: String) throws(KeychainRefusal) -> Data? {
      var query = named(id)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      guard status != errSecItemNotFound else { return nil }
      try KeychainRefusal.check(status)
      return found as? Data
    }

    /// Saves a key, also in place of another.
    func put(_ key: Data, _ id: String, label: String) throws(KeychainRefusal) {
      var attributes = named(id)
      attributes[kSecAttrLabel as String] = label
      attributes[kSecValueData as String] = key
      if self == .dataProtection {
        attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        attributes[kSecAttrSynchronizable as String] = false
      }
      let status = SecItemAdd(attributes as CFDictionary, nil)
      guard status == errSecDuplicateItem else { return try KeychainRefusal.check(status) }
      let changes: [String: Any] = [kSecValueData as String: key, kSecAttrLabel as String: label]
      try KeychainRefusal.check(SecItemUpdate(named(id) as CFDictionary, changes as CFDictionary))
    }

    /// Removes an item; one that is gone already is no failure.
    func remove(_ id: String) throws(KeychainRefusal) {
      let status = SecItemDelete(named(id) as CFDictionary)
      if status != errSecItemNotFound { try KeychainRefusal.check(status) }
    }

    private func named(_ id: String) -> [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "wayleave store key",
        kSecAttrAccount as String: id, kSecUseDataProtectionKeychain as String: self == .dataProtection,
      ]
    }
  }

  /// Why a keychain did not do what it was asked for.
  struct KeychainRefusal: Error {
    let status: OSStatus

    /// Whether the program is not signed for the data protection keychain.
    var isMissingEntitlement: Bool { status == errSecMissingEntitlement }

    static func check(_ status: OSStatus) throws(KeychainRefusal) {
      guard status == errSecSuccess else { throw KeychainRefusal(status: status) }
    }

    /// The reason, for people.
    var words: String {
      switch status {
      case errSecInteractionNotAllowed: "it is locked, and nothing can ask for its password here (-25308)"
      case errSecMissingEntitlement: "this program is not signed for it (-34018)"
      case errSecUserCanceled: "you did not allow it (-128)"
      case errSecAuthFailed: "the password was not right (-25293)"
      default:
        (SecCopyErrorMessageString(status, nil).map { DisplayText.clean("\($0)", limit: 200) } ?? "it reports a failure")
          + " (\(status))"
      }
    }
  }
#endif
