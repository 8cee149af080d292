public import WayleaveWire

/// The `Authorization` header of OAuth 1.0a: names and values percent-encoded, quoted, separated by commas.
///
/// RFC 5849 §3.5.1.
public struct AuthorizationHeader: Sendable, Equatable {
  /// The realm, which is never signed; nil when there is none.
  public let realm: String?
  /// The parameters in order, decoded, without the realm.
  public let parameters: Form

  /// Writes parameters as the value of the header.
  public static func value(of parameters: Form) -> String {
    var text = Array("OAuth ".utf8)
    for (index, field) in parameters.fields.enumerated() {
      if index > 0 { text += Array(", ".utf8) }
      PercentEncoding.append(field.name, to: &text)
      text += Array("=\"".utf8)
      PercentEncoding.append(field.value, to: &text)
      text.append(UInt8(ascii: "\""))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the value of a header; nil when its scheme is another, thrown when it is OAuth and malformed.
  public init?(reading value: String) throws(OAuthError) {
    guard value.utf8.prefix(5).map(\.lowercased) == Array("oauth".utf8),
      value.utf8.dropFirst(5).first.map({ $0 == UInt8(ascii: " ") }) ?? true
    else { return nil }
    guard let challenge = Challenge.list(in: value)?.first, Challenge.list(in: value)?.count == 1,
      challenge.token68 == nil
    else { throw .malformedAuthorizationHeader() }
    var parameters = Form()
    for (name, quoted) in challenge.parameters where name != "realm" {
      guard let decodedName = PercentEncoding.decode(Array(name.utf8)),
        let decodedValue = PercentEncoding.decode(Array(quoted.utf8))
      else { throw .malformedAuthorizationHeader() }
      parameters.fields.append(Form.Field(name: decodedName, value: decodedValue))
    }
    realm = challenge["realm"]
    self.parameters = parameters
  }
}

extension OAuthError {
  fileprivate static func malformedAuthorizationHeader() -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .rfc(5849, "3.5.1"), expected: "OAuth name=\"value\" pairs, each name once",
      received: .described("another Authorization header"), remedy: "Whoever signed the request must mend the header.")
  }
}
