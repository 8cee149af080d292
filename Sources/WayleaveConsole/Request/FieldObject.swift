import WayleaveWire

/// The JSON object that `-f` options describe: `name=text`, and `name:=JSON` for what is not a text.
struct FieldObject {
  private var object = JSON.Object()

  var json: JSON { .object(object) }

  init(_ fields: [String]) throws(OAuthError) {
    for field in fields {
      let (name, value) = try Self.member(field)
      guard object[name] == nil else { throw .repeatedField(name) }
      object[name] = value
    }
  }

  /// The first “=” ends the name; a colon directly before it says that the value is JSON.
  private static func member(_ field: String) throws(OAuthError) -> (name: String, value: JSON) {
    let bytes = Array(field.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { throw .malformedField(field) }
    let isJSON = equals > 0 && bytes[equals - 1] == UInt8(ascii: ":")
    let name = String(decoding: bytes[..<(isJSON ? equals - 1 : equals)], as: UTF8.self)
    let value = Array(bytes[(equals + 1)...])
    guard !name.isEmpty else { throw .malformedField(field) }
    guard isJSON else { return (name, .string(String(decoding: value, as: UTF8.self))) }
    guard let json = try? JSON(decoding: value, maximumDepth: JSON.shownDepth) else { throw .noJSON(in: name) }
    return (name, json)
  }
}

extension OAuthError {
  private static let rule = Rule.wayleave("-f takes name=text or name:=JSON, each name once")

  fileprivate static func malformedField(_ field: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(field))” is neither name=text nor name:=JSON.", rule: rule,
      remedy: "Give each field of -f a name.")
  }

  fileprivate static func noJSON(in name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The value of “\(DisplayText.clean(name))” is not JSON, and := says that it is.",
      rule: rule, remedy: "For a text write \(DisplayText.clean(name))=TEXT.")
  }

  fileprivate static func repeatedField(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "-f names “\(DisplayText.clean(name))” twice.", rule: rule,
      remedy: "For a list write \(DisplayText.clean(name)):='[\"a\",\"b\"]'.")
  }
}
