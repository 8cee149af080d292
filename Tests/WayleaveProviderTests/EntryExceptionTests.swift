import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleaveProvider

@Suite("An entry for many services: a value for which more differs than the value itself")
struct EntryExceptionTests {
  private static func entry(_ exceptions: JSON, words: [String]? = ["main", "sandbox"]) -> JSON {
    var variable: JSON.Object = JSON.Object()
    variable["name"] = "place"
    variable["meaning"] = "main, or sandbox"
    variable["example"] = "main"
    variable["usual"] = "main"
    variable["words"] = words.map { JSON($0) }
    variable["exceptions"] = exceptions
    return [
      "name": "shop", "protocol": "oauth2", "variables": [.object(variable)],
      "authorization_endpoint": "https://{place}.shop.example/authorize",
      "token_endpoint": "https://{place}.shop.example/token", "scopes": ["read"],
      "registration": ["page": "https://shop.example/apps", "hint": "Press the button."],
    ]
  }

  private static func service(_ provider: Provider) throws -> OAuth2Service {
    guard case .oauth2(let service) = provider.service else { throw OAuthError.malformedURL("oauth2", "") }
    return service
  }

  @Test("RFC 7396 §2: what differs takes the place of its key, null removes a key, and all else stays")
  func values() throws {
    let template = try ProviderTemplate(
      json: Self.entry([
        "sandbox": [
          "token_endpoint": "https://test.other.example/{place}", "scopes": .null,
          "registration": ["hint": "Ask."],
        ]
      ]))
    let (main, sandbox) = (try template("main"), try template("sandbox"))
    #expect(try Self.service(main).tokenEndpoint.url.text == "https://main.shop.example/token")
    #expect(try Self.service(sandbox).tokenEndpoint.url.text == "https://test.other.example/sandbox")
    #expect(
      try Self.service(sandbox)[.authorization]?.url.text == "https://sandbox.shop.example/authorize")
    #expect(try Self.service(main).scopes == ["read"] && Self.service(sandbox).scopes.isEmpty)
    #expect(sandbox.registration?.hint == "Ask." && sandbox.registration?.page == main.registration?.page)
    #expect(main.name == "shop" && sandbox.name == "shop.sandbox")
  }

  @Test("a variable that has exceptions needs no place of its own")
  func withoutPlace() throws {
    var object = try #require(Self.entry(["sandbox": ["token_endpoint": "https://test.example/t"]]).object)
    object["authorization_endpoint"] = "https://shop.example/a"
    object["token_endpoint"] = "https://shop.example/t"
    let template = try ProviderTemplate(json: .object(object))
    #expect(try Self.service(template("sandbox")).tokenEndpoint.url.text == "https://test.example/t")
  }

  @Test(
    "what is wrong with an exception is found, whichever value is asked for, and its place is named",
    arguments: [
      (["other": ["scopes": ["a"]]], "variables[0].exceptions.other"),
      (["sandbox": ["name": "evil"]], "variables[0].exceptions.sandbox.name"),
      (["sandbox": ["variables": []]], "variables[0].exceptions.sandbox.variables"),
      (["sandbox": ["protocol": "oauth1"]], "variables[0].exceptions.sandbox.protocol"),
      (["sandbox": ["token_endpoint": "http://shop.example"]], "variables[0].exceptions.sandbox"),
      (["sandbox": ["token_endpoint": .null]], "variables[0].exceptions.sandbox"),
      (["sandbox": ["tokn_endpoint": "https://shop.example"]], "variables[0].exceptions.sandbox"),
      (["sandbox": ["token_endpoint": "https://{other}.shop.example"]], "variables[0].exceptions.sandbox"),
    ] as [(JSON, String)])
  func refused(exceptions: JSON, member: String) {
    let json = Self.entry(exceptions)
    #expect(Provider.faults(in: json).map(\.error.member) == [member])
    #expect(throws: OAuthError.self) { try ProviderTemplate(json: json) }
  }

  @Test("an exception is a section")
  func sections() {
    for exceptions in [["sandbox": "https://shop.example"], ["sandbox"], "sandbox"] as [JSON] {
      #expect(!Provider.faults(in: Self.entry(exceptions)).isEmpty)
    }
  }

  @Test("an exception chooses no domain for a customer either")
  func domains() {
    let exceptions: JSON = ["acme": ["token_endpoint": "https://{place}.com/token"]]
    #expect(
      Provider.faults(in: Self.entry(exceptions, words: nil)).map(\.error.member) == ["variables[0].exceptions.acme"])
  }

  @Test("the hosts of an exception are among those that a person is warned of")
  func endpoints() {
    let json = Self.entry(["sandbox": ["token_endpoint": "https://elsewhere.example/t"]])
    #expect(EntryFormat.endpoints(in: json).map(\.text).contains("https://elsewhere.example/t"))
  }
}
