#if canImport(Security)
  import Foundation
  import Security
  import WayleaveWire

  /// The items of one service: generic passwords in the data protection keychain.
  ///
  /// The calls wait for another process, or for a person: they belong on a thread of their own.
  struct KeychainItems: Sendable {
    /// An item without its value.
    struct Found {
      let account: String
      let service: String
      let revision: Data?
    }

    /// The service that they have; nil stands for all of ours.
    let service: String?
    let group: String?
    let protection: KeychainProtection
    let questions: KeychainQuestions

    /// By this label all items of ours are found, whatever their service is.
    static let label = "Wayleave"

    /// Adds an item; throws ``KeychainStatus/duplicate`` where one has its name.
    func add(_ account: String, _ value: Data, revision: Data) throws(KeychainStatus) {
      var attributes = named(account)
      attributes[kSecAttrLabel as String] = Self.label
      attributes[kSecValueData as String] = value
      attributes[kSecAttrGeneric as String] = revision
      if protection.userPresence == nil {
        attributes[kSecAttrAccessible as String] = protection.accessibility.attribute
      } else {
        let control = SecAccessControlCreateWithFlags(nil, protection.accessibility.attribute, .userPresence, nil)
        guard let control else { throw KeychainStatus(code: errSecParam) }
        attributes[kSecAttrAccessControl as String] = control
      }
      try KeychainStatus.check(SecItemAdd(attributes as CFDictionary, nil))
    }

    /// Puts a value in place of another in one step; throws ``KeychainStatus/notFound`` where the item has another
    /// revision.
    ///
    /// `present` nil stands for any revision.
    func update(_ account: String, _ value: Data, revision: Data, from present: Data?) throws(KeychainStatus) {
      var query = named(account)
      if let present { query[kSecAttrGeneric as String] = present }
      questions.latest().ask(in: &query)
      var changes: [String: Any] = [kSecValueData as String: value, kSecAttrGeneric as String: revision]
      // An app that chose another protection moves its items with the next change. User presence stays as it was.
      if protection.userPresence == nil {
        changes[kSecAttrAccessible as String] = protection.accessibility.attribute
      }
      try KeychainStatus.check(SecItemUpdate(query as CFDictionary, changes as CFDictionary))
    }

    /// Removes an item of a revision, nil standing for any; throws ``KeychainStatus/notFound`` where there is none.
    func remove(_ account: String, in present: Data?) throws(KeychainStatus) {
      var query = named(account)
      if let present { query[kSecAttrGeneric as String] = present }
      questions.latest().ask(in: &query)
      try KeychainStatus.check(SecItemDelete(query as CFDictionary))
    }

    /// The value and the revision of an item; nil where there is none.
    func value(
      of account: String, asking question: KeychainQuestion
    ) throws(KeychainStatus) -> (value: Data, revision: Data)? {
      var query = named(account)
      query[kSecReturnData as String] = true
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      question.ask(in: &query)
      guard let item = try Self.matches(query) as? [String: Any] else { return nil }
      return (item[kSecValueData as String] as? Data ?? Data(), item[kSecAttrGeneric as String] as? Data ?? Data())
    }

    /// Every item, without its value: no one is asked.
    func all() throws(KeychainStatus) -> [Found] {
      var query = base
      query[kSecAttrLabel as String] = Self.label
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      guard let items = try Self.matches(query) as? [[String: Any]] else { return [] }
      return items.map { item in
        Found(
          account: item[kSecAttrAccount as String] as? String ?? "",
          service: item[kSecAttrService as String] as? String ?? "",
          revision: item[kSecAttrGeneric as String] as? Data)
      }
    }

    /// What matches; nil where nothing does.
    private static func matches(_ query: [String: Any]) throws(KeychainStatus) -> Any? {
      var result: CFTypeRef?
      do { try KeychainStatus.check(SecItemCopyMatching(query as CFDictionary, &result)) } catch {
        guard error == .notFound else { throw error }
        return nil
      }
      return result
    }

    private var base: [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        // Without it macOS takes the older keychain, in files.
        kSecUseDataProtectionKeychain as String: true,
        // A token belongs to this device: iCloud brings it to no other.
        kSecAttrSynchronizable as String: false,
      ]
      if let service { query[kSecAttrService as String] = service }
      if let group { query[kSecAttrAccessGroup as String] = group }
      return query
    }

    private func named(_ account: String) -> [String: Any] {
      var query = base
      query[kSecAttrAccount as String] = account
      return query
    }
  }
#endif
