import HTTPTypes
public import WayleaveWire

/// A token endpoint's refusal.
///
/// RFC 6749 §5.2. A client reads it as the error that ``TokenResponse/init(reading:dialect:)`` throws.
public struct TokenErrorResponse: Sendable, Equatable {
  /// The word for the failure, such as `invalid_grant`.
  public var error: String
  /// What to add for people.
  public var description: String?

  /// A refusal.
  public init(_ error: String, description: String? = nil) {
    self.error = error
    self.description = description
  }

  /// The answer on the wire: 401 for `invalid_client`, else 400; no cache may store it.
  public func response() -> ResponseMessage {
    var members = JSON.Object()
    members["error"] = .string(error)
    members["error_description"] = description.map(JSON.string)
    var response = ResponseMessage(error == "invalid_client" ? .unauthorized : .badRequest, json: .object(members))
    response.head.headerFields[.cacheControl] = "no-store"
    if error == "invalid_client" { response.head.headerFields[.wwwAuthenticate] = "Basic realm=\"token endpoint\"" }
    return response
  }
}
