#if canImport(Security)
  import Foundation
  import Security
  import WayleaveBackport
  import WayleaveSignIn
  import WayleaveWire

  /// Where an earlier version of the app, or the library that it used, left a token.
  ///
  /// On a Mac only the data protection keychain is looked at; these libraries used the older one there unless the app
  /// asked for this one. Read it with the library then, and use `Accounts.adopt(archive:of:as:asking:)`.
  public enum EarlierStore: Sendable, Hashable {
    /// The keychain item of BDBOAuth1Manager, which it named by the host of the API, such as `api.twitter.com`.
    case bdbOAuth1Manager(host: String)
    /// The keychain item of AFOAuth1Client, by the identifier that the app gave it.
    case afOAuth1Client(identifier: String)
    /// The keychain item of das-quadrat, by the client id and the tag that the app gave to a user; nil for none.
    case dasQuadrat(clientID: String, userTag: String? = nil)
    /// The keychain item of Foursquare-API-v2.
    case foursquareAPIv2
    /// The keychain item of GTMAppAuth, by the name that the app gave it.
    case gtmAppAuth(itemName: String)
    /// A generic password of the keychain in which the app stored an archive of AppAuth or OAuthSwift, JSON of OAuthSwift,
    /// or the text of an access token; nil for a name that the app did not give.
    case keychain(service: String?, account: String?)
    /// The same in the user defaults of the app, or of a group; that of the Foursquare tutorial is `access_token`.
    case userDefaults(key: String, suite: String? = nil)
  }

  extension EarlierStore {
    /// What is there; nil for nothing. Throws what the keychain throws.
    func credential(at now: Instant) throws(OAuthError) -> EarlierCredential? {
      guard let data = try data() else { return nil }
      switch self {
      case .bdbOAuth1Manager, .afOAuth1Client, .gtmAppAuth: return try EarlierCredential(archived: data, at: now)
      case .dasQuadrat, .foursquareAPIv2: return try EarlierCredential(plain: String(utf8: data) ?? "")
      case .keychain, .userDefaults: return try EarlierCredential(stored: data, at: now)
      }
    }

    /// Deletes what was found there; throws `store.conflict` where something else is there now, and what the keychain
    /// throws.
    func remove(_ found: EarlierCredential, at now: Instant) throws(OAuthError) {
      guard try credential(at: now) == found else { throw .storeConflict() }
      if case .userDefaults(let key, let suite) = self {
        Self.defaults(of: suite)?.removeObject(forKey: key)
        return
      }
      guard let query = try meantQuery() else { return }
      do { try KeychainStatus.check(SecItemDelete(query as CFDictionary)) } catch {
        throw .keychainFailed(error, at: location)
      }
    }

    private func data() throws(OAuthError) -> Data? {
      if case .userDefaults(let key, let suite) = self { return Self.data(ofDefault: key, in: suite) }
      guard var query = try meantQuery() else { return nil }
      query[kSecReturnData as String] = true
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      return try (matches(query) as? [String: Any])?[kSecValueData as String] as? Data
    }

    /// What the app itself stored: texts among the arguments of a program are no one's.
    private static func data(ofDefault key: String, in suite: String?) -> Data? {
      let value =
        if suite == nil, let app = Bundle.main.bundleIdentifier {
          UserDefaults.standard.persistentDomain(forName: app)?[key]
        } else {
          defaults(of: suite)?.object(forKey: key)
        }
      return value as? Data ?? (value as? String).map { Data($0.utf8) }
    }

    /// Those of a group, or of the app.
    private static func defaults(of suite: String?) -> UserDefaults? {
      suite == nil ? .standard : UserDefaults(suiteName: suite)
    }

    /// What finds the library's item and no other: not that of another account, nor one of another app of the team.
    private func meantQuery() throws(OAuthError) -> [String: Any]? {
      let items = try items()
      guard let item = items.first(where: isMeant) else { return nil }
      var query = query
      if items.count > 1 {
        query[kSecAttrAccount as String] = account ?? ""
        query[kSecAttrService as String] = service ?? ""
      }
      if let group = item[kSecAttrAccessGroup as String] { query[kSecAttrAccessGroup as String] = group }
      return query
    }

    /// The items of the service and the account, without their values.
    private func items() throws(OAuthError) -> [[String: Any]] {
      var query = query
      query[kSecReturnAttributes as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitAll
      return try matches(query) as? [[String: Any]] ?? []
    }

    /// Whether an item is the library's: BDBOAuth1Manager wrote no account, and other libraries no service.
    private func isMeant(_ item: [String: Any]) -> Bool {
      func isEmpty(_ attribute: CFString) -> Bool { (item[attribute as String] as? String ?? "").isEmpty }
      return (account != nil || isEmpty(kSecAttrAccount)) && (service != nil || isEmpty(kSecAttrService))
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
        kSecClass as String: kSecClassGenericPassword, kSecUseDataProtectionKeychain as String: true,
      ]
      if let service { query[kSecAttrService as String] = service }
      if let account { query[kSecAttrAccount as String] = account }
      return query
    }

    private var service: String? {
      switch self {
      case .bdbOAuth1Manager(let host): host
      case .afOAuth1Client: "AFOAuthCredentialService"
      case .dasQuadrat: "Foursquare2API-FSKeychain"
      case .foursquareAPIv2: "Foursquare2API"
      case .gtmAppAuth(let itemName): itemName
      case .keychain(let service, _): service
      case .userDefaults: nil
      }
    }

    private var account: String? {
      switch self {
      case .bdbOAuth1Manager, .userDefaults: nil
      case .afOAuth1Client(let identifier): identifier
      case .dasQuadrat(let clientID, let tag): tag.map { "\(clientID)_\($0)" } ?? clientID
      case .foursquareAPIv2: "AccessToken"
      case .gtmAppAuth: "OAuth"
      case .keychain(_, let account): account
      }
    }

    /// Where it is, for people.
    var location: String {
      switch self {
      case .userDefaults(let key, _): "the user defaults, “\(DisplayText.clean(key, limit: 100))”"
      default: "the keychain, “\(DisplayText.clean(service ?? account ?? "", limit: 100))”"
      }
    }
  }
#endif
