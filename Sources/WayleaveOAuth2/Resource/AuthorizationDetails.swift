public import WayleaveWire

/// What a client asks for, or was given, in more words than scopes have.
///
/// RFC 9396 §2: "a JSON array of objects", each with a `type`.
public struct AuthorizationDetails: Sendable, Equatable {
  /// The objects, each with its `type`.
  public let objects: [JSON.Object]

  /// Takes objects; throws `token.refused` with `invalid_authorization_details` when there is none, or one without a
  /// type.
  public init(_ objects: [JSON.Object]) throws(OAuthError) {
    guard !objects.isEmpty, objects.allSatisfy({ $0["type"]?.string?.isEmpty == false }) else {
      throw .invalidAuthorizationDetails("objects that each have a “type”")
    }
    self.objects = objects
  }

  /// Reads the JSON of an answer or a claim.
  public init(_ json: JSON) throws(OAuthError) {
    guard let list = json.array, case let objects = list.compactMap(\.object), objects.count == list.count else {
      throw .invalidAuthorizationDetails("a list of objects")
    }
    try self.init(objects)
  }

  /// Reads the text of a parameter.
  public init(decoding text: String) throws(OAuthError) {
    guard let json = try? JSON(decoding: Array(text.utf8)) else { throw .invalidAuthorizationDetails("JSON") }
    try self.init(json)
  }

  /// The objects as JSON.
  public var json: JSON { .array(objects.map(JSON.object)) }

  /// The types in order.
  package var types: [String] { objects.compactMap { $0["type"]?.string } }

  /// Checks that a server knows every type.
  ///
  /// RFC 9396 §5: the server "MUST refuse to process any unknown authorization details type".
  package func requireTypes(among known: Set<String>) throws(OAuthError) {
    guard types.allSatisfy({ type in known.contains { $0.hasSameBytes(as: type) } }) else {
      throw .invalidAuthorizationDetails("types that are offered")
    }
  }

  /// What was given and of a type that was not asked for: a reason to tell the user.
  ///
  /// RFC 9396 §7.1.
  public func excess(over asked: AuthorizationDetails?) -> [JSON.Object] {
    let types = asked?.types ?? []
    return objects.filter { object in !types.contains { $0.hasSameBytes(as: object["type"]?.string ?? "") } }
  }
}

extension OAuthError {
  fileprivate static func invalidAuthorizationDetails(_ expected: String) -> OAuthError {
    OAuthError(
      .tokenRefused, message: "The authorization details have to be \(expected).", rule: .rfc(9396, "5"),
      remedy: "Write them as the API's documentation has them.",
      refusal: ProviderRefusal(error: "invalid_authorization_details"))
  }
}
