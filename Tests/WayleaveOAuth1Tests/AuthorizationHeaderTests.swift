import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.5.1: the Authorization header")
struct AuthorizationHeaderTests {
  @Test("5849-19: the published headers are read and written")
  func vectors() throws {
    let vectors = try EncodingVectors.read().authorization_header
    #expect(vectors.count == 3)
    for vector in vectors {
      if let header = vector.header {
        let read = try #require(try AuthorizationHeader(reading: header))
        #expect(read.realm == vector.realm)
        #expect(read.parameters == vector.form)
      }
      if let serialized = vector.serialized {
        #expect(try AuthorizationHeader.value(of: vector.form) == serialized)
        #expect(try AuthorizationHeader(reading: serialized)?.parameters == vector.form)
      }
    }
  }

  @Test(
    "a header of another scheme is none", arguments: ["Bearer abc", "OAuth2 a=\"b\"", "OAuthX", "Basic b2F1dGg=", ""])
  func otherSchemes(value: String) throws {
    #expect(try AuthorizationHeader(reading: value) == nil)
  }

  @Test(
    "5849-19: scheme and realm are read in any case, and space around commas does not count",
    arguments: ["OAuth a=\"1\",b=\"2\"", "oauth a=\"1\" , b=\"2\"", "OAUTH REALM=\"x\",a=\"1\",b=\"2\""])
  func lenience(value: String) throws {
    #expect(try AuthorizationHeader(reading: value)?.parameters == ["a": "1", "b": "2"])
  }

  @Test(
    "a header with a wrong escape, an open quote or a second scheme is refused",
    arguments: [
      "OAuth a=\"%zz\"", "OAuth a=\"1", "OAuth a",
      "OAuth a=\"1\" b=\"2\"",
      "OAuth a=\"1\", OAuth b=\"2\"", "OAuth =\"1\"", "OAuth a=\"1\r\nX: y\"", "OAuth a=\"\u{0}\"",
    ])
  func refusals(value: String) throws {
    #expect(try refusal { try AuthorizationHeader(reading: value) } == .malformedSignedRequest)
  }

  @Test(
    "5849-7: a name that is repeated, however it is escaped, is refused",
    arguments: ["OAuth a=\"1\", a=\"2\"", "OAuth a=\"1\", a=\"1\"", "OAuth a=\"1\", %61=\"1\""])
  func repeatedNames(value: String) throws {
    #expect(try refusal { try AuthorizationHeader(reading: value) } == .repeatedParameter)
  }

  @Test("a header with more parameters than anyone needs is refused", arguments: [64, 65])
  func manyParameters(count: Int) throws {
    let value = "OAuth " + (0..<count).map { "a\($0)=\"\"" }.joined(separator: ",")
    #expect(try refusal { try AuthorizationHeader(reading: value) } == (count > 64 ? .malformedSignedRequest : nil))
  }

  @Test(
    "RFC 9110 §5.6.4: a realm is quoted, and one that no header can hold is refused, by the signer as well",
    arguments: [
      ("Photos", "\"Photos\""), ("A \"b\" \\c", "\"A \\\"b\\\" \\\\c\""), ("", "\"\""), ("a\r\nX: y", nil),
      ("caf\u{E9}", nil),
      ("\u{0}", nil), ("a\tb", nil),
    ] as [(String, String?)])
  func realms(realm: String, quoted: String?) throws {
    let consumer = try ConsumerCredential(key: "k", secret: Secret("s"))
    let signer = RequestSigner(consumer: consumer, dialect: OAuth1Dialect(realm: realm))
    let request = RequestMessage(.get, to: try AbsoluteURL("https://api.example.com/"))
    let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n")
    guard let quoted else {
      #expect(try refusal { try AuthorizationHeader.value(of: ["a": "1"], realm: realm) } == .forbiddenHeaderCharacter)
      #expect(try refusal { try signer.sign(request, stamp: stamp) } == .forbiddenHeaderCharacter)
      return
    }
    #expect(try AuthorizationHeader.value(of: ["a": "1"], realm: realm) == "OAuth realm=\(quoted), a=\"1\"")
    #expect(try AuthorizationHeader.value(of: Form(), realm: realm) == "OAuth realm=\(quoted)")
    let header = try signer.sign(request, stamp: stamp).head.headerFields[.authorization]
    #expect(header?.hasPrefix("OAuth realm=\(quoted), oauth_consumer_key=") == true)
    #expect(try AuthorizationHeader(reading: header ?? "")?.realm == realm)
  }

  @Test("names and values of any bytes come back as they were")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 351)
    for length in 1..<200 {
      var form = Form()
      form.fields = [Form.Field(name: random.bytes(length), value: random.bytes(length % 17))]
      #expect(try AuthorizationHeader(reading: AuthorizationHeader.value(of: form))?.parameters == form)
    }
  }
}
