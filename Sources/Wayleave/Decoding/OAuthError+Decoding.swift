import WayleaveWire

extension OAuthError {
  /// Why an answer cannot be read as a type, with the place: `answer.unexpected`, whose member is the path.
  ///
  /// Nothing of the value is in it, since a value may be a secret.
  static func undecodable(_ error: any Error, as type: Any.Type) -> OAuthError {
    guard let error = error as? DecodingError else { return .undecodable(at: "", "a value of the type \(type)") }
    switch error {
    case .keyNotFound(let key, let context): return .missing(at: path(context.codingPath + [key]))
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      return .undecodable(at: path(context.codingPath), words(for: type))
    case .dataCorrupted(let context): return .undecodable(at: path(context.codingPath), "a value that the type knows")
    @unknown default: return .undecodable(at: "", "a value of the type \(type)")
    }
  }

  /// The steps to a value, as `response.users.0.name`.
  private static func path(_ steps: [any CodingKey]) -> String { steps.map(\.stringValue).joined(separator: ".") }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is Double.Type, is Float.Type: "a number"
    case is any FixedWidthInteger.Type: "a whole number that fits \(type)"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a value of the type \(type)"
    }
  }

  private static func missing(at path: String) -> OAuthError {
    undecodable(at: path, message: "The answer has no “\(DisplayText.clean(path, limit: 200))”.")
  }

  private static func undecodable(at path: String, _ wanted: String) -> OAuthError {
    let place = path.isEmpty ? "The answer" : "“\(DisplayText.clean(path, limit: 200))” in the answer"
    return undecodable(at: path, message: "\(place) is not \(wanted).")
  }

  private static func undecodable(at path: String, message: String) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: message, rule: .rfc(8259, "3"),
      remedy: "Compare your type with the documentation of the API.", member: path.isEmpty ? nil : path)
  }
}
