import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.4: signatures")
struct SignatureTests {
  static func signable() throws -> [SignatureVector] {
    try SignatureVector.all().filter { SignatureMethod(rawValue: $0.algorithm) != nil }
  }

  @Test("every published request gives the published signature", arguments: try signable())
  func vectors(vector: SignatureVector) throws {
    let method = try #require(SignatureMethod(rawValue: vector.algorithm))
    let signature = method.signature(
      of: Array(vector.base_string.utf8), consumerSecret: Secret(vector.client_secret),
      tokenSecret: Secret(vector.token_secret))
    #expect(Base64.standard.encodedText(signature) == vector.signature)
  }

  @Test("the signature printed in RFC 5849 §3.4.1.1 is that of the GET")
  func misprint() throws {
    let vectors = try SignatureVector.all()
    let post = try #require(vectors.first { $0.id == "rfc5849-3.4.1.1-corrected" })
    let get = try #require(vectors.first { $0.id == "rfc5849-3.4.1.1-as-printed-get" })
    #expect(post.signature == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
    #expect(get.signature == "bYT5CMsGcbgUdFHObYMEfcx6bsw=")
  }
}
