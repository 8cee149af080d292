import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.4: signatures")
struct SignatureTests {
  @Test("every published request gives the published signature", arguments: try SignatureVector.all())
  func vectors(vector: SignatureVector) throws {
    let method = try #require(SignatureMethod(rawValue: vector.algorithm))
    let key = try SignatureKey(
      method, consumerSecret: Secret(vector.client_secret), tokenSecret: Secret(vector.token_secret))
    let signature = try key.signature(of: Array(vector.base_string.utf8))
    #expect(String(decoding: signature, as: UTF8.self) == vector.signature)
    #expect(try key.isSignature(Array(vector.signature.utf8), of: Array(vector.base_string.utf8)))
    #expect(
      try !key.isSignature(Array(vector.signature.utf8), of: Array((vector.base_string + "x").utf8))
        || method == .plaintext)
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
