import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveOAuth1

@Suite("RFC 5849 §3.4: signatures")
struct SignatureTests {
  @Test(
    "5849-17: every published request gives the published signature, with empty secrets too",
    arguments: try SignatureVector.all())
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

  @Test("a request that names one method and is signed by another is refused, whichever key verifies it")
  func namedMethod() throws {
    let (consumer, token) = (Secret("cs"), Secret("ts"))
    let signer = RequestSigner(
      consumer: try ConsumerCredential(key: "ck", secret: consumer),
      token: TokenCredential(token: Secret("tk"), secret: token), dialect: OAuth1Dialect(signatureMethod: .hmacSHA256))
    var request = try signer.sign(
      RequestMessage(.get, to: AbsoluteURL("https://api.example.com/")),
      stamp: Stamp(timestamp: Instant(secondsSinceEpoch: 1_700_000_000), nonce: "n"))
    let other = try SignatureKey(.hmacSHA1, consumerSecret: consumer, tokenSecret: token)
    let signature = try other.signature(of: SignedRequest(reading: request).baseString.bytes)
    let header = try #require(try AuthorizationHeader(reading: request.head.headerFields[.authorization] ?? ""))
    var parameters = header.parameters
    parameters.fields.removeAll { $0.name == Array("oauth_signature".utf8) }
    parameters.append("oauth_signature", String(decoding: signature, as: UTF8.self))
    request.head.headerFields[.authorization] = try AuthorizationHeader.value(of: parameters)
    let signed = try SignedRequest(reading: request)
    #expect(try refusal { try signed.verify(with: other) } == .signatureMismatch)
    #expect(try refusal { try signed.verify(consumerSecret: consumer, tokenSecret: token) } == .signatureMismatch)
  }
}
