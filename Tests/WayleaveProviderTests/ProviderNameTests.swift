import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleaveProvider
@testable import WayleaveSignIn

@Suite("A provider's name")
struct ProviderNameTests {
  @Test(
    "a name of the catalogue is 1 to 128 lower-case letters, digits and hyphens, with periods before a customer, who may have capitals and underscores; an issuer is none",
    arguments: [
      ("foursquare", true), ("9-lives", true), (String(repeating: "a", count: 128), true),
      (String(repeating: "a", count: 129), false), ("", false), ("Foursquare", false), ("four_square", false),
      ("../escape", false), ("a.b", true), ("a.b-c.d", true), ("a..b", false), (".a", false), ("a.", false),
      ("a.B_c", true), ("A.b", false), ("a_b.c", false), ("a.b c", false), ("..", false), ("caf\u{E9}", false),
      ("https://op.example", false), ("a\u{0}", false),
    ])
  func grammar(name: String, isCatalogueName: Bool) {
    #expect(ProviderName(name).isCatalogueName == isCatalogueName)
  }

  @Test(
    "a built-in provider owns its name and all names below it, whether it is a template or not",
    arguments: [
      ("google", true), ("google.evil", true), ("google.evil.more", true), ("zendesk", true), ("zendesk.acme", true),
      ("google-evil", false), ("googleevil", false), ("evil.google", false), ("shop", false), ("shop.acme", false),
    ])
  func builtInNames(name: String, isBuiltIn: Bool) {
    #expect(Provider.isBuiltInName(ProviderName(name)) == isBuiltIn)
  }

  @Test("a provider that is known by its issuer can be written where a provider is asked for")
  func issuer() throws {
    let provider: Provider = try .issuer("https://op.example")
    #expect(try provider == Provider(issuer: "https://op.example"))
    #expect(throws: OAuthError.self) { try Provider.issuer("http://op.example") }
  }

  @Test("every built-in provider has such a name")
  func builtIn() {
    for provider in Provider.builtIn { #expect(provider.name.isCatalogueName) }
    #expect(Set(Provider.builtIn.map(\.name)).isSubset(of: Provider.builtInNames))
    for provider in Provider.builtIn { #expect(Provider.builtIn(named: provider.name) == provider) }
    for name in ["", "Foursquare", "four", "foursquare2"] {
      #expect(Provider.builtIn(named: ProviderName(name)) == nil)
    }
  }

  @Test("a built-in provider is found without making the others: in less than a millisecond, also in a debug build")
  func lookup() throws {
    let names = Provider.builtInNames
    let times = (0..<500).map { index in
      ContinuousClock().measure { _ = Provider.builtIn(named: names[index % names.count]) }
    }
    #expect(times.sorted()[250] < .milliseconds(1), "\(times.sorted()[250])")
  }

  @Test("two names that differ by composition alone are two providers, in the order of their bytes")
  func comparison() {
    let names: [ProviderName] = ["https://op.example/\u{E9}", "https://op.example/e\u{301}"]
    #expect(names[0].text == names[1].text && names[0] != names[1])
    #expect(Set(names).count == 2 && names.sorted() == [names[1], names[0]])
  }

  @Test("accounts differ by the bytes of each part, and are listed by provider, subject and client")
  func accounts() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let account = Account(provider: ProviderName(composed), client: ClientID(composed), subject: composed)
    let others = [
      Account(provider: ProviderName(decomposed), client: account.client, subject: account.subject),
      Account(provider: account.provider, client: account.client, subject: decomposed),
      Account(provider: account.provider, client: ClientID(decomposed), subject: account.subject),
    ]
    #expect(account == Account(provider: "\u{E9}", client: "\u{E9}", subject: "\u{E9}"))
    #expect(!others.contains(account) && Set(others + [account]).count == 4)
    let listed = ([account] + others.reversed()).sorted { $0.isListed(before: $1) }
    #expect(listed == [others[0], others[1], others[2], account])
  }
}
