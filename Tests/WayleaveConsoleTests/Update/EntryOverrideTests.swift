import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@Suite("A file of the user that changes keys of a built-in entry")
struct EntryOverrideTests {
  private func check(_ text: String, named name: ProviderName? = nil) -> EntryCheck {
    EntryCheck(of: text, at: "a.yaml", named: name, isTaken: Provider.isBuiltInName)
  }

  @Test("what it says is merged into the entry, and the keys that change are known")
  func merged() throws {
    let check = check(
      "name: github\noverrides: true\ntitle: Ours\nscopes: [repo]\ndialect:\n  git_user: ~\n", named: "github")
    #expect(check.findings.isEmpty && check.overridden?.map(\.key) == ["title", "scopes", "dialect.git_user"])
    let provider = try #require(check.entry?.provider)
    #expect(provider.title == "Ours" && provider.tokenOrigins == Provider.github.tokenOrigins && provider != .github)
    let template = try #require(self.check("name: zendesk\noverrides: true\nscopes: [write]\n").entry?.template)
    guard case .oauth2(let service) = try template("acme").service else { return #expect(Bool(false)) }
    #expect(service.scopes == ["write"])
  }

  @Test(
    "what sends something elsewhere, is no key, or is for no built-in entry is refused at its place",
    arguments: [
      ("name: github\noverrides: true\ntoken_endpoint: https://evil.example/t\n", "3:17", "token_endpoint"),
      ("name: github\noverrides: true\nprotocol: openid\nissuer: https://github.com\n", "3:11", "protocol"),
      ("name: github\noverrides: true\ntokn_endpoint: https://github.com/\n", "3:1", "tokn_endpoint"),
      ("name: github\noverrides: true\ndialect:\n  pkce: sometimes\n", "4:9", "dialect.pkce"),
      ("name: github\noverrides: false\ntitle: x\n", "2:12", "overrides"),
      ("format: 2\nname: github\noverrides: true\ntitle: x\n", "1:9", "format"),
      ("name: shop\noverrides: true\ntitle: x\n", "1:7", "name"),
      ("name: zendesk.acme\noverrides: true\ntitle: x\n", "1:7", "name"),
      ("overrides: true\ntitle: x\n", "1:1", "name"),
    ])
  func refused(text: String, place: String, member: String) throws {
    let finding = try #require(check(text).findings.first)
    let found = finding.place.map { "\($0.line):\($0.column)" }
    #expect(finding.severity == .error && finding.error.code == .malformedProvider && finding.error.member == member)
    #expect(found == place, "\(finding.error)")
    #expect(check(text).entry == nil && check(text).firstError != nil)
  }

  @Test("the file of another name is refused, and without “overrides” the name is taken")
  func names() {
    #expect(check("name: github\noverrides: true\ntitle: x\n", named: "gitlab").hasErrors)
    #expect(check("name: github\ntitle: x\n").hasErrors)
  }

  @Test("RFC 9700 §4.4.2.2: a corrected entry is vouched for, so its callbacks come where they came before")
  func vouchedFor() throws {
    let provider = try #require(check("name: github\noverrides: true\ntitle: x\n").entry?.provider)
    let before = try Provider.github.loopbackRedirectURI
    #expect(try provider.isBuiltIn && provider.loopbackRedirectURI == before)
    let own = try Provider(json: provider.json)
    #expect(try !own.isBuiltIn && own.loopbackRedirectURI != before)
    let template = try #require(check("name: zendesk\noverrides: true\ntitle: x\n").entry?.template)
    #expect(try template("acme").isBuiltIn)
  }
}
