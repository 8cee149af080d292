import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@Suite("An entry of a user for many services: its variables")
struct EntryVariableTests {
  /// An entry with a change.
  private static func entry(_ change: (inout JSON.Object) -> Void = { _ in }) -> JSON {
    let json: JSON = [
      "name": "acme", "title": "Acme ({tenant})", "protocol": "oauth2",
      "variables": [["name": "tenant", "meaning": "the first part of your Acme address", "example": "customer1"]],
      "authorization_endpoint": "https://{tenant}.acme.example/authorize",
      "token_endpoint": "https://login.acme.example/{tenant}/token",
      "api_origins": ["https://{tenant}.api.acme.example"],
      "dialect": ["authorization_parameters": ["organization": "{tenant}"]],
      "identity": ["endpoint": "https://{tenant}.api.acme.example/users/{token.user}", "subject": "{id}"],
    ]
    var object = json.object ?? JSON.Object()
    change(&object)
    return .object(object)
  }

  private static func variable(_ form: String? = nil, words: [String]? = nil, usual: String? = nil) -> JSON {
    var object = JSON.Object()
    object["name"] = "tenant"
    object["meaning"] = "yours"
    object["example"] = .string(usual ?? words?.first ?? (form == "host" ? "a.example" : "customer1"))
    object["usual"] = JSON(usual)
    object["form"] = JSON(form)
    object["words"] = words.map { JSON($0) }
    return .object(object)
  }

  @Test("a value stands in every place of its name, and the name of the provider has it")
  func values() throws {
    let template = try ProviderTemplate(json: Self.entry())
    #expect(template.name == "acme" && template.variables.map(\.name) == ["tenant"])
    let provider = try template("customer2")
    #expect(provider.name == "acme.customer2" && provider.title == "Acme (customer2)")
    guard case .oauth2(let service) = provider.service else { throw OAuthError.malformedURL("oauth2", "") }
    #expect(service[.authorization]?.url.text == "https://customer2.acme.example/authorize")
    #expect(service.tokenEndpoint.url.text == "https://login.acme.example/customer2/token")
    #expect(provider.apiOrigins.map(\.description) == ["https://customer2.api.acme.example"])
    #expect(service.dialect.authorization.parameters["organization"] == "customer2")
    // What an answer says is filled in later.
    #expect(provider.identity?.endpoint?.template == "https://customer2.api.acme.example/users/{token.user}")
    #expect(provider.identity?.subject == "{id}")
    #expect(try Provider(json: provider.json) == provider && Provider(record: provider.json) == provider)
  }

  @Test("without a value a provider is the usual one, under the template's name; where none is usual, that is an error")
  func usual() throws {
    let error = #expect(throws: OAuthError.self) { try Provider(json: Self.entry()) }
    #expect(error?.code == .unknownProvider)
    let json = Self.entry { $0["variables"] = [Self.variable(usual: "main")] }
    #expect(try Provider(json: json).name == "acme")
    #expect(try ProviderTemplate(json: json)("main").name == "acme")
    #expect(try ProviderTemplate(json: json)("other").name == "acme.other")
    let plain = #expect(throws: OAuthError.self) {
      try ProviderTemplate(json: Self.entry { $0["variables"] = nil })
    }
    #expect(plain?.code == .malformedProvider)
  }

  @Test("a place of an answer is none of a variable, although it has the same name")
  func answers() throws {
    let json = Self.entry {
      $0["identity"] = [
        "endpoint": "https://{tenant}.api.acme.example/me", "subject": "{id}", "name": "{tenant} of {name}",
      ]
    }
    let provider = try ProviderTemplate(json: json)("customer2")
    #expect(provider.identity?.name == "{tenant} of {name}")
  }

  @Test(
    "a value stays in its part of the URL",
    arguments: [
      "evil.example/", "evil.example", "a@b", "a:b", "a/b", "a\\b", "..", ".", "", "A", "a b", "a%2fb", "a?b", "a#b",
      "-a", "a-", "a\u{0}", "a\n", "{id}", "{tenant}", "caf\u{E9}", String(repeating: "a", count: 64),
    ])
  func hostileValues(value: String) throws {
    let template = try ProviderTemplate(json: Self.entry())
    let error = #expect(throws: OAuthError.self) { try template(value) }
    #expect(error?.code == .invalidValue)
    #expect(throws: OAuthError.self) { try template() }
    #expect(throws: OAuthError.self) { try template("a", "b") }
  }

  @Test("where only listed words can be, a refusal names them: of a value, of the example and of the usual value")
  func namedWords() throws {
    let right = Self.entry { $0["variables"] = [Self.variable(words: ["us", "eu"])] }
    let template = try ProviderTemplate(json: right)
    #expect(try template("eu").name == "acme.eu")
    let error = #expect(throws: OAuthError.self) { try template("asia") }
    #expect(error?.code == .invalidValue && error?.expected == "it is one of us, eu")
    for key in ["example", "usual"] {
      var variable = Self.variable(words: ["us", "eu"]).object ?? JSON.Object()
      variable[key] = "asia"
      let faults = Provider.faults(in: Self.entry { $0["variables"] = [.object(variable)] })
      #expect(faults.map(\.error.expected) == ["one of us, eu at “variables[0].\(key)”"])
    }
  }

  @Test(
    "a customer chooses no domain of another owner, unless the variable is a whole host or one of listed words",
    arguments: [
      ("https://{tenant}.acme.example/a", "label", true), ("https://acme-{tenant}.acme.example/a", "label", true),
      ("https://{tenant}-eu.acme.example/a", "label", true), ("https://acme.example/{tenant}", "label", true),
      ("https://acme.example/a?t={tenant}", "label", true), ("https://{tenant}.acme.example:8443/a", "label", true),
      ("https://{tenant}/a", "label", false), ("https://{tenant}.example/a", "label", false),
      ("https://acme.{tenant}/a", "label", false), ("https://{tenant}acme.example/a", "label", false),
      ("https://acme.example.{tenant}/a", "label", false), ("https://acme.example:{tenant}/a", "label", false),
      ("https://{tenant}@acme.example/a", "label", false), ("{tenant}://acme.example/a", "label", false),
      ("https://{tenant}.0.0.1/a", "label", false), ("https://{tenant}.acme.example/a", "label_or_host", true),
      ("https://{tenant}/a", "label_or_host", false), ("https://{tenant}/a", "host", true),
      ("https://login.{tenant}/a", "host", true), ("https://{tenant}.acme.example/a", "segment", false),
      ("https://acme.example/{tenant}/a", "segment", true), ("https://{tenant}.co.uk/a", "label", false),
      ("https://{tenant}.acme.co.uk/a", "label", true), ("https://{tenant}.com.br/a", "label", false),
      ("https://{tenant}-login.github.io/a", "label", false), ("https://{tenant}.acme.github.io/a", "label", true),
      ("https://{tenant}.com/a", "label", false), ("https://{tenant}.or.jp/a", "label_or_host", false),
      ("https://co.{tenant}.acme.example/a", "label", true), ("https://{tenant}.co.example/a", "label", true),
    ])
  func domains(url: String, form: String, isRight: Bool) throws {
    let json = Self.entry {
      $0["variables"] = [Self.variable(form)]
      $0["authorization_endpoint"] = .string(url)
      $0["token_endpoint"] = "https://acme.example/{tenant}"
      $0["api_origins"] = nil
      $0["identity"] = nil
    }
    let members = Provider.faults(in: json).map(\.error.member)
    #expect(members == (isRight ? [] : ["authorization_endpoint"]))
    let template = try? ProviderTemplate(json: json)
    #expect((template != nil) == isRight)
  }

  @Test("an address of numbers is no domain, also where the example makes a whole one of it")
  func numbers() throws {
    for (host, members) in [("{tenant}.0.0.1", ["authorization_endpoint"]), ("{tenant}.acme.example", [])] {
      let json = Self.entry {
        $0["variables"] = [Self.variable("label", usual: "10")]
        $0["authorization_endpoint"] = .string("https://\(host)/authorize")
        $0["token_endpoint"] = "https://acme.example/{tenant}"
        $0["api_origins"] = nil
        $0["identity"] = nil
      }
      #expect(Provider.faults(in: json).map(\.error.member) == members)
    }
  }

  @Test("the host above those of all customers names none of them: its value is asked for")
  func hostOfAll() throws {
    let template = try ProviderTemplate(json: Self.entry())
    let error = #expect(throws: OAuthError.self) { try template.provider(named: "acme.example") }
    #expect(error?.code == .unknownProvider)
    #expect(try template.provider(named: "acme.customer2")?.name == "acme.customer2")
  }

  @Test("a host with a value is https, whatever the example is, unless the user allows http")
  func insecureHosts() throws {
    for (variable, url) in [
      (Self.variable(words: ["localhost", "evil.example"]), "http://{tenant}/authorize"),
      (Self.variable(words: ["127.0.0.1", "evil.example"]), "HTTP://{tenant}:8000/authorize"),
    ] {
      func entry(_ url: String) -> JSON {
        Self.entry {
          $0["variables"] = [variable]
          $0["authorization_endpoint"] = .string(url)
          $0["token_endpoint"] = "http://localhost/{tenant}/token"
          $0["api_origins"] = nil
          $0["identity"] = nil
        }
      }
      let members = Provider.faults(in: entry(url)).map(\.error.member)
      #expect(members == ["authorization_endpoint"])
      #expect(throws: OAuthError.self) { try ProviderTemplate(json: entry(url)) }
      #expect(Provider.faults(in: entry(url), allowingHTTP: true).isEmpty)
      #expect(Provider.faults(in: entry("https://{tenant}/authorize")).isEmpty)
    }
  }

  @Test("words may be the end of a host, and no other value is taken")
  func words() throws {
    let json = Self.entry {
      $0["variables"] = [Self.variable(words: ["com", "co.uk"])]
      $0["authorization_endpoint"] = "https://acme.{tenant}/authorize"
      $0["token_endpoint"] = "https://login.acme.{tenant}/token"
      $0["api_origins"] = nil
      $0["identity"] = nil
    }
    let template = try ProviderTemplate(json: json)
    #expect(try template("co.uk").tokenOrigins.map(\.description) == ["https://login.acme.co.uk"])
    #expect(try template.provider(named: "acme.co.uk")?.name == "acme.co.uk")
    #expect(throws: OAuthError.self) { try template("org") }
  }

  @Test(
    "what is declared wrongly is found at its key",
    arguments: [
      ("name", "Tenant"), ("name", "token"), ("name", "unused"), ("name", .null), ("meaning", .null),
      ("example", .null), ("example", "not.a.label"), ("usual", "a/b"), ("form", "any"),
      ("words", ["a/b", "customer1"]), ("patern", "a"),
    ] as [(String, JSON)])
  func declarations(key: String, value: JSON) throws {
    var variable = Self.variable().object ?? JSON.Object()
    variable[key] = value
    let member = "variables[0].\(key)"
    let json = Self.entry { $0["variables"] = [.object(variable)] }
    let faults = Provider.faults(in: json)
    #expect(faults.contains { $0.error.member == member && $0.error.code == .malformedProvider }, "\(faults)")
    #expect(throws: OAuthError.self) { try ProviderTemplate(json: json) }
    #expect(throws: OAuthError.self) { try Provider(json: json) }
  }

  @Test("a variable that is used nowhere is named with the place to write, also next to a misspelt place")
  func unused() throws {
    let json = Self.entry {
      $0["authorization_endpoint"] = "https://{tenent}.acme.example/authorize"
      $0["token_endpoint"] = "https://acme.example/token"
      $0["api_origins"] = nil
      $0["identity"] = nil
      $0["dialect"] = nil
    }
    let faults = Provider.faults(in: json).map(\.error)
    #expect(Set(faults.map(\.member)) == ["variables[0].name", "authorization_endpoint"])
    #expect(faults.contains { $0.expected == "a place {tenant}" })
  }

  @Test(
    "the title of a template is shown without the words that have a value in them",
    arguments: [
      ("Acme ({tenant})", "Acme"), ("Acme - {tenant}", "Acme"), ("{tenant}'s Shop 24", "Shop 24"),
      ("Acme Ltd.", "Acme Ltd."),
      ("{tenant}", "customer1"),
    ])
  func title(text: String, shown: String) throws {
    let template = try ProviderTemplate(json: Self.entry { $0["title"] = .string(text) })
    #expect(template.title == shown)
    #expect(try template("customer2").title == text.replacing("{tenant}", with: "customer2"))
  }

  @Test("form or words, and not both: the fault is at words", arguments: ["label", "host", "segment"])
  func formAndWords(form: String) throws {
    let json = Self.entry { $0["variables"] = [Self.variable(form, words: ["a", "b"])] }
    let faults = Provider.faults(in: json)
    #expect(faults.map(\.error.member) == ["variables[0].words"] && faults[0].error.code == .malformedProvider)
    let words = Self.entry { $0["variables"] = [Self.variable(words: ["a", "b"])] }
    #expect(Provider.faults(in: words).isEmpty && Provider.faults(in: Self.entry()).isEmpty)
  }

  @Test("a place that no variable explains is named, with what to write")
  func undeclared() throws {
    let json = Self.entry { $0["variables"] = nil }
    let faults = Provider.faults(in: json)
    let members = ["authorization_endpoint", "token_endpoint", "api_origins[0]", "identity.endpoint"]
    #expect(Set(faults.map(\.error.member)) == Set(members) && faults.count == members.count)
    #expect(faults.allSatisfy { $0.error.remedy.description.contains("- name: tenant") })
  }
}

@Suite("An entry with two values in its name")
struct TwoValueTests {
  @Test("the value that may have periods gets what the other leaves")
  func keycloak() throws {
    let provider = try #require(Provider.builtIn(named: "keycloak.login.example.com.My_Realm"))
    #expect(provider.name == "keycloak.login.example.com.My_Realm")
    #expect(provider.issuer == "https://login.example.com/realms/My_Realm")
    #expect(try Provider.keycloak("login.example.com", "My_Realm") == provider)
    for name in [
      "keycloak", "keycloak.master", "keycloak.localhost.master", "keycloak.login.example.com.", "keycloak..master",
      "keycloak.login.example.com.a b", "keycloak.login.example.com/x.master",
    ] { #expect(Provider.builtIn(named: ProviderName(name)) == nil, "\(name)") }
  }

  @Test("what each value was read as is said where there are two")
  func reading() throws {
    let two = try #require(Provider.builtInTemplate(named: "keycloak"))
    #expect(two.reading(of: "keycloak.login.example.com.master") == "host login.example.com, realm master")
    for name in ["keycloak", "keycloak.master", "zendesk.acme"] as [ProviderName] {
      #expect(two.reading(of: name) == nil, "\(name)")
    }
    let one = try #require(Provider.builtInTemplate(named: "zendesk"))
    #expect(one.reading(of: "zendesk.acme") == nil)
  }

  @Test("a value that can have no periods is one word")
  func cognito() throws {
    let provider = try #require(Provider.builtIn(named: "cognito.eu-central-1.ab12CD34e"))
    #expect(provider.issuer == "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_ab12CD34e")
    for name in ["cognito.eu-central-1", "cognito.eu-central-1.a.b", "cognito.EU.a"] {
      #expect(Provider.builtIn(named: ProviderName(name)) == nil, "\(name)")
    }
  }

  @Test("two variables with periods are refused: the name could be read in two ways")
  func ambiguous() throws {
    func entry(_ second: String) -> JSON {
      [
        "name": "acme", "protocol": "openid", "issuer": "https://{host}/{second}",
        "variables": [
          ["name": "host", "meaning": "its host", "example": "a.example", "form": "host"],
          ["name": "second", "meaning": "another", "example": "b.example", "form": .string(second)],
        ],
      ]
    }
    #expect(Provider.faults(in: entry("host")).map(\.error.member) == ["variables[1]"])
    #expect(Provider.faults(in: entry("segment")).map(\.error.member) == ["variables[1].example"])
  }

  @Test("a host that is the usual one is a name, and so is the template's own name")
  func usualHosts() throws {
    for (name, template) in [("mastodon.social", "mastodon"), ("gitlab.com", "gitlab"), ("gitea.com", "gitea")] {
      #expect(Provider.builtIn(named: ProviderName(name)) == Provider.builtIn(named: ProviderName(template)))
    }
    #expect(Provider.builtIn(named: "mastodon.mastodon.social")?.name == "mastodon")
    #expect(Provider.builtIn(named: "mastodon.fosstodon.org")?.name == "mastodon.fosstodon.org")
    #expect(Provider.builtIn(named: "mastodon.fosstodon") == nil)
  }
}
