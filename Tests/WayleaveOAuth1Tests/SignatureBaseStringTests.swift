import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.4.1: the signature base string")
struct SignatureBaseStringTests {
  @Test(
    "5849-11, 5849-16: every published request gives the published base string and parameters",
    arguments: try SignatureVector.all())
  func vectors(vector: SignatureVector) throws {
    let baseString = try SignatureBaseString(of: vector.request(), protocolParameters: vector.protocolParameters)
    #expect(baseString.description.hasSameBytes(as: vector.base_string))
    #expect(String(decoding: baseString.normalizedParameters, as: UTF8.self).hasSameBytes(as: vector.normalized))
  }

  @Test("there are forty published requests")
  func vectorCount() throws {
    #expect(try SignatureVector.all().count == 40)
  }

  @Test(
    "5849-12: scheme and host go to lower case, the scheme's own port, query and fragment go, and a path is never empty"
  )
  func baseStringURI() throws {
    let vectors = try EncodingVectors.read().base_string_uri
    #expect(vectors.count == 11)
    for vector in vectors {
      #expect(try baseStringURI(of: RequestMessage(.get, to: AbsoluteURL(vector.url))) == vector.base_string_uri)
    }
  }

  @Test(
    "a request that was made by hand is held to the same rule",
    arguments: [
      (("HTTP", "EXAMPLE.com:80", "/r%20v/X?id=123"), "http://example.com/r%20v/X"),
      (("https", "Example.com:443", "/"), "https://example.com/"),
      (("https", "example.com:8443", ""), "https://example.com:8443/"),
      (("https", "[2001:DB8::1]:443", "/a"), "https://[2001:db8::1]/a"),
      (("https", "a_b.example.com", "/a?b/c"), "https://a_b.example.com/a"),
    ])
  func requestsMadeByHand(parts: (scheme: String, authority: String, path: String), expected: String) throws {
    let head = HTTPRequest(method: .get, scheme: parts.scheme, authority: parts.authority, path: parts.path)
    #expect(try baseStringURI(of: RequestMessage(head)) == expected)
  }

  @Test(
    "a request to no place, or to one that readers would take apart differently, is not signed",
    arguments: [
      (nil, "example.com", "/"), ("https", nil, "/"), ("https", "", "/"), ("https", "eg.com:0", "/"),
      ("https", "eg.com:65536", "/"), ("https", "eg.com:-1", "/"), ("https", "eg.com:3.14", "/"),
      ("https", "eg.com:42:42", "/"), ("https", "user@eg.com", "/"), ("https", "m\u{FC}nchen.example", "/"),
      ("https", "2130706433", "/"), ("https", "0x7f.1", "/"), ("https", "eg..com", "/"), ("https", "eg.com", "/a b"),
      ("https", "eg.com", "/a%2"), ("https", "eg.com", "/a\\b"), ("https", "eg.com", "/a?b=%zz"),
      ("https", "eg.com", "/a?b=\u{E9}"), ("https", "eg.com", "a"), ("ftp:", "eg.com", "/"),
    ] as [(String?, String?, String)])
  func refusedRequests(scheme: String?, authority: String?, path: String) throws {
    let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    #expect(
      try refusal { try SignatureBaseString(of: RequestMessage(head), protocolParameters: Form()) } == .malformedURL)
  }

  @Test("5849-14: pairs are sorted by encoded name and then by encoded value")
  func normalize() throws {
    let vectors = try EncodingVectors.read().normalize
    #expect(vectors.count == 5)
    for vector in vectors { #expect(try normalized(query: vector.form) == vector.normalized) }
  }

  @Test(
    "5849-15: what the ancestors signed wrongly",
    arguments: [
      ("a-b=3&a1=2&a=1", "a=1&a-b=3&a1=2"), ("a=2&a=1&a=1", "a=1&a=1&a=2"), ("k=v=w", "k=v%3Dw"),
      ("k=a/b?c*d~e+f", "k=a%2Fb%3Fc%2Ad~e%20f"), ("k=%2B", "k=%2B"), ("flag", "flag="), ("", ""), ("&&", ""),
    ])
  func ancestors(query: String, expected: String) throws {
    #expect(try normalized(query: query) == expected)
  }

  @Test("a path keeps its escapes")
  func pathKeepsEscapes() throws {
    let request = RequestMessage(.get, to: try AbsoluteURL("https://API.example.com:443/a%20b"))
    #expect(try baseStringURI(of: request) == "https://api.example.com/a%20b")
  }

  @Test(
    "5849-13, 5849-20: a JSON or multipart body is not signed, a form is, whatever the case and parameters of its type")
  func bodies() throws {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com/a"))
    request.body = Array("b=1&a=2".utf8)
    let types = ["application/json", "multipart/form-data; boundary=b", "text/plain", nil]
    for type in types {
      request.head.headerFields[.contentType] = type
      #expect(try normalized(request) == "", "\(type ?? "none")")
    }
    for type in [ContentType.form, "Application/X-WWW-Form-URLEncoded ; charset=utf-8"] {
      request.head.headerFields[.contentType] = type
      #expect(try normalized(request) == "a=2&b=1", "\(type)")
    }
  }

  @Test("5849-14: the signature itself is left out, wherever it stands")
  func signatureLeftOut() throws {
    #expect(try normalized(query: "oauth_signature=x&oauth_signature_method=y") == "oauth_signature_method=y")
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/a?b=1"))
    let baseString = try SignatureBaseString(of: request, protocolParameters: ["oauth_signature": "x"])
    #expect(String(decoding: baseString.normalizedParameters, as: UTF8.self) == "b=1")
  }

  @Test("a wrong escape in a form body is refused")
  func wrongEscape() throws {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com/a"))
    request.head.headerFields[.contentType] = ContentType.form
    request.body = Array("a=%zz".utf8)
    #expect(try refusal { try normalized(request) } == .malformedPercentEncoding)
    request.body = Array("a=%20".utf8)
    #expect(try refusal { try normalized(request) } == nil)
  }

  @Test("the order in which pairs come changes nothing")
  func orderIndependence() throws {
    var random = SeededGenerator(seed: 58_49)
    for _ in 0..<100 {
      let alphabet = Array("ab1-%+=~ \u{E9}".utf8)
      var fields = (0..<12).map { _ in
        Form.Field(name: random.bytes(3, from: alphabet), value: random.bytes(3, from: alphabet))
      }
      var form = Form()
      form.fields = fields
      let url = try AbsoluteURL("https://api.example.com/a")
      let expected = try SignatureBaseString(of: RequestMessage(.get, to: url), protocolParameters: form)
      fields.shuffle(using: &random)
      let (inQuery, inHeader) = (fields.prefix(5), fields.dropFirst(5))
      var query = Form()
      query.fields = Array(inQuery)
      var rest = Form()
      rest.fields = Array(inHeader)
      var request = RequestMessage(.get, to: url)
      request.appendQuery(query)
      #expect(try SignatureBaseString(of: request, protocolParameters: rest) == expected)
    }
  }

  private func baseStringURI(of request: RequestMessage) throws -> String {
    let text = try SignatureBaseString(of: request, protocolParameters: Form()).description
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return String(decoding: PercentEncoding.decode(parts[1].utf8) ?? [], as: UTF8.self)
  }

  private func normalized(query: String) throws -> String {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com/a"))
    request.head.headerFields[.contentType] = ContentType.form
    request.body = Array(query.utf8)
    let fromBody = try normalized(request)
    let head = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/a?" + query)
    #expect(try normalized(RequestMessage(head)) == fromBody)
    return fromBody
  }

  private func normalized(_ request: RequestMessage) throws -> String {
    let baseString = try SignatureBaseString(of: request, protocolParameters: Form())
    return String(decoding: baseString.normalizedParameters, as: UTF8.self)
  }
}
