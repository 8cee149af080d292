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
    for template in Provider.builtInTemplates { #expect(try Self.isValid(template.description), "\(template.name)") }
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
      ("documentation", "http://shop.example"), ("documentation", "shop"), ("checked", "yesterday"),
      ("checked", "2026-13-01"), ("checked", "2026-1-1"), ("checked", ""), ("status", "retired"), ("status", ""),
    ] as [(String, JSON)])
  func refused(key: String, value: JSON) throws {
    let json = Self.entry { $0[key] = value }
    #expect(try !Self.isValid(json))
    #expect(!Provider.faults(in: json).isEmpty)
  }

  @Test(
    "the reader and the schema say the same of a name",
    arguments: [
      ("a", true), ("shop-2", true), ("shop.North_1", true), ("a.b.C", true),
      (String(repeating: "a", count: 128), true),
      (String(repeating: "a", count: 129), false), ("a." + String(repeating: "b", count: 127), false), ("", false),
      ("Shop", false), ("shop_2", false), ("shop.", false), (".shop", false), ("a..b", false), ("shop é", false),
    ])
  func names(text: String, isRight: Bool) throws {
    try Self.expect(Self.entry { $0["name"] = .string(text) }, isRight)
  }

  @Test(
    "the reader and the schema say the same of a domain",
    arguments: [
      ("shop.example", true), ("a-b.shop.example", true), ("{tenant}.shop.example", true), ("7.example", true),
      ("x-{tenant}.shop.example", true), (String(repeating: "a", count: 63) + ".example", true), ("example", false),
      (String(repeating: "a", count: 64) + ".example", false), ("a_b.example", false), ("-a.example", false),
      ("a-.example", false), ("a..example", false), (".example", false), ("example.", false), ("", false),
      ("Shop.example", false), ("{tenant}-.shop.example", false), ("{Tenant}.shop.example", false),
      (String(repeating: "a.", count: 46) + "example", true), (String(repeating: "a.", count: 47) + "example", false),
    ])
  func domains(text: String, isRight: Bool) throws {
    try Self.expect(Self.entry { $0["api_domains"] = [.string(text)] }, isRight)
  }

  @Test(
    "the reader and the schema say the same of a subject",
    arguments: [
      ("{id}", true), ("user {a.b}/{c}", true), ("{mailbox}", true), ("{email.id}", true), ("{e.mail_id}", true),
      ("{email}", false), ("{EMAIL}", false), ("{MAIL}", false), ("{mail}", false), ("{_mail-}", false),
      ("{m_a_il}", false), ("{E-Mail}", false), ("{e__mail}", false), ("{user.primaryEMailAddress}", false),
      ("{id}{user.Mail}", false), ("id", false), ("", false), ("{}", false), ("{a..b}", false), ("{.a}", false),
      ("{a.}", false), ("{a", false), ("a}", false), ("{a{b}}", false),
    ])
  func subjects(text: String, isRight: Bool) throws {
    let endpoint: JSON = "https://shop.example/me"
    try Self.expect(Self.entry { $0["identity"] = ["endpoint": endpoint, "subject": .string(text)] }, isRight)
  }

  @Test(
    "the reader and the schema say the same of a variable's name",
    arguments: [
      ("tenant", true), ("a", true), ("a_2", true), (String(repeating: "a", count: 32), true),
      (String(repeating: "a", count: 33), false), ("2a", false), ("_a", false), ("A", false), ("a-b", false),
      ("token", false), ("client_id", false), ("tokens", true),
    ])
  func variables(text: String, isRight: Bool) throws {
    let json = Self.entry {
      $0["variables"] = [["name": .string(text), "meaning": "yours", "example": "acme"]]
      $0["token_endpoint"] = .string("https://shop.example/{\(text)}")
      $0["api_domains"] = nil
    }
    try Self.expect(json, isRight)
  }

  @Test(
    "the reader and the schema say the same of a scope",
    arguments: [
      ("a", true), ("https://a.example/b?c", true), ("", false), ("a b", false), ("\\", false), ("\"", false),
      ("é", false),
    ])
  func scopes(text: String, isRight: Bool) throws {
    try Self.expect(Self.entry { $0["scopes"] = [.string(text)] }, isRight)
  }

  private static func expect(_ json: JSON, _ isRight: Bool) throws {
    #expect(Provider.faults(in: json).isEmpty == isRight)
    #expect(try isValid(json) == isRight)
  }

  private static func isValid(_ json: JSON) throws -> Bool {
    try (EntryFormat.schema["oneOf"]?.array ?? []).count { try isValid(json, by: $0) } == 1
  }

  /// As much of JSON Schema as ours uses.
  private static func isValid(_ json: JSON, by schema: JSON) throws -> Bool {
    if schema == true { return true }
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
