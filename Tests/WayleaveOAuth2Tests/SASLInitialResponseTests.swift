import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7628 §3.1: a mail program sends its token in the initial response")
struct SASLInitialResponseTests {
  struct Vectors: Decodable {
    struct Case: Decodable {
      let mechanism: String
      let user: String
      let host: String?
      let port: UInt16?
      let token: String
      let response: String
    }
    let cases: [Case]
  }

  private func encoded(
    _ user: String = "ada@example.com", host: String? = nil, port: UInt16? = nil, token: String = "t"
  ) throws -> String {
    try SASLInitialResponse(.oauthBearer(host: host, port: port), user: user).encoded(with: Secret(token)).exposedText
  }

  @Test("RFC 7628 §4.1 and Google's example; RFC 5801 §4: what separates is escaped in the name, in GS2 alone")
  func written() throws {
    let vectors = try VectorFile.read("sasl_oauth", as: Vectors.self).cases
    #expect(vectors.count == 6)
    for vector in vectors {
      let mechanism: SASLInitialResponse.Mechanism =
        vector.mechanism == "xoauth2" ? .xoauth2 : .oauthBearer(host: vector.host, port: vector.port)
      let response = try SASLInitialResponse(mechanism, user: vector.user)
      #expect(try response.encoded(with: Secret(vector.token)).exposedText == vector.response, "\(vector.user)")
    }
  }

  @Test(
    "a user or a host that would end its pair is refused",
    arguments: ["", "a\u{1}b", "a\u{0}", "a\nb", "a\rb", "a\tb", "a\u{7F}"])
  func separators(text: String) throws {
    #expect(try refusal { try encoded(text) } == .invalidValue)
    #expect(try refusal { try SASLInitialResponse(.xoauth2, user: text) } == .invalidValue)
    #expect(try refusal { try encoded(host: text) } == .invalidValue)
    #expect(try refusal { try encoded("a b", host: "a.example") } == nil)
    #expect(try refusal { try encoded(host: "a b") } == .invalidValue)
  }

  @Test(
    "RFC 6749 §A.12: a token has visible characters alone",
    arguments: [("t", true), ("a b~", true), ("", false), ("a\u{1}b", false), ("a\r\n", false), ("ä", false)])
  func token(text: String, isFit: Bool) throws {
    #expect(try refusal { try encoded(token: text) } == (isFit ? nil : .unsupported))
  }

  @Test("it is one line, however long the token is")
  func oneLine() throws {
    #expect(try !encoded(token: String(repeating: "t", count: 4000)).contains(where: \.isNewline))
  }
}
