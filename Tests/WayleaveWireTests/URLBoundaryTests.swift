import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 3986 §3 and RFC 1035 §2.3.4: the borders of a URL's parts")
struct URLBoundaryTests {
  @Test("each character is legal in a path or not, as RFC 3986 §3.3 and §3.4 say, and in a fragment alike")
  func characters() throws {
    let legal = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?[]@!$&'()*+,;=".utf8)
    for byte in UInt8.min..<0x80 where byte != UInt8(ascii: "#") {
      let character = String(decoding: [byte], as: UTF8.self)
      let expected: OAuthError.Code? = legal.contains(byte) ? nil : .malformedURL
      for text in [
        "https://a.example/a\(character)b", "https://a.example/?\(character)", "app:\(character)", "app:/#\(character)",
      ] {
        #expect(try refusal { try AbsoluteURL(text) } == expected, "\(byte) in \(text)")
      }
      let arriving = expected == nil || "|{}^`%".utf8.contains(byte) ? nil : OAuthError.Code.malformedURL
      #expect(try refusal { try AbsoluteURL(arriving: "https://a.example/?\(character)") } == arriving, "\(byte)")
    }
    #expect(try AbsoluteURL("https://a.example/#a").fragment == "a")
    #expect(try refusal { try AbsoluteURL("https://a.example/#a#b") } == nil)
  }

  @Test("each character of a host is that of a label or is refused")
  func hostCharacters() throws {
    let label = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.".utf8)
    for byte in UInt8(0x21)...0x7E where !"/?#:".utf8.contains(byte) {
      let text = "https://a\(Character(Unicode.Scalar(byte)))b.example/"
      #expect(try refusal { try AbsoluteURL(text) } == (label.contains(byte) ? nil : .malformedURL), "\(text)")
    }
  }

  @Test("a label has at most 63 bytes wherever it stands", arguments: ["%", "%.example", "a.%", "a.%.example", "a.%."])
  func labels(pattern: String) throws {
    for (count, expected) in [(62, nil), (63, nil), (64, OAuthError.Code.malformedURL), (100, .malformedURL)] {
      let host = pattern.replacing("%", with: String(repeating: "a", count: count))
      #expect(try refusal { try AbsoluteURL("https://\(host)/") } == expected, "\(count)")
    }
  }

  @Test(
    "what stands behind the authority begins the path, the query or the fragment",
    arguments: [
      ("https://a.example//b", "//b", nil, nil), ("https://a.example?//b", "", "//b", nil),
      ("https://a.example#//b?c", "", nil, "//b?c"), ("https://a.example/?#", "/", "", ""),
      ("app:b//c", "b//c", nil, nil), ("app:/b//c", "/b//c", nil, nil), ("app:?a", "", "a", nil),
      ("app:#?a", "", nil, "?a"),
      ("app:", "", nil, nil), ("a:b:c", "b:c", nil, nil),
    ] as [(String, String, String?, String?)])
  func parts(text: String, path: String, query: String?, fragment: String?) throws {
    let url = try AbsoluteURL(text)
    #expect(url.path == path && url.query == query && url.fragment == fragment && url.text == text)
    #expect(try AbsoluteURL(arriving: text) == url)
  }

  @Test(
    "an escape has two digits and ends within its part", arguments: ["%", "%4", "%4g", "%g4", "%%41", "%4%", "%-1"])
  func escapes(escape: String) throws {
    for place in [
      "https://a.example/@", "https://a.example/?@", "https://a.example/#@", "app:@", "https://a.example/@?",
      "https://a.example/@#",
    ] {
      #expect(try refusal { try AbsoluteURL(place.replacing("@", with: escape)) } == .malformedURL, "\(place)")
      #expect(try refusal { try AbsoluteURL(place.replacing("@", with: "%4F")) } == nil, "\(place)")
      #expect(try refusal { try AbsoluteURL(place.replacing("@", with: "%4f")) } == nil, "\(place)")
    }
  }

  @Test("the pairs of a query are read as a form, and a URL without a query has none")
  func queryForm() throws {
    #expect(try AbsoluteURL("https://a.example/?a=1&b=%20+c#d=2").queryForm == Form([("a", "1"), ("b", "  c")]))
    #expect(try AbsoluteURL("https://a.example/#a=1").queryForm.isEmpty)
    #expect(try AbsoluteURL("https://a.example/?").queryForm.isEmpty)
    let many = "https://a.example/?" + Array(repeating: "a", count: Form.maximumFields).joined(separator: "&")
    #expect(try AbsoluteURL(many).queryForm.count == 1000)
    #expect(try refusal { try AbsoluteURL(many + "&a").queryForm } == .tooManyFormFields)
  }

  @Test("a port that is written counts, even where it is the scheme's own; the other scheme's does not")
  func ports() throws {
    for (text, port, effective) in [
      ("https://a.example", nil, 443), ("https://a.example:443", 443, 443), ("https://a.example:80", 80, 80),
      ("http://a.example", nil, 80), ("http://a.example:", nil, 80), ("http://a.example:00001/", 1, 1),
    ] as [(String, UInt16?, UInt16)] {
      let url = try AbsoluteURL(text)
      #expect(url.port == port && url.effectivePort == effective, "\(text)")
      #expect(try Origin(of: url)?.port == effective)
    }
    #expect(try AbsoluteURL("ftp://a.example").effectivePort == nil)
  }
}
