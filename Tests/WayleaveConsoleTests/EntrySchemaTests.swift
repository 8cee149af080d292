import Foundation
import Testing
import WayleaveProvider
import WayleaveWire

@Suite("wayleave providers schema: what the JSON Schema says of the texts of an entry")
struct EntrySchemaTests {
  private static func entry(_ change: (inout JSON.Object) -> Void = { _ in }) -> JSON {
    let json: JSON = [
      "name": "shop", "protocol": "oauth2", "token_endpoint": "https://{tenant}.shop.example/token", "scopes": ["a"],
      "api_domains": ["{tenant}.shop.example"], "api_origins": ["http://127.0.0.1:8080"],
      "registration": ["page": "https://shop.example/apps"],
      "identity": ["endpoint": "https://shop.example/{token.id}", "subject": "{a.[b=c].id}", "name": "{a} {b}"],
      "variables": [["name": "tenant", "meaning": "yours", "example": "acme"]],
    ]
    var object = json.object ?? JSON.Object()
    change(&object)
    return .object(object)
  }

  @Test("every built-in entry meets it, and so does an entry with variables")
  func accepted() throws {
    for provider in Provider.builtIn + Provider.builtInTemplates.compactMap({ try? $0.example() }) {
      #expect(try Self.isValid(provider.json), "\(provider.name)")
    }
    #expect(try Self.isValid(Self.entry()))
    #expect(Provider.faults(in: Self.entry()).isEmpty)
  }

  @Test(
    "what the checker refuses because of its shape, the schema refuses too",
    arguments: [
      ("name", "Shop"), ("name", "shop.é"), ("token_endpoint", "http://shop.example"),
      ("token_endpoint", "https://shop.example/a b"), ("token_endpoint", "https://shop.example/#f"),
      ("token_endpoint", "shop/token"), ("scopes", ["a b"]), ("scopes", ["a\""]), ("scopes", [""]),
      ("api_domains", ["Shop.example"]), ("api_origins", ["ftp://shop.example"]), ("registration", ["page": "shop"]),
      ("identity", ["subject": "me"]), ("identity", ["subject": "{email}"]), ("identity", ["subject": "{user.mail}"]),
      ("identity", ["subject": "{id"]), ("identity", ["subject": "{id}", "name": "a}"]),
      ("variables", [["name": "Tenant", "meaning": "yours", "example": "acme"]]), ("nmae", "shop"),
    ] as [(String, JSON)])
  func refused(key: String, value: JSON) throws {
    let json = Self.entry { $0[key] = value }
    #expect(try !Self.isValid(json))
    #expect(!Provider.faults(in: json).isEmpty)
  }

  private static func isValid(_ json: JSON) throws -> Bool {
    try (EntryFormat.schema["oneOf"]?.array ?? []).count { try isValid(json, by: $0) } == 1
  }

  /// As much of JSON Schema as ours uses.
  private static func isValid(_ json: JSON, by schema: JSON) throws -> Bool {
    if let value = schema["const"] { return json == value }
    if let words = schema["enum"]?.array { return words.contains(json) }
    if let text = json.string {
      let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string].compactMap(\.self)
      guard types.contains("string") else { return false }
      return try schema["pattern"]?.string.map { try text.isFound(by: $0) } ?? true
        && schema["not"]?["pattern"]?.string.map { try !text.isFound(by: $0) } ?? true
    }
    if let elements = json.array {
      guard schema["type"]?.string == "array", let items = schema["items"] else { return false }
      return try elements.allSatisfy { try isValid($0, by: items) }
    }
    guard let object = json.object else { return true }
    guard schema["type"]?.string == "object" else { return false }
    let keys = schema["properties"]?.object
    let needed = (schema["required"]?.array ?? []).compactMap(\.string)
    return try needed.allSatisfy { object[$0] != nil }
      && object.members.allSatisfy { member in
        guard let schema = keys?[member.name] ?? schema["additionalProperties"] else { return false }
        return try schema != false && isValid(member.value, by: schema)
      }
  }
}

extension String {
  fileprivate func isFound(by pattern: String) throws -> Bool {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.firstMatch(in: self, range: NSRange(startIndex..<endIndex, in: self)) != nil
  }
}
