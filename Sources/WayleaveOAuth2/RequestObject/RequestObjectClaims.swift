import WayleaveWire

/// Parameters as members of a JWT, and back.
///
/// RFC 9101 §4: "parameter names and string values MUST be included as JSON strings. … Numerical values MUST be included
/// as JSON numbers."
enum RequestObjectClaims {
  /// What a JWT says of itself, and is no parameter.
  private static let registered = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"]
  /// Parameters whose text is itself JSON: OpenID Connect Core §5.5, RFC 9396 §2.
  private static let structured = ["claims", "authorization_details"]
  /// The parameter that a request may repeat: RFC 8707 §2.
  private static let repeatable = "resource"
  /// The one parameter that is a number: OpenID Connect Core §3.1.2.1.
  private static let numerical = "max_age"

  static func add(_ parameters: Form, to claims: inout JSON.Object) throws(OAuthError) {
    for field in parameters.fields {
      let name = String(decoding: field.name, as: UTF8.self)
      guard !registered.contains(where: { $0.hasSameBytes(as: name) }) else {
        throw .malformedRequestObject("a parameter that is no claim of the JWT itself", "4")
      }
      claims[name] = try json(of: name, in: parameters)
    }
  }

  static func parameters(in claims: JSON.Object) throws(OAuthError) -> Form {
    var form = Form()
    for member in claims.members where !registered.contains(where: { $0.hasSameBytes(as: member.name) }) {
      for text in try texts(of: member) { form.append(member.name, text) }
    }
    return form
  }

  private static func json(of name: String, in parameters: Form) throws(OAuthError) -> JSON {
    if name.hasSameBytes(as: repeatable), parameters.values(of: name).count > 1 {
      return JSON(parameters.values(of: name).map { String(decoding: $0, as: UTF8.self) })
    }
    let text = try parameters.text(of: name) ?? ""
    if structured.contains(where: { $0.hasSameBytes(as: name) }) { return try JSON(decoding: Array(text.utf8)) }
    if name.hasSameBytes(as: numerical), let number = Int64(text) { return JSON(number) }
    return .string(text)
  }

  private static func texts(of member: JSON.Object.Member) throws(OAuthError) -> [String] {
    switch member.value {
    case .string(let text): return [text]
    case .number(let digits): return [digits]
    case .object where structured.contains(where: { $0.hasSameBytes(as: member.name) }),
      .array where structured.contains(where: { $0.hasSameBytes(as: member.name) }):
      return [member.value.encodedText()]
    case .array(let elements) where member.name.hasSameBytes(as: repeatable):
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count, !texts.isEmpty else { break }
      return texts
    default: break
    }
    throw .malformedRequestObject("“\(DisplayText.clean(member.name, limit: 60))” as a text or number", "4")
  }
}
