#if canImport(Security)
  import Foundation
  import Security
  import WayleaveBackport
  import WayleaveSignIn
  import WayleaveWire

  /// Where an earlier version of the app, or the library that it used, left a token.
  ///
  /// On a Mac only the data protection keychain is looked at; these libraries used the older one there.
  public enum EarlierStore: Sendable, Hashable {
    /// The keychain item of BDBOAuth1Manager, which it named by the host of the API, such as `api.twitter.com`.
    case bdbOAuth1Manager(host: String)
    /// The keychain item of AFOAuth1Client, by the identifier that the app gave it.
    case afOAuth1Client(identifier: String)
    /// The keychain item of das-quadrat, by the client id and the tag that the app gave to a user; nil for none.
    case dasQuadrat(clientID: String, userTag: String? = nil)
    /// The keychain item of Foursquare-API-v2.
    case foursquareAPIv2
    /// A text in the user defaults; that of the Foursquare tutorial is `access_token`.
    case userDefaults(key: String)
  }

  extension EarlierStore {
    /// What is there; nil for nothing. Throws what the keychain throws.
    func credential(at now: Instant) throws(OAuthError) -> Credential? {
      switch self {
      case .userDefaults(let key):
        return try Self.text(ofDefault: key).map { (text) throws(OAuthError) in try Credential(plain: text) }
      case .bdbOAuth1Manager, .afOAuth1Client:
        return try data().map { (data) throws(OAuthError) in try Credential(archived: data, at: now) }
      case .dasQuadrat, .foursquareAPIv2:
        return try data().map { (data) throws(OAuthError) in
          try Credential(plain: String(utf8: data) ?? "")
        }
      }
    }

    /// Deletes what was found there; throws `store.conflict` where something else is there now, and what the keychain
    /// throws.
    func remove(_ found: Credential, at now: Instant) throws(OAuthError) {
      guard try credential(at: now) == found else { throw .storeConflict() }
      if case .userDefaults(let key) = self { return UserDefaults.standard.removeObject(forKey: key) }
      guard let query = try meantQuery() else { return }
      do { try KeychainStatus.check(SecItemDelete(query as CFDictionary)) } catch {
        throw .keychainFailed(error, at: location)
      }
    }

    /// A text that the app itself stored: those among the arguments of a program are no one's.
    private static func text(ofDefault key: String) -> String? {
      guard let app = Bundle.main.bundleIdentifier else { return UserDefaults.standard.string(forKey: key) }
      return UserDefaults.standard.persistentDomain(forName: app)?[key] as? String
    }

    private func data() throws(OAuthError) -> Data? {
      guard var query = try meantQuery() else { return nil }
      query[kSecReturnData as String] = true
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      return try (matches(query) as? [String: Any])?[kSecValueData as String] as? Data
    }

    /// What finds the library's item and no other: not that of another account, nor one of another app of the team.
    private func meantQuery() throws(OAuthError) -> [String: Any]? {
      let items = try items()
      guard let item = items.first(where: isMeant) else { return nil }
      var query = query
      if account == nil, items.count > 1 { query[kSecAttrAccount as String] = "" }
      if let group = item[kSecAttrAccessGroup as String] { query[kSecAttrAccessGroup as String] = group }
      return query
    }

    /// The items of the service, without their values.
    private func items() throws(OAuthError) -> [[String: Any]] {
      var query = query
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      return try matches(query) as? [[String: Any]] ?? []
    }

    /// Whether an item is the library's: BDBOAuth1Manager wrote no account.
    private func isMeant(_ item: [String: Any]) -> Bool {
      account != nil || (item[kSecAttrAccount as String] as? String ?? "").isEmpty
    }

    private func matches(_ query: [String: Any]) throws(OAuthError) -> Any? {
      var result: CFTypeRef?
      do { try KeychainStatus.check(SecItemCopyMatching(query as CFDictionary, &result)) } catch {
        guard error == .notFound else { throw .keychainFailed(error, at: location) }
        return nil
      }
      return result
    }

    private var query: [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let account { query[kSecAttrAccount as String] = account }
      return query
    }

    private var service: String {
      switch self {
      case .bdbOAuth1Manager(let host): host
      case .afOAuth1Client: "AFOAuthCredentialService"
      case .dasQuadrat: "Foursquare2API-FSKeychain"
      case .foursquareAPIv2: "Foursquare2API"
      case .userDefaults: ""
      }
    }

    private var account: String? {
      switch self {
      case .bdbOAuth1Manager, .userDefaults: nil
      case .afOAuth1Client(let identifier): identifier
      case .dasQuadrat(let clientID, let tag): tag.map { "\(clientID)_\($0)" } ?? clientID
      case .foursquareAPIv2: "AccessToken"
      }
    }

    /// Where it is, for people.
    var location: String {
      switch self {
      case .userDefaults(let key): "the user defaults, “\(DisplayText.clean(key, limit: 100))”"
      default: "the keychain, “\(DisplayText.clean(service, limit: 100))”"
      }
    }
  }
#endif
