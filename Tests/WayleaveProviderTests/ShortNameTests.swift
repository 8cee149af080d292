import Testing
import WayleaveProvider
import WayleaveWire

@Suite("A provider has a short name")
struct ShortNameTests {
  @Test(
    "an issuer's short name is its host, and on this machine the last word of its path",
    arguments: [
      ("https://issuer.example", "issuer.example"), ("https://www.issuer.example/", "issuer.example"),
      ("https://issuer.example:8443/realms/shop", "issuer.example"), ("https://login.example/t/v2.0", "login.example"),
      ("http://127.0.0.1:9765/tollgate", "tollgate"), ("http://localhost/tollgate/", "tollgate"),
      ("http://[::1]:8080/tollgate", "tollgate"), ("https://10.0.0.7/auth/shop", "shop"),
      ("http://127.0.0.1:9765/v2.0", "127.0.0.1"), ("http://127.0.0.1:9765", "127.0.0.1"),
      ("http://127.0.0.1/%2e", "127.0.0.1"),
      ("foursquare", "foursquare"),
    ] as [(ProviderName, String)])
  func short(name: ProviderName, expected: String) {
    #expect(name.names.first == expected && name.names.last == name.text)
    #expect(name.isMeant(by: expected) && name.isMeant(by: name.text) && !name.isMeant(by: "other"))
  }

  @Test(
    "the short name of an issuer is never that of an entry of ours",
    arguments: ["http://127.0.0.1:1/foursquare", "https://10.0.0.7/twitter", "http://localhost/playground-tollgate"])
  func reserved(name: ProviderName) {
    let word = String(name.text.split(separator: "/").last ?? "")
    #expect(!name.isMeant(by: word) && name.isMeant(by: name.text))
    #expect(ProviderName(word).isMeant(by: word))
  }

  @Test("two providers of one short name are distinguished by the URL")
  func longer() {
    let first: ProviderName = "http://127.0.0.1:1/tollgate"
    #expect(first.names == ["tollgate", "127.0.0.1:1/tollgate", "http://127.0.0.1:1/tollgate"])
    let issuer: ProviderName = "https://issuer.example"
    #expect(issuer.names == ["issuer.example", "https://issuer.example"])
  }
}
