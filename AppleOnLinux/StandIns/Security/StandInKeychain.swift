public import Foundation
import LocalAuthentication
import Synchronization

/// The keychain that the stand-ins answer from: of one device, and for one app.
///
/// It answers as the data protection keychain is documented to: by the state of the device, the entitlements of the
/// app and the person in front of it.
public enum StandInKeychain {
  /// How far the device is unlocked.
  public enum Device: Sendable { case unlocked, locked, beforeFirstUnlock }
  /// What the person does when asked for a finger, a face or the passcode.
  public enum Person: Sendable { case confirms, cancels, isAnother }

  /// One item, as it lies there.
  public struct Item: Sendable, Equatable {
    public var account: String
    public var service: String
    public var group: String
    public var label: String?
    public var generic: Data?
    public var accessible: String
    public var needsPerson: Bool
    public var data: Data
    /// Whether it is in the login keychain, which macOS has in a file.
    public var isInFile = false
    /// Whether iCloud brings it to other devices; nil where nothing was said, which is no.
    public var isSynchronizable: Bool?
  }

  /// The login keychain of a Mac; what never asks for it is refused by `missing`, as a slip.
  public enum LoginKeychain: Sendable { case missing, locked, unlocked }

  fileprivate struct State {
    var device = Device.unlocked
    var loginKeychain = LoginKeychain.missing
    var person = Person.confirms
    var groups = ["TEAM.app"]
    var items: [Item] = []
    var reasons: [String] = []
    var forced: [OSStatus] = []
    var makesAccessControls = true
  }

  private static let state = Mutex(State())

  /// Puts everything back to the beginning.
  public static func reset() { state.withLock { $0 = State() } }
  public static func set(_ device: Device) { state.withLock { $0.device = device } }
  public static func setLogin(_ keychain: LoginKeychain) { state.withLock { $0.loginKeychain = keychain } }
  public static func set(_ person: Person) { state.withLock { $0.person = person } }
  /// The access groups of the app, its own first; none is an app without the entitlement.
  public static func setGroups(_ groups: [String]) { state.withLock { $0.groups = groups } }
  /// The next calls answer these.
  public static func answer(_ statuses: OSStatus...) { answer(statuses) }
  public static func answer(_ statuses: [OSStatus]) { state.withLock { $0.forced = statuses } }
  /// How many of these no call has asked for yet.
  public static var unanswered: Int { state.withLock(\.forced.count) }
  public static var items: [Item] {
    get { state.withLock(\.items) }
    set { state.withLock { $0.items = newValue } }
  }
  /// The reasons that a person was shown.
  public static var reasons: [String] { state.withLock(\.reasons) }
  public static var makesAccessControls: Bool {
    get { state.withLock(\.makesAccessControls) }
    set { state.withLock { $0.makesAccessControls = newValue } }
  }

  // MARK: What the functions do

  static func add(_ attributes: [String: Any]) -> OSStatus {
    state.withLock { state in
      if let refusal = state.refusal(of: attributes) { return refusal }
      guard let account = attributes[kSecAttrAccount] as? String, let service = attributes[kSecAttrService] as? String,
        let data = attributes[kSecValueData] as? Data
      else { return errSecParam }
      let control = attributes[kSecAttrAccessControl] as? SecAccessControl
      // Both at once is a mistake that the real one refuses too.
      if control != nil, attributes[kSecAttrAccessible] != nil { return errSecParam }
      let accessible =
        control?.standInProtection ?? attributes[kSecAttrAccessible] as? String ?? kSecAttrAccessibleWhenUnlocked
      let item = Item(
        account: account, service: service,
        group: attributes[kSecAttrAccessGroup] as? String ?? state.groups.first ?? "",
        label: attributes[kSecAttrLabel] as? String, generic: attributes[kSecAttrGeneric] as? Data,
        accessible: accessible, needsPerson: control?.standInFlags.contains(.userPresence) ?? false, data: data,
        isInFile: attributes.asksForFile, isSynchronizable: attributes[kSecAttrSynchronizable] as? Bool)
      guard state.isReachable(item) else { return errSecInteractionNotAllowed }
      if state.items.contains(where: { $0.hasKey(of: item) }) { return errSecDuplicateItem }
      state.items.append(item)
      return errSecSuccess
    }
  }

  static func copy(_ query: [String: Any], _ give: (Any) -> Void) -> OSStatus {
    let (status, found): (OSStatus, [[String: any Sendable]]) = state.withLock { state in
      if let refusal = state.refusal(of: query) { return (refusal, []) }
      let items = state.items.filter { state.matches($0, query) }
      guard !items.isEmpty else { return (errSecItemNotFound, []) }
      let wantsData = query[kSecReturnData] as? Bool == true
      if wantsData {
        guard items.allSatisfy(state.isReachable) else { return (errSecInteractionNotAllowed, []) }
        if let refusal = state.ask(query, for: items) { return (refusal, []) }
      }
      return (errSecSuccess, items.map { $0.attributes(withData: wantsData) })
    }
    guard status == errSecSuccess else { return status }
    // With the data alone the result is the data, and no dictionary.
    let isDataAlone = query[kSecReturnData] as? Bool == true && query[kSecReturnAttributes] as? Bool != true
    let results = isDataAlone ? found.compactMap { $0[kSecValueData] } : found
    give(query[kSecMatchLimit] as? String == kSecMatchLimitAll ? results : results[0])
    return errSecSuccess
  }

  static func update(_ query: [String: Any], _ changes: [String: Any]) -> OSStatus {
    state.withLock { state in
      if let refusal = state.refusal(of: query) { return refusal }
      let indices = state.items.indices.filter { state.matches(state.items[$0], query) }
      guard !indices.isEmpty else { return errSecItemNotFound }
      guard indices.allSatisfy({ state.isReachable(state.items[$0]) }) else { return errSecInteractionNotAllowed }
      if let refusal = state.ask(query, for: indices.map { state.items[$0] }) { return refusal }
      for index in indices {
        if let data = changes[kSecValueData] as? Data { state.items[index].data = data }
        if let label = changes[kSecAttrLabel] as? String { state.items[index].label = label }
        if let generic = changes[kSecAttrGeneric] as? Data { state.items[index].generic = generic }
        if let accessible = changes[kSecAttrAccessible] as? String { state.items[index].accessible = accessible }
      }
      return errSecSuccess
    }
  }

  static func delete(_ query: [String: Any]) -> OSStatus {
    state.withLock { state in
      if let refusal = state.refusal(of: query) { return refusal }
      let removed = state.items.filter { state.matches($0, query) }
      guard !removed.isEmpty else { return errSecItemNotFound }
      if let refusal = state.ask(query, for: removed) { return refusal }
      state.items.removeAll(where: removed.contains)
      return errSecSuccess
    }
  }
}

extension StandInKeychain.State {
  /// Why a call is refused before any item is looked at.
  fileprivate mutating func refusal(of query: [String: Any]) -> OSStatus? {
    if !forced.isEmpty {
      let status = forced.removeFirst()
      if status != errSecSuccess { return status }
    }
    guard query[kSecClass] as? String == kSecClassGenericPassword else { return errSecParam }
    if query.asksForFile {
      return switch loginKeychain {
      case .missing: errSecParam
      case .locked: errSecInteractionNotAllowed
      case .unlocked: nil
      }
    }
    guard !groups.isEmpty else { return errSecMissingEntitlement }
    if let group = query[kSecAttrAccessGroup] as? String, !groups.contains(group) { return errSecMissingEntitlement }
    return device == .beforeFirstUnlock ? errSecInteractionNotAllowed : nil
  }

  fileprivate func matches(_ item: StandInKeychain.Item, _ query: [String: Any]) -> Bool {
    item.isInFile == query.asksForFile && (item.isInFile || groups.contains(item.group))
      && isSame(query[kSecAttrAccessGroup], item.group)
      && isSame(query[kSecAttrAccount], item.account) && isSame(query[kSecAttrService], item.service)
      && isSame(query[kSecAttrLabel], item.label) && isSame(query[kSecAttrGeneric], item.generic)
      && query[kSecAttrSynchronizable] as? Bool ?? false == item.isSynchronizable ?? false
  }

  private func isSame<Value: Equatable>(_ asked: Any?, _ value: Value?) -> Bool {
    asked == nil || asked as? Value == value
  }

  fileprivate func isReachable(_ item: StandInKeychain.Item) -> Bool {
    switch item.accessible {
    case _ where item.isInFile: true
    case kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: true
    default: device == .unlocked
    }
  }

  /// Asks the person where an item needs one; nil where it is the right one.
  ///
  /// https://developer.apple.com/documentation/security/ksecuseauthenticationcontext: a query without a context has one of
  /// its own, without a reason. Which calls ask on a device is not documented: here all do that touch a stored item.
  fileprivate mutating func ask(_ query: [String: Any], for items: [StandInKeychain.Item]) -> OSStatus? {
    guard items.contains(where: \.needsPerson) else { return nil }
    let context = query[kSecUseAuthenticationContext] as? LAContext
    if context?.standInIsConfirmed == true { return nil }
    reasons.append(context?.localizedReason ?? "")
    switch person {
    case .confirms:
      context?.standInIsConfirmed = true
      return nil
    case .cancels: return errSecUserCanceled
    case .isAnother: return errSecAuthFailed
    }
  }
}

extension [String: Any] {
  /// Whether macOS would use the older keychain, in files.
  fileprivate var asksForFile: Bool { self[kSecUseDataProtectionKeychain] as? Bool != true }
}

extension StandInKeychain.Item {
  fileprivate func hasKey(of other: Self) -> Bool {
    account == other.account && service == other.service && group == other.group && isInFile == other.isInFile
  }

  fileprivate func attributes(withData: Bool) -> [String: any Sendable] {
    var attributes: [String: any Sendable] = [
      kSecAttrAccount: account, kSecAttrService: service, kSecAttrAccessGroup: group,
    ]
    attributes[kSecAttrLabel] = label
    attributes[kSecAttrGeneric] = generic
    if withData { attributes[kSecValueData] = data }
    return attributes
  }
}
