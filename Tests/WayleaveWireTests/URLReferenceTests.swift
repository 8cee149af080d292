import HTTPTypes
import Testing
import WayleaveWire

@Suite("RFC 3986 §5: what a reference means in an answer of a URL")
struct URLReferenceTests {
  @Test(
    "§5.4.1: the normal examples",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"),
    ])
  func normal(reference: String, meaning: String) throws {
    #expect(try AbsoluteURL("http://a/b/c/d;p?q").resolving(reference)?.text == meaning)
  }

  @Test(
    "§5.4.2: the abnormal examples; a scheme without a host is none, as strict parsers have it",
    arguments: [
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
      ("http:g", nil),
    ])
  func abnormal(reference: String, meaning: String?) throws {
    #expect(try AbsoluteURL("http://a/b/c/d;p?q").resolving(reference)?.text == meaning)
  }

  @Test(
    "a path that is empty, a port, a colon in a later part, and what is no URL",
    arguments: [
      ("https://a.example", "g", "https://a.example/g"), ("https://a.example", "?x", "https://a.example?x"),
      ("https://a.example:8443/b", "g", "https://a.example:8443/g"), ("https://a/b", "./c:d", "https://a/c:d"),
      ("https://a/b", "?to=https://c/", "https://a/b?to=https://c/"), ("https://a/b", "c d", nil),
      ("https://a/b", "//user@c/", nil), ("https://a/b", "//", nil), ("com.example:/cb", "x", nil),
    ])
  func others(base: String, reference: String, meaning: String?) throws {
    #expect(try AbsoluteURL(base).resolving(reference)?.text == meaning)
  }

  @Test(
    "RFC 9110 §15.4: a redirect leads somewhere with five statuses, and with a Location that is not empty",
    arguments: [
      (301, "/x", "/x"), (302, "/x", "/x"), (303, "/x", "/x"), (307, "/x", "/x"), (308, "x", "x"), (300, "/x", nil),
      (304, "/x", nil), (305, "/x", nil), (200, "/x", nil), (302, "", nil), (302, nil, nil),
    ])
  func redirects(status: Int, location: String?, reference: String?) {
    var response = ResponseMessage(HTTPResponse(status: .init(code: status)))
    response.head.headerFields[.location] = location
    #expect(response.redirectReference == reference)
  }
}
