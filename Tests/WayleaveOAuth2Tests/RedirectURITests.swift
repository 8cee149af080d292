import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §3.1.2.3: redirect URIs are compared")
struct RedirectURITests {
  struct Vectors: Decodable {
    struct Case: Decodable {
      let registered: String
      let requested: String
      let match: Bool
      let note: String
    }
    let cases: [Case]
  }

  @Test("9700-1, 2.1-6, 6749-6: every published pair matches or does not; what is no redirect URI matches nothing")
  func vectors() throws {
    let vectors = try VectorFile.read("redirect_uri_match", as: Vectors.self).cases
    #expect(vectors.count == 25)
    for vector in vectors {
      let registered = try RedirectURI(vector.registered)
      let requested = try? RedirectURI(vector.requested)
      let matches = requested.map { registered.matches(requested: $0) } ?? false
      #expect(matches == vector.match, "\(vector.registered) \(vector.requested): \(vector.note)")
    }
  }

  @Test("the pairs that differ in more than a byte are refused before they are compared")
  func refusedBefore() throws {
    let vectors = try VectorFile.read("redirect_uri_match", as: Vectors.self).cases
    let refused = try vectors.filter { vector in try refusal { try RedirectURI(vector.requested) } != nil }
    #expect(Set(refused.map(\.note)) == ["userinfo", "backslash", "scheme", "fragment", "suffix", "decimal address"])
    for vector in refused { #expect(try refusal { try RedirectURI(vector.requested) } == .invalidRedirectURI) }
  }

  @Test("RFC 8252 §7.3: only the port of a loopback address may differ, and only with http")
  func loopback() throws {
    func matches(_ registered: String, _ requested: String) throws -> Bool {
      try RedirectURI(registered).matches(requested: RedirectURI(requested))
    }
    #expect(try matches("http://127.0.0.1/cb?a=1", "http://127.0.0.1:5/cb?a=1"))
    #expect(try !matches("http://127.0.0.1/cb?a=1", "http://127.0.0.1:5/cb?a=2"))
    #expect(try !matches("http://127.0.0.1/cb", "http://127.0.0.1:5/cb?"))
    #expect(try !matches("https://127.0.0.1/cb", "https://127.0.0.1:5/cb"))
    #expect(try !matches("https://client.example/cb", "https://client.example:5/cb"))
    #expect(try !matches("http://localhost/cb", "http://127.0.0.1/cb"))
  }

  @Test(
    "8252-4, RFC 6749 §3.1.2 and RFC 8252 §7: https, loopback and schemes of one's own are accepted",
    arguments: [
      "https://a.example/cb", "http://127.0.0.1:1/", "http://[::1]/", "http://localhost/", "com.example.app:/cb",
      "app://cb", "myapp://", "myapp:///path", "com.example.app:///callback",
    ])
  func accepted(text: String) throws {
    #expect(try RedirectURI(text).text == text)
  }

  @Test(
    "RFC 3986 §3.2.2: a scheme of one's own without a host receives its own callbacks, and no other's",
    arguments: [
      ("myapp://", "myapp://?code=a&state=b", true), ("myapp:///cb", "myapp:///cb?code=a|b", true),
      ("com.example.app:///cb", "com.example.app:///cb?code=a", true), ("myapp:///cb", "myapp:/cb?code=a", false),
      ("myapp:/cb", "myapp:///cb?code=a", false), ("myapp:///cb", "myapp://cb?code=a", false),
      ("myapp:///cb", "other:///cb?code=a", false),
    ])
  func withoutHost(text: String, callback: String, isReceived: Bool) throws {
    let redirectURI = try RedirectURI(text)
    #expect(try redirectURI.received(AbsoluteURL(arriving: callback)) == isReceived)
    #expect(redirectURI.matches(requested: redirectURI))
    #expect(
      try AuthorizationCallback(
        reading: AbsoluteURL(
          arriving: AuthorizationCallback(.code(Secret("a")), state: nil)
            .url(to: redirectURI))
      ).outcome == .code(Secret("a")))
  }

  @Test(
    "8252-3, §7.1: a scheme of an app's own is made of a domain name; one without a period can belong to any app",
    arguments: [
      ("com.example.app:/cb", true), ("https://a.example/cb", true), ("http://127.0.0.1/cb", true), ("app://cb", false),
      ("fb123://authorize", false), ("app:/c.b", false), ("app://c.b", false),
      ("com.:/cb", false), ("com..app:/cb", false),
    ])
  func ownScheme(text: String, isOwn: Bool) throws {
    #expect(try RedirectURI(text).hasSchemeOfItsOwn == isOwn)
  }

  @Test("http to another host is accepted only where that is asked for, and nothing else with it")
  func allowingHTTP() throws {
    for text in ["http://homeassistant.local:8123/cb", "http://10.0.0.5/cb"] {
      #expect(try refusal { try RedirectURI(text) } == .invalidRedirectURI)
      #expect(try RedirectURI(text, allowingHTTP: true).text == text)
    }
    for text in ["javascript:alert(1)", "http://a.example/cb#", "ftp://a.example/", "/cb"] {
      #expect(try refusal { try RedirectURI(text, allowingHTTP: true) } == .invalidRedirectURI)
    }
    let registered = try RedirectURI("http://a.local/cb", allowingHTTP: true)
    #expect(try !registered.matches(requested: RedirectURI("http://a.local:5/cb", allowingHTTP: true)))
  }

  @Test(
    "RFC 8252 §8.10: a callback arrives at the redirect URI or elsewhere",
    arguments: [
      ("http://localhost:3000", "http://localhost:3000/?code=a&state=b", true),
      ("https://app.example.com", "https://app.example.com/?code=a", true),
      ("https://app.example.com/", "https://app.example.com?code=a", true),
      ("https://app.example.com", "https://app.example.com/cb?code=a", false),
      ("https://app.example.com/cb", "https://app.example.com/cb/?code=a", false),
      ("https://a.example/cb?t=1", "https://a.example/cb?t=1&code=a", true),
      ("https://a.example/cb?t=1", "https://a.example/cb?code=a&t=1", true),
      ("https://a.example/cb?t=1&u=2", "https://a.example/cb?u=2&code=a&t=1", true),
      ("https://a.example/cb?t=1", "https://a.example/cb?code=a&t=2", false),
      ("https://a.example/cb?t=1", "https://a.example/cb?code=a&t=12", false),
      ("https://a.example/cb?t=1&t=1", "https://a.example/cb?t=1&code=a", false),
      ("https://a.example/cb?t=1", "https://a.example/cb", false),
      ("https://a.example/cb", "http://a.example/cb?code=a", false),
      ("com.example.app:/cb", "com.example.app:/cb?code=a", true), ("myapp://cb", "myapp://cb/?code=a", false),
    ])
  func received(own: String, callback: String, arrived: Bool) throws {
    #expect(try RedirectURI(own).received(AbsoluteURL(callback)) == arrived)
  }

  @Test(
    "fragments, http elsewhere and schemes that a browser carries out are refused",
    arguments: [
      "https://a.example/cb#", "http://a.example/cb", "http://localhost.example/", "javascript:alert(1)",
      "data:text/html,x",
      "JavaScript:alert(1)", "file:///etc/passwd", "ftp://a.example/", "ws://127.0.0.1/", "/cb", "", "https:///cb",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try RedirectURI(text) } == .invalidRedirectURI)
  }
}
