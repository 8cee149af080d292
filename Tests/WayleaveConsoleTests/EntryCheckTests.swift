import Testing
import WayleaveConsole
import WayleaveProvider
import WayleaveTestSupport
import WayleaveWire

@Suite("wayleave providers check: what is wrong with an entry, and where")
struct EntryCheckTests {
  /// A correct entry with a change.
  private static func entry(_ wrong: String = "", for right: String = "") -> String {
    let text = """
      format: 1
      name: shop
      protocol: oauth2
      authorization_endpoint: https://shop.example/authorize
      token_endpoint: https://shop.example/token
      api_origins:
        - https://api.shop.example
      dialect:
        client_authentication: client_secret_post
        refusals:
          - word: gone
            means: grant_gone
      identity:
        endpoint: https://api.shop.example/me
        subject: "{id}"

      """
    return right.isEmpty ? text : text.replacing(right, with: wrong)
  }

  private func places(_ text: String) -> [String] {
    EntryCheck(of: text, at: "a.yaml").findings.map { finding in
      let place = finding.place.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(finding.severity) \(place) \(finding.error.code.rawValue) \(finding.error.member ?? "-")"
    }
  }

  @Test("a correct entry has no findings")
  func correct() throws {
    let check = EntryCheck(of: Self.entry(), at: "a.yaml", named: "shop")
    #expect(!check.hasErrors && check.findings.isEmpty && check.entry?.name == "shop")
    #expect(check.json["valid"] == true && check.json["name"] == "shop" && check.json["findings"]?.array == [])
  }

  @Test(
    "a text that a terminal hides or obeys is a warning, in the title as anywhere else",
    arguments: [
      ("title: \"Sh\\u202Eop\"\nname: shop", "name: shop", "warning 2:8 configuration.malformed_provider title"),
      ("title: \"\\e[2JShop\"\nname: shop", "name: shop", "warning 2:8 configuration.malformed_provider title"),
      ("title: \"Sh\\u200Bop\"\nname: shop", "name: shop", "warning 2:8 configuration.malformed_provider title"),
    ])
  func hiddenCharacters(wrong: String, right: String, finding: String) {
    let text = Self.entry(wrong, for: right)
    #expect(places(text) == [finding])
    let shown = EntryCheck(of: text, at: "a.yaml").text(in: TextLayout(width: .max))
    #expect(!shown.contains("\u{202E}") && !shown.contains("\u{1B}") && shown.contains("\\u{"), "\(shown)")
    #expect(places(Self.entry("title: Größe 店\nname: shop", for: right)) == [])
  }

  @Test(
    "each mistake is found at its line and column",
    arguments: [
      ("dialekt:", "dialect:", "8:1 configuration.malformed_provider dialekt"),
      ("    - wort: gone", "    - word: gone", "11:7 configuration.malformed_provider dialect.refusals[0].wort"),
      ("protocl:", "protocol:", "3:1 configuration.malformed_provider protocl"),
      ("", "protocol: oauth2\n", "1:1 configuration.malformed_provider protocol"),
      ("oauth9", "oauth2", "3:11 configuration.malformed_provider protocol"),
      ("http://shop.example/token", "https://shop.example/token", "5:17 wire.insecure_url token_endpoint"),
      ("shop/token", "https://shop.example/token", "5:17 wire.malformed_url token_endpoint"),
      ("https://api.shop.example/v1\n", "https://api.shop.example\n", "7:5 wire.malformed_url api_origins[0]"),
      (
        "client_secret_mail", "client_secret_post",
        "9:26 configuration.malformed_provider dialect.client_authentication"
      ),
      ("lost", "grant_gone", "12:14 configuration.malformed_provider dialect.refusals[0].means"),
      ("\"{id\"", "\"{id}\"", "15:12 configuration.malformed_provider identity.subject"),
      ("\"{}\"", "\"{id}\"", "15:12 configuration.malformed_provider identity.subject"),
      ("me", "\"{id}\"", "15:12 configuration.malformed_provider identity.subject"),
      ("\"{id}\"\n  name: \"{a..b}\"", "\"{id}\"", "16:9 configuration.malformed_provider identity.name"),
      (
        "https://api.shop.example/{me", "https://api.shop.example/me",
        "14:13 configuration.malformed_provider identity.endpoint"
      ),
      (
        "client_secret_post\n  git_user: \"ada\\nhost=evil.example\"", "client_secret_post",
        "10:13 configuration.malformed_provider dialect.git_user"
      ),
      ("2", "1", "1:9 configuration.malformed_provider format"),
      ("", "  subject: \"{id}\"\n", "13:1 configuration.malformed_provider identity.subject"),
      ("", "token_endpoint: https://shop.example/token\n", "1:1 configuration.malformed_provider token_endpoint"),
      (
        "api_origins: [7]\n", "api_origins:\n  - https://api.shop.example\n",
        "6:15 configuration.malformed_provider api_origins[0]"
      ),
      ("\tdialect:", "dialect:", "8:1 configuration.malformed_provider -"),
      ("  \tsubject", "  subject", "15:3 configuration.malformed_provider -"),
      ("protocol: oauth2\nname: x", "protocol: oauth2", "4:1 configuration.malformed_provider name"),
      ("  endpoint: x\n  subject", "  subject", "15:3 configuration.malformed_provider endpoint"),
      ("? [a]\n: b\ndialect:", "dialect:", "8:3 configuration.malformed_provider -"),
      ("name: \"sh\u{1}op\"", "name: shop", "2:10 configuration.malformed_provider -"),
      ("name: [shop", "name: shop", "3:9 configuration.malformed_provider -"),
      ("name: shop\n---", "name: shop", "3:1 configuration.malformed_provider -"),
    ])
  func place(wrong: String, right: String, finding: String) {
    #expect(places(Self.entry(wrong, for: right)) == ["error \(finding)"])
  }

  @Test("everything that is wrong is found at once; a misspelt key explains the one that is missing for it")
  func all() {
    let text = """
      name: A b
      protocol: oauth2
      token_endpiont: https://a.example/t
      revocation_endpoint: http://a.example/r
      dialect:
        pkce: maybe
        pksce: true
      identity:
        endpoint: https://a.example/me
      """
    #expect(
      places(text) == [
        "error 1:7 configuration.malformed_provider name",
        "error 3:1 configuration.malformed_provider token_endpiont",
        "error 4:22 wire.insecure_url revocation_endpoint",
        "error 6:9 configuration.malformed_provider dialect.pkce",
        "error 7:3 configuration.malformed_provider dialect.pksce",
        "error 8:1 configuration.malformed_provider identity.subject",
      ])
  }

  @Test("a file of another name, and a name of the program, are found at the name")
  func names() {
    let misnamed = EntryCheck(of: Self.entry(), at: "a.yaml", named: "store")
    #expect(misnamed.hasErrors && misnamed.findings.map(\.place) == [TextPlace(line: 2, column: 7)])
    let taken = EntryCheck(of: Self.entry(), at: "a.yaml", isTaken: { $0 == "shop" })
    #expect(taken.hasErrors && taken.findings.map(\.place) == [TextPlace(line: 2, column: 7)])
    let issuer = EntryCheck(of: Self.entry("name: https://shop.example", for: "name: shop"), at: "a.yaml")
    #expect(issuer.hasErrors && issuer.findings.map(\.place) == [TextPlace(line: 2, column: 7)])
  }

  @Test(
    "a host of another domain is a warning at its line, once for each domain",
    arguments: [
      ("https://shop.example", "https://login.shop.example", nil),
      ("https://api.shop.example/me", "https://api.shop.example.evil.test/me", "14:13 identity.endpoint"),
      ("https://shop.example/authorize", "https://sh0p.example/authorize", "4:25 authorization_endpoint"),
    ] as [(String, String, String?)])
  func domains(right: String, wrong: String, finding: String?) {
    let check = EntryCheck(of: Self.entry(wrong, for: right), at: "a.yaml")
    let warnings = check.findings.filter { $0.severity == .warning }
    let found = warnings.map { "\($0.place?.line ?? 0):\($0.place?.column ?? 0) \($0.error.member ?? "")" }
    #expect(found == [finding].compactMap(\.self))
  }

  @Test("a place in a host is shown with its braces, and is part of one domain or none")
  func placeInHost() throws {
    func warnings(_ host: String) -> [EntryFinding] {
      EntryCheck(
        of: """
          name: a
          protocol: oauth2
          variables:
            - name: tenant
              meaning: the tenant
              words: [com, example]
              example: com
          authorization_endpoint: https://\(host)/a
          token_endpoint: https://shop.{tenant}/t
          """, at: "a"
      ).findings
    }
    #expect(warnings("login.shop.{tenant}").isEmpty)
    let finding = try #require(warnings("other.test").first)
    #expect(finding.severity == .warning && finding.error.expected == "a host of shop.{tenant}")
  }

  @Test("the last two labels are a domain, and three where many share the last two; an address is one by itself")
  func registrable() {
    func check(_ first: String, _ second: String) -> Int {
      let text = """
        name: a
        protocol: oauth2
        authorization_endpoint: https://\(first)/a
        token_endpoint: https://\(second)/t
        """
      return EntryCheck(of: text, at: "a").findings.count
    }
    for (first, second, count) in [
      ("a.example.co.uk", "b.example.co.uk", 0), ("example.co.uk", "other.co.uk", 1), ("a.github.io", "b.github.io", 1),
      ("a.b.example.com", "example.com", 0), ("127.0.0.1", "127.0.0.2", 1), ("127.0.0.1", "127.0.0.1", 0),
    ] {
      #expect(check(first, second) == count, "\(first) \(second)")
    }
  }

  @Test("hostile YAML is refused in a bounded time: aliases of aliases, also as keys, depth, size, too many values")
  func hostile() {
    var bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for level in 1...20 {
      let aliases = [String](repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let texts = [
      bomb, bomb + "? *a20\n: 1\n? *a19\n: 2\n", "a: " + String(repeating: "[", count: 60_000),
      "a: " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
      String(repeating: "- ", count: 30_000), String(repeating: "a", count: 65_537),
      "a:" + String(repeating: "\n- x", count: 10_001), "", "# nothing", "text", "- a", "*a", "&a", "a: *b",
      "%YAML 9\n---\n", "!",
    ]
    for text in texts {
      let time = processorTime {
        let check = EntryCheck(of: text, at: "a.yaml")
        #expect(check.hasErrors && check.entry == nil, "\(text.prefix(40))")
        #expect(check.findings.allSatisfy { $0.error.code == .malformedProvider }, "\(text.prefix(40))")
      }
      #expect(time < .seconds(5), "\(text.prefix(40))")
    }
  }

  @Test("an alias or four are read as what they stand for")
  func aliases() {
    let text = Self.entry("&host https://api.shop.example", for: "https://api.shop.example\n")
      .replacing("dialect:", with: "\nscopes: [*host]\ndialect:")
    let check = EntryCheck(of: text, at: "a.yaml")
    #expect(check.findings.isEmpty && check.entry?.json["scopes"]?.array == ["https://api.shop.example"])
  }

  @Test("the entry of a text, or an error whose sentence begins with file, line and column")
  func thrown() throws {
    let right = try EntryCheck.entry(in: Self.entry(), at: "a.yaml", named: "shop", allowingHTTP: false)
    #expect(right.name == "shop")
    for (text, name, place) in [
      (Self.entry("dialekt:", for: "dialect:"), "shop", "a.yaml:8:1: "), (Self.entry(), "store", "a.yaml:2:7: "),
      ("\ta: b", "shop", "a.yaml:1:1: "), ("", "shop", "a.yaml: "),
    ] {
      let error = #expect(throws: OAuthError.self) {
        try EntryCheck.entry(in: text, at: "a.yaml", named: ProviderName(name), allowingHTTP: false)
      }
      #expect(error?.code == .malformedProvider && error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
    }
  }

  @Test("every built-in entry is printed as YAML that the check accepts, and that is read back as it was")
  func builtIn() throws {
    for provider in Provider.builtIn {
      let text = provider.json.yaml()
      #expect(!EntryCheck(of: text, at: "a.yaml", named: provider.name).hasErrors, "\(provider.name)")
      #expect(try EntryCheck.entry(in: text, at: "a", allowingHTTP: false).provider == provider, "\(provider.name)")
    }
  }

  @Test("a file is read in a few milliseconds, also in a debug build")
  func speed() {
    let text = Self.entry()
    let times = (0..<200).map { _ in
      ContinuousClock().measure { _ = try? EntryCheck.entry(in: text, at: "a", named: "shop", allowingHTTP: false) }
    }
    #expect(times.sorted()[100] < .milliseconds(20))
  }

  @Test("a finding has severity, line, column and the members of an error; for people they are lines that fit")
  func shown() throws {
    let check = EntryCheck(of: Self.entry("dialekt:", for: "dialect:"), at: "/home/ada/shop.yaml")
    let finding = try #require(check.json["findings"]?.array?.first?.object)
    #expect(
      Set(finding.members.map(\.name)) == [
        "severity", "line", "column", "code", "message", "rule", "expected", "received", "remedy", "fault", "member",
      ])
    #expect(finding["line"] == 8 && finding["column"] == 1 && finding["severity"] == "error")
    for (width, beginning) in [(40, ""), (80, ""), (60, "wayleave: ")] {
      let lines = check.text(after: beginning, in: TextLayout(width: width)).split(separator: "\n")
      #expect(lines.first?.hasPrefix(beginning + "/home/ada/shop.yaml:8:1: ") == true)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(lines)")
    }
  }
}
