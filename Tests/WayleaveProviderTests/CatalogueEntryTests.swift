public import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@testable public import WayleaveProvider

/// What holds for each entry of the catalogue.
@Suite("Each entry of the catalogue")
struct CatalogueEntryTests {
  /// Every entry; a template with its example.
  static let all: [Provider] =
    Provider.builtInNames.filter { TestedEntry.includes($0.text) }.map { name in
      guard let template = Provider.builtInTemplate(named: name) else { return Provider.builtIn(named: name) }
      return try? template.example()
    }.compactMap(\.self)

  @Test("each name is found, in order, once, and can be made")
  func names() {
    let names = Provider.builtInNames.map(\.text)
    #expect(names == Set(names).sorted())
    #expect(Self.all.count == names.filter(TestedEntry.includes).count)
    #expect(Provider.builtInNames.allSatisfy { $0.isCatalogueName && !$0.text.contains(".") })
  }

  @Test("what is written is read back", arguments: all)
  func roundTrip(_ entry: Provider) throws {
    #expect(try Provider(json: entry.json) == entry)
    #expect(try Provider(record: entry.json) == entry)
  }

  @Test("the title is for people, and each endpoint is https", arguments: all)
  func endpoints(_ entry: Provider) {
    #expect(!entry.title.isEmpty && entry.title.utf8.count <= 60)
    #expect(entry.tokenOrigins.allSatisfy { $0.scheme == "https" })
    #expect(entry.apiOrigins.allSatisfy { $0.scheme == "https" })
    #expect(Set(entry.apiOrigins).count == entry.apiOrigins.count)
  }

  @Test("a subject is a template that never is an email address", arguments: all)
  func subject(_ entry: Provider) {
    guard let rule = entry.identity else { return }
    #expect(rule.subject.contains("{") && !rule.subject.lowercased().contains("email"))
    for template in [rule.subject, rule.name, rule.handle, rule.email, rule.picture].compactMap(\.self) {
      #expect(template.filter { $0 == "{" }.count == template.filter { $0 == "}" }.count)
      #expect(!template.contains("{}") && template.contains("{"))
    }
    // An answer is found by the name of its request.
    #expect(rule.requests.allSatisfy { !$0.name.isEmpty && $0.name != "token" })
    #expect(rule.endpoint != nil || rule.allRequests.isEmpty || rule.subject.contains("."))
  }

  @Test("a client can be registered somewhere, unless the provider has ended", arguments: all)
  func registration(_ entry: Provider) {
    guard !entry.isRetired else { return }
    #expect(entry.registration != nil, "\(entry.name) has no registration page")
    #expect(entry.registration?.page.scheme == "https")
    #expect(entry.registration?.hint?.hasSuffix(".") ?? true)
  }

  @Test("no dialect departs without a reason to: what is written is not the common way", arguments: all)
  func dialect(_ entry: Provider) {
    guard case .oauth2(let service) = entry.service else { return }
    #expect(!service.dialect.parameterNames.contains { $0.key == $0.value })
    #expect(!service.dialect.answer.names.contains { $0.key == $0.value })
    #expect(service.dialect.revocation == .standard || service[.revocation] != nil)
    #expect(service.dialect.refresh.upgrade == nil || service.dialect.refresh.exchange != nil)
    #expect(service[.keySet] == nil || service.issuer != nil, "keys without an issuer verify nothing")
  }

  @Test(
    "a provider whose developers try things at other hosts has them as a choice, and real data is the usual one",
    arguments: [
      ("evernote", "www.evernote.com", "sandbox.evernote.com"),
      ("paypal", "api-m.paypal.com", "api-m.sandbox.paypal.com"),
      ("quickbooks", "quickbooks.api.intuit.com", "sandbox-quickbooks.api.intuit.com"),
      ("square", "connect.squareup.com", "connect.squareupsandbox.com"),
      ("salesforce", "login.salesforce.com", "test.salesforce.com"),
    ])
  func environments(_ name: String, production: String, sandbox: String) throws {
    let real = try #require(Provider.builtIn(named: ProviderName(name)))
    #expect(real.apiOrigins.map(\.host).contains(production) && real.name.text == name)
    let word = name == "salesforce" ? "test" : "sandbox"
    let other = try #require(Provider.builtIn(named: ProviderName("\(name).\(word)")))
    #expect(other.apiOrigins.map(\.host).contains(sandbox))
    // No token of the one goes to the other.
    let places = Set(real.apiOrigins + (real.identity?.origins ?? []))
    let shared = places.intersection(other.apiOrigins + (other.identity?.origins ?? []))
    #expect(shared.isEmpty)
  }

  @Test("Salesforce, My Domain: an organization that forbids the common host has one of its own")
  func ownDomain() throws {
    let provider = try #require(Provider.builtIn(named: "salesforce.acme--dev.sandbox.my"))
    #expect(provider.tokenOrigins.map(\.host) == ["acme--dev.sandbox.my.salesforce.com"])
  }

  @Test("a name that people also type is none of the catalogue's, and means a provider where one can sign in")
  func aliases() {
    let aliases = BuiltInEntry.all.map { ($0.name, $0.aliases) }.filter { !$0.1.isEmpty }
    #expect(aliases.count >= 23)
    for (name, aliases) in aliases {
      for alias in aliases {
        #expect(Provider.builtIn(named: ProviderName(alias)) == nil, "\(alias)")
        #expect(Provider.builtInTemplate(named: ProviderName(alias)) == nil, "\(alias)")
        // Of two entries with one alias the second would never be found.
        #expect(Provider.builtInName(alsoCalled: alias) == name, "\(alias)")
      }
      #expect(Provider.builtIn(named: name)?.isRetired != true, "\(name)")
    }
    #expect(
      Provider.builtInName(alsoCalled: "Azure") == "microsoft" && Provider.builtInName(alsoCalled: "аzure") == nil)
  }

  @Test(
    "the host of a customer names the customer's provider, and a host that every customer could have names none",
    arguments: [
      ("acme.okta.com", "okta.acme"), ("acme.zendesk.com", "zendesk.acme"), ("acme.eu.auth0.com", "auth0.acme.eu"),
      ("acme--dev.sandbox.my.salesforce.com", "salesforce.acme--dev.sandbox.my"), ("okta.com", nil),
      ("acme.okta.com.evil.example", nil), ("login.example.com", nil),
    ])
  func customers(host: String, name: String?) {
    let found = Provider.builtInTemplates.compactMap { $0.provider(at: host)?.name.text }
    #expect(found == (name.map { [$0] } ?? []))
  }

  @Test("a template refuses what would leave its part of the URL", arguments: Provider.builtInTemplates.map(\.name))
  func templates(_ name: ProviderName) throws {
    let template = try #require(Provider.builtInTemplate(named: name))
    let made = try template.example()
    #expect(Provider.builtIn(named: made.name) == made)
    #expect(try template.usualValues.map { try template($0) } == Provider.builtIn(named: name))
    #expect(template.variables.count { $0.takesPeriods } <= 1)
    let examples = template.variables.map(\.example)
    for index in examples.indices { try refusesHostile(template, examples, at: index) }
  }

  private func refusesHostile(_ template: ProviderTemplate, _ examples: [String], at index: Int) throws {
    for hostile in ["evil.example/", "a@b", "a:b", "..", "", "A.b", "a b", "a%2fb", "-a", "x\u{0}", "a?b", "a#b"] {
      var values = examples
      values[index] = hostile
      #expect(throws: OAuthError.self) { try template(values) }
    }
  }
}

extension Provider: CustomTestStringConvertible {
  public var testDescription: String { name.text }
}
