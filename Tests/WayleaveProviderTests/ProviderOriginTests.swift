import Testing
import WayleaveProvider
import WayleaveWire

@testable import WayleaveExamples

@Suite("Which origins and hosts are a provider's")
struct ProviderOriginTests {
  @Test(
    "an API below a domain is at the hosts below it, by https and its usual port; the domain itself is not",
    arguments: [
      ("https://a.example.com", true), ("https://a.b.example.com:443", true), ("https://example.com", false),
      ("https://evilexample.com", false), ("https://example.com.evil.example", false),
      ("https://a.example.com:8443", false), ("http://a.example.com", false), ("http://a.example.com:443", false),
    ])
  func below(origin: String, isOwn: Bool) throws {
    var provider = try Example.provider()
    provider.apiDomains = ["example.com"]
    #expect(try provider.hasAPI(at: Origin(origin)) == isOwn)
    #expect(try provider.servesAPI(at: Origin(origin)) == isOwn)
  }

  @Test(
    "a host is the provider's where one of its own is that, or stands below it",
    arguments: [
      ("as.example", true), ("api.example", true), ("example", true), ("s.example", false), ("xample", false),
      ("evilas.example", false), ("www.as.example", false),
    ])
  func host(host: String, isOwn: Bool) throws {
    #expect(try Example.provider().isAt(host: host) == isOwn)
  }
}
