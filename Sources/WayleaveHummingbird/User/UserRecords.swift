public import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Users of a website in a vault: an id each, and the accounts by which they sign in.
public struct UserRecords: WebsiteUsers {
  private let records: WebsiteRecords

  /// Users in a vault.
  public init(in vault: any Vault) { records = WebsiteRecords(in: vault) }

  /// The user that a provider's user is.
  public func user(with identity: Identity) async throws(OAuthError) -> String? {
    try await records.read(Self.name(of: identity))?.json["user"]?.string
  }

  /// Creates a user with a random id.
  public func create(from identity: Identity) async throws(OAuthError) -> String? {
    var random = SystemRandomNumberGenerator()
    let user = RandomText.base64URL(bytes: 16, using: &random)
    let isFirst = try await records.create([
      (.user(user), ["identities": .array([Self.json(identity)])]),
      (Self.name(of: identity), ["user": .string(user)]),
    ])
    if isFirst { return user }
    // Another sign-in of the same person was faster. Not every vault makes both or neither.
    try await records.remove(.user(user))
    guard let first = try await self.user(with: identity) else { throw .storeConflict() }
    return first
  }

  /// Adds a further provider's user to a user.
  public func link(_ identity: Identity, to user: String) async throws(OAuthError) -> Bool {
    // First what decides, and may be there from an attempt that was cut off; then what is only shown.
    if try await !records.write(["user": .string(user)], as: Self.name(of: identity), expecting: .nothing) {
      guard try await self.user(with: identity)?.hasSameBytes(as: user) == true else { return false }
    }
    var isThere = false
    try await records.change(.user(user)) { json in
      isThere = json != nil
      guard let json else { return nil }
      let others = (json["identities"]?.array ?? []).filter { Self.identity($0)?.isSameUser(as: identity) != true }
      return ["identities": .array(others + [Self.json(identity)])]
    }
    // A user who was removed meanwhile does not come back by it.
    if !isThere { try await removeName(of: identity, from: user) }
    return isThere
  }

  /// Takes a provider's user away from a user.
  public func unlink(_ identity: Identity, from user: String) async throws(OAuthError) -> Bool {
    // First it counts no more, in one step: of two at once one stays. Then it signs no one in; then it is shown no more. An
    // attempt that was cut off leaves it shown, and is made again.
    var mayLeave = false
    try await records.change(.user(user)) { json in
      mayLeave = false
      var all = json?["identities"]?.array ?? []
      let isNamed = { (json: JSON, isSame: Bool) in Self.identity(json)?.isSameUser(as: identity) == isSame }
      guard let place = all.firstIndex(where: { isNamed($0, true) }),
        all.contains(where: { isNamed($0, false) && $0["leaving"] != true })
      else { return json }
      mayLeave = true
      all[place] = Self.json(Self.identity(all[place]) ?? identity, isLeaving: true)
      return ["identities": .array(all)]
    }
    guard mayLeave else { return false }
    try await removeName(of: identity, from: user)
    try await records.change(.user(user)) { json in
      let left = (json?["identities"]?.array ?? []).filter { json in
        Self.identity(json)?.isSameUser(as: identity) != true || json["leaving"] != true
      }
      return ["identities": .array(left)]
    }
    return true
  }

  /// The providers' users of a user.
  public func identities(of user: String) async throws(OAuthError) -> [Identity] {
    try await records.read(.user(user))?.json["identities"]?.array?.compactMap(Self.identity) ?? []
  }

  /// Removes a user, with the accounts by which the user signs in; nothing where there is none.
  ///
  /// Call ``Website/forgetUser(_:)`` before. Who signs in with one of the accounts afterwards is a new user.
  public func remove(_ user: String) async throws(OAuthError) {
    for identity in try await identities(of: user) { try await removeName(of: identity, from: user) }
    try await records.remove(.user(user))
  }

  /// Has a provider's user be no one, where it was this user.
  private func removeName(of identity: Identity, from user: String) async throws(OAuthError) {
    let name = Self.name(of: identity)
    guard let (json, revision) = try await records.read(name), json["user"]?.string?.hasSameBytes(as: user) == true
    else { return }
    try await records.remove(name, expecting: .revision(revision))
  }

  private static func name(of identity: Identity) -> RecordName {
    .identity(identity.issuer.text, identity.subject)
  }

  /// What is stored of a provider's user: nothing that the page does not show.
  private static func json(_ identity: Identity, isLeaving: Bool = false) -> JSON {
    var members = JSON.Object()
    members["issuer"] = .string(identity.issuer.text)
    members["subject"] = .string(identity.subject)
    members["name"] = JSON(identity.displayName)
    members["handle"] = JSON(identity.handle)
    if isLeaving { members["leaving"] = true }
    return .object(members)
  }

  private static func identity(_ json: JSON) -> Identity? {
    guard let issuer = json["issuer"]?.string, let subject = json["subject"]?.string else { return nil }
    return Identity(
      issuer: Issuer(issuer), subject: subject, displayName: json["name"]?.string, handle: json["handle"]?.string)
  }
}
