public import WayleaveWire

/// Asks for single claims, each by its name, and says where it shall stand and what it may be.
///
/// OpenID Connect Core §5.5.
public struct ClaimsRequest: Sendable, Equatable {
  /// How one claim is asked for.
  ///
  /// OpenID Connect Core §5.5.1.
  public struct Individual: Sendable, Equatable {
    /// Whether the sign-in is of no use without it; a provider may leave it out all the same.
    public var isEssential: Bool
    /// The only value that would do; nil when any does.
    public var value: JSON?
    /// The values that would do, the preferred one first; empty when any does.
    public var values: [JSON]
    /// What else is said of it.
    public var additional: JSON.Object

    /// A claim that is wanted, unless said otherwise, with any value.
    public init(
      isEssential: Bool = false, value: JSON? = nil, values: [JSON] = [], additional: JSON.Object = JSON.Object()
    ) {
      self.isEssential = isEssential
      self.value = value
      self.values = values
      self.additional = additional
    }
  }

  /// A claim and how it is asked for.
  public struct Entry: Sendable, Equatable {
    /// The name of the claim, such as `email` or `name#ja-Kana-JP`.
    public var name: String
    /// How it is asked for.
    public var request: Individual

    /// A claim by its name.
    public init(_ name: String, _ request: Individual = Individual()) {
      self.name = name
      self.request = request
    }
  }

  /// What UserInfo shall say.
  public var userInfo: [Entry]
  /// What the ID token shall say.
  public var idToken: [Entry]

  /// Claims to ask for.
  public init(userInfo: [Entry] = [], idToken: [Entry] = []) {
    self.userInfo = userInfo
    self.idToken = idToken
  }

  /// Reads the text of the parameter; throws `configuration.invalid_value` or `wire.malformed_json`.
  ///
  /// "Members that are not understood MUST be ignored", but one that is understood must be what §5.5.1 says.
  public init(reading text: String) throws(OAuthError) {
    guard let members = try JSON(decoding: Array(text.utf8)).object else { throw .malformedClaimsRequest() }
    userInfo = try Self.entries(members["userinfo"])
    idToken = try Self.entries(members["id_token"])
  }

  /// The JSON of the parameter.
  public var json: JSON {
    var members = JSON.Object()
    if !userInfo.isEmpty { members["userinfo"] = Self.json(userInfo) }
    if !idToken.isEmpty { members["id_token"] = Self.json(idToken) }
    return .object(members)
  }

  private static func entries(_ json: JSON?) throws(OAuthError) -> [Entry] {
    guard let json, json != .null else { return [] }
    guard let members = json.object?.members else { throw .malformedClaimsRequest() }
    return try members.map { (member) throws(OAuthError) in Entry(member.name, try Individual(reading: member.value)) }
  }

  private static func json(_ entries: [Entry]) -> JSON {
    var members = JSON.Object()
    for entry in entries { members[entry.name] = entry.request.json }
    return .object(members)
  }
}

extension ClaimsRequest.Individual {
  fileprivate init(reading json: JSON) throws(OAuthError) {
    guard json != .null else {
      self.init()
      return
    }
    guard var members = json.object else { throw .malformedClaimsRequest() }
    let (essential, values) = (members["essential"], members["values"])
    guard essential.map({ $0.bool != nil }) ?? true, values.map({ $0.array?.isEmpty == false }) ?? true else {
      throw .malformedClaimsRequest()
    }
    let value = members["value"]
    for name in ["essential", "value", "values"] { members[name] = nil }
    self.init(isEssential: essential?.bool ?? false, value: value, values: values?.array ?? [], additional: members)
  }

  /// `null`: "requested in the default manner", where nothing is said of the claim.
  fileprivate var json: JSON {
    var members = JSON.Object()
    if isEssential { members["essential"] = true }
    if let value { members["value"] = value }
    if !values.isEmpty { members["values"] = .array(values) }
    for member in additional.members where members[member.name] == nil { members[member.name] = member.value }
    return members.members.isEmpty ? .null : .object(members)
  }
}

extension OAuthError {
  fileprivate static func malformedClaimsRequest() -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "The claims are not an object in which each name has null or an object of its conditions.",
      rule: .openID("Core", "5.5"), remedy: "Correct the claims; nothing was begun.")
  }
}
