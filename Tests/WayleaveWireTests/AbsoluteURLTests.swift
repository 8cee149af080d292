import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 3986: the gate for URLs")
struct AbsoluteURLTests {
  @Test("every published base string URI is read as its scheme, authority and path")
  func vectors() throws {
    let vectors = try EncodingVectors.read().base_string_uri
    #expect(vectors.count == 11)
    for vector in vectors {
      let url = try AbsoluteURL(vector.url)
      let path = url.path.isEmpty ? "/" : url.path
      #expect(try "\(url.scheme)://\(#require(url.authority))\(path)" == vector.base_string_uri)
      #expect(url.text == vector.url)
    }
  }

  @Test("every published address that is none is refused")
  func rejected() throws {
    let vectors = try EncodingVectors.read().reject_url
    #expect(vectors.count == 14)
    for vector in vectors {
      #expect(try refusal { try AbsoluteURL(vector.url) } == .malformedURL, "\(vector.url): \(vector.why)")
    }
  }

  @Test("a URL is taken apart, and only scheme and host change their case")
  func parts() throws {
    let url = try AbsoluteURL("HTTPS://API.Example.com:8443/A%2fb/?Q=1&q=?/#Frag?#")
    #expect(url.scheme == "https")
    #expect(url.host == "api.example.com")
    #expect(url.port == 8443)
    #expect(url.path == "/A%2fb/")
    #expect(url.query == "Q=1&q=?/")
    #expect(url.fragment == "Frag?#")
    #expect(url.authority == "api.example.com:8443")
    #expect(url.pathAndQuery == "/A%2fb/?Q=1&q=?/")
  }

  @Test("what is absent is nil, what is empty is empty")
  func absentAndEmpty() throws {
    let bare = try AbsoluteURL("https://a.example")
    #expect(bare.path == "" && bare.query == nil && bare.fragment == nil && bare.port == nil)
    #expect(bare.pathAndQuery == "/")
    let marked = try AbsoluteURL("https://a.example?#")
    #expect(marked.path == "" && marked.query == "" && marked.fragment == "")
    #expect(marked.pathAndQuery == "/?")
  }

  @Test("a URL without an authority has no host, unless its scheme needs one")
  func withoutAuthority() throws {
    let url = try AbsoluteURL("com.example.app:/callback?code=1")
    #expect(url.scheme == "com.example.app" && url.host == nil && url.authority == nil)
    #expect(url.path == "/callback" && url.query == "code=1")
    #expect(try AbsoluteURL("urn:ietf:wg:oauth:2.0:oob").path == "ietf:wg:oauth:2.0:oob")
    #expect(try refusal { try AbsoluteURL("https:/callback") } == .malformedURL)
    #expect(try refusal { try AbsoluteURL("https:example.com") } == .malformedURL)
    #expect(try refusal { try AbsoluteURL("https:///callback") } == .malformedURL)
  }

  @Test("a custom scheme may have a host")
  func customScheme() throws {
    let url = try AbsoluteURL("fsqdemo+x-1.0://Authorize/a?b")
    #expect(
      url.scheme == "fsqdemo+x-1.0" && url.host == "authorize" && url.effectivePort == nil && url.defaultPort == nil)
  }

  @Test(
    "§3.2.2: the authority of a scheme of one's own may be empty; that of http and https may not",
    arguments: [
      ("myapp://", ""), ("myapp:///", "/"), ("com.example.app:///callback", "/callback"), ("myapp://?code=1", ""),
      ("myapp://#f", ""),
    ])
  func emptyAuthority(text: String, path: String) throws {
    let url = try AbsoluteURL(text)
    #expect(url.host == "" && url.authority == "" && url.port == nil && url.path == path && url.text == text)
    #expect(!url.isLoopback && !url.isPublic && url.plainTarget == nil && Origin(of: url) == nil)
    for scheme in ["http", "https", "HTTPS"] {
      let web = scheme + text[text.index(text.startIndex, offsetBy: text.prefix { $0 != ":" }.count)...]
      #expect(try refusal { try AbsoluteURL(web) } == .malformedURL, "\(web)")
    }
    for spoilt in ["myapp://:80/", "myapp://@/", "myapp://:/"] {
      #expect(try refusal { try AbsoluteURL(spoilt) } == .malformedURL, "\(spoilt)")
    }
    #expect(try AbsoluteURL("myapp:/callback").host == nil)
    #expect(try AbsoluteURL("myapp://").text(adding: ["code": "1"]) == "myapp://?code=1")
  }

  @Test("what browsers do not escape in a query is accepted in the query of an arriving URL, and nowhere else")
  func arriving() throws {
    let raw = "|{}^`"
    let text = "https://a.example/cb?code=4|0A&state={x}^`#f"
    let url = try AbsoluteURL(arriving: text)
    #expect(url.text == text && url.query == "code=4|0A&state={x}^`" && url.fragment == "f" && url.path == "/cb")
    #expect(try url.queryForm.text(of: "code") == "4|0A" && url.queryForm.text(of: "state") == "{x}^`")
    #expect(try refusal { try AbsoluteURL(text) } == .malformedURL)
    for character in raw {
      #expect(try AbsoluteURL(arriving: "myapp://cb?\(character)").query == String(character))
      for place in [
        "https://a\(character).example/", "https://a.example/\(character)?q", "https://a.example/?q#\(character)",
        "a\(character)://cb", "https://a.example/#?\(character)",
      ] {
        #expect(try refusal { try AbsoluteURL(arriving: place) } == .malformedURL, "\(place)")
      }
    }
  }

  @Test(
    "a percent sign that begins no escape is read as itself in an arriving query, as browsers send it",
    arguments: [
      ("a=100%", "a=100%25"), ("a=%zz&b=%4", "a=%25zz&b=%254"), ("a=%%41", "a=%25%41"), ("a=%41", "a=%41"),
      ("%", "%25"), ("a=100%#f", "a=100%25"),
    ])
  func strayPercent(query: String, read: String) throws {
    #expect(try AbsoluteURL(arriving: "https://a.example/?\(query)").query == read)
    if query != read { #expect(try refusal { try AbsoluteURL("https://a.example/?\(query)") } == .malformedURL) }
  }

  @Test(
    "an arriving URL is held to all else that a URL is",
    arguments: [
      "https://a.example/?a b", "https://a.example/?<", "https://a.example/?\"", "https://a.example/?\\",
      "https://a.example/%zz?", "https://a.example/?#%4", "https://a.example/?\u{E9}", "https://a.example/?\n",
      "https://user@a.example/?|", "https://a.example:0/?|", "https://?|", "https://2130706433/?|", "/cb?|", "",
    ])
  func arrivingRefused(text: String) throws {
    #expect(try refusal { try AbsoluteURL(arriving: text) } == .malformedURL)
  }

  @Test("a URL that passes the gate passes as an arriving one, and is the same")
  func arrivingAgrees() throws {
    for text in ["https://a.example", "HTTPS://a.example:8443/A%2fb/?Q=1&q=?/#F?#", "app:/cb", "http://[::1]/#?"] {
      let (url, arriving) = (try AbsoluteURL(text), try AbsoluteURL(arriving: text))
      #expect(url == arriving && url.query == arriving.query && url.fragment == arriving.fragment)
      #expect(url.host == arriving.host && url.port == arriving.port && url.path == arriving.path)
    }
    let long = "https://a.example/" + String(repeating: "a", count: AbsoluteURL.maximumLength - 18)
    #expect(try refusal { try AbsoluteURL(arriving: long) } == nil)
    #expect(try refusal { try AbsoluteURL(arriving: long + "a") } == .malformedURL)
  }

  @Test("RFC 6761 §6.3: a name below “localhost” is neither loopback nor public")
  func namesBelowLocalhost() throws {
    for host in ["app.localhost", "app.localhost.", "localhost."] {
      let url = try AbsoluteURL("http://\(host):3000/cb")
      #expect(!url.isLoopback && !url.isPublic, "\(host)")
      #expect(try refusal { try Endpoint("http://\(host):3000/cb") } == .insecureURL)
    }
  }

  @Test(
    "what is no scheme is refused",
    arguments: ["://a.example", "1https://a.example", "+a:b", "ht_tp://a.example", "/a", "a"])
  func schemes(text: String) throws {
    #expect(try refusal { try AbsoluteURL(text) } == .malformedURL)
  }

  @Test(
    "attacks.md M10, 32, 213: what readers take apart differently is refused",
    arguments: [
      #"https://client.example\@evil.example/"#, #"https:\\client.example/"#, #"https://client.example/\evil"#,
      "https://user@client.example/", "https://user:password@client.example/", "https://api.good@evil",
      "https://@a.example/",
      "https://a.example@b.example@c.example/", "https://a.example/%0", "https://a.example/%", "https://a.example/%zz",
      "https://a.example%00.evil.example/", "https://a.example%2fevil.example/", "https://exa%6Dple.com/",
      "https://a.example/\n", "https://a.exa\r\nmple/", "https://a.example/\t", " https://a.example/",
      "https://a.example/ ",
      "https://a.example/\u{0}", "https://a.example/\u{7F}", "https://a.example/\u{85}", "https://a.example/a b",
      "https://a.example/<script>", "https://a.example/\"", "https://a.example/`id`", "https://a.example/{x}",
      "https://a.example/a|b", "https://a.example/a^b",
    ])
  func ambiguous(text: String) throws {
    #expect(try refusal { try AbsoluteURL(text) } == .malformedURL)
  }

  @Test("an at sign, a colon and a second question mark after the authority are plain characters")
  func plainCharacters() throws {
    let url = try AbsoluteURL("https://social.example/@user:x?to=a@b.example?c")
    #expect(url.host == "social.example" && url.path == "/@user:x" && url.query == "to=a@b.example?c")
  }

  @Test("attacks.md 32: an international name is refused, its punycode accepted")
  func international() throws {
    for text in [
      "https://ex\u{430}mple.com/", "https://münchen.example/", "https://a.example/ü", "https://a。example/",
      "https://ⓐ.example/",
    ] {
      #expect(try refusal { try AbsoluteURL(text) } == .malformedURL)
    }
    #expect(try AbsoluteURL("https://xn--mnchen-3ya.example/").host == "xn--mnchen-3ya.example")
  }

  @Test("a port from 1 to 65535 is read", arguments: [("1", 1), ("80", 80), ("65535", 65535), ("00080", 80)])
  func ports(digits: String, port: Int) throws {
    #expect(try AbsoluteURL("https://a.example:\(digits)/").port == UInt16(port))
    #expect(try AbsoluteURL("https://[::1]:\(digits)/").port == UInt16(port))
  }

  @Test(
    "other ports are refused",
    arguments: ["0", "65536", "99999", "100000", "000443", "-1", "+1", "1e3", "0x50", "80a", "80:80", "%38"])
  func noPorts(digits: String) throws {
    #expect(try refusal { try AbsoluteURL("https://a.example:\(digits)/") } == .malformedURL)
    #expect(try refusal { try AbsoluteURL("https://[::1]:\(digits)/") } == .malformedURL)
  }

  @Test("a default port is left out of the authority, another is kept")
  func defaultPorts() throws {
    #expect(try AbsoluteURL("https://a.example:443/").authority == "a.example")
    #expect(try AbsoluteURL("http://a.example:80/").authority == "a.example")
    #expect(try AbsoluteURL("https://a.example:/").authority == "a.example")
    #expect(try AbsoluteURL("http://a.example:443/").authority == "a.example:443")
    #expect(try AbsoluteURL("custom://a.example:443/").authority == "a.example:443")
    #expect(try AbsoluteURL("https://a.example/").effectivePort == 443)
    #expect(try AbsoluteURL("http://a.example/").effectivePort == 80)
    #expect(try AbsoluteURL("http://a.example:81/").effectivePort == 81)
  }

  @Test(
    "a web address without query and fragment, unless something of it could be written in another way",
    arguments: [
      ("https://a.example/b/c", "https://a.example/b/c"), ("http://[::1]/", "http://[::1]/"),
      ("https://a.example/B?c=%7e#d", "https://a.example/B"), ("https://a.example/?", "https://a.example/"),
      ("https://a.example", nil), ("https://a.example?c", nil), ("https://a.example:443/", nil),
      ("https://a.example:8443/", nil), ("HTTPS://a.example/", nil), ("https://A.example/", nil),
      ("https://a.example/%7e", nil), ("ftp://a.example/", nil), ("com.example:/cb", nil), ("httpss://a.example/", nil),
    ])
  func plainTarget(text: String, target: String?) throws {
    #expect(try AbsoluteURL(text).plainTarget == target)
  }

  @Test("a text of 16384 bytes is read, a longer one refused")
  func length() throws {
    let text = "https://a.example/" + String(repeating: "a", count: AbsoluteURL.maximumLength - 18)
    #expect(try AbsoluteURL(text).path.utf8.count == 16367)
    #expect(try refusal { try AbsoluteURL(text + "a") } == .malformedURL)
  }

  @Test(
    "only this machine is loopback", arguments: ["127.0.0.1", "127.255.255.254", "localhost", "LOCALHOST", "[::1]"])
  func loopback(host: String) throws {
    #expect(try AbsoluteURL("http://\(host):8080/").isLoopback)
  }

  @Test(
    "what only looks like this machine is not loopback",
    arguments: [
      "localhost.example", "127.example", "127.0.0.1.example", "128.0.0.1", "localhost.", "[::2]", "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ])
  func notLoopback(host: String) throws {
    #expect(try !AbsoluteURL("http://\(host)/").isLoopback)
  }

  @Test("a URL without a host is not loopback")
  func hostlessIsNotLoopback() throws {
    #expect(try !AbsoluteURL("localhost:/a").isLoopback)
  }

  @Test(
    "RFC 6749 §3.1: pairs are added to the query, which is retained",
    arguments: [
      ("https://a.example", "https://a.example?k=v%20w"), ("https://a.example/p", "https://a.example/p?k=v%20w"),
      ("https://a.example/p?", "https://a.example/p?k=v%20w"),
      ("https://a.example/p?x=1", "https://a.example/p?x=1&k=v%20w"),
      ("https://a.example/p?x+y&", "https://a.example/p?x+y&k=v%20w"),
      ("https://a.example/p?x#f", "https://a.example/p?x&k=v%20w"),
      ("https://a.example/#", "https://a.example/?k=v%20w"), ("app:/cb", "app:/cb?k=v%20w"),
    ])
  func adding(text: String, expected: String) throws {
    #expect(try AbsoluteURL(text).text(adding: ["k": "v w"]) == expected)
  }

  @Test("without pairs only the fragment goes")
  func addingNothing() throws {
    #expect(try AbsoluteURL("https://a.example/?x#f").text(adding: Form()) == "https://a.example/?x")
  }

  @Test("URLs are equal when their texts are")
  func equality() throws {
    #expect(try AbsoluteURL("https://a.example/") == AbsoluteURL("https://a.example/"))
    #expect(try AbsoluteURL("https://a.example/") != AbsoluteURL("https://A.example/"))
    #expect(try AbsoluteURL("https://a.example/") != AbsoluteURL("https://a.example"))
    #expect(
      try Set([AbsoluteURL("https://a.example/"), AbsoluteURL("https://a.example/"), AbsoluteURL("app:/")]).count == 2)
  }

  // attack 274
  @Test("no bytes make the gate crash, and no URL that passes holds a character outside ASCII")
  func randomTexts() throws {
    var random = SeededGenerator(seed: 3)
    let pieces = [
      "https", ":", "//", "/", "a", "1", ".", "[", "]", "::", "@", "?", "#", "%", "%41", "\\", "0x", "255", "é", "\r\n",
      "-",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = "https://" + (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let url = try? AbsoluteURL(text) else { continue }
      accepted += 1
      #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && url.host != nil)
      #expect(URLRedaction.redact(text) == url.description)
    }
    #expect(accepted > 500)
  }
}
