import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 5849 §3.5: where the parameters of the protocol stand in a request")
struct PlacementTests {
  private let stamp = Stamp(timestamp: Instant(secondsSinceEpoch: 7), nonce: "n")
  private static let start = "oauth_consumer_key=c%26k&oauth_signature_method=HMAC-SHA1&oauth_timestamp=7&oauth_nonce=n"

  private func sign(_ request: RequestMessage, _ dialect: OAuth1Dialect, token: Bool = false) throws -> RequestMessage {
    let consumer = try ConsumerCredential(key: "c&k", secret: Secret("cs"))
    let credential = TokenCredential(token: Secret("t k"), secret: Secret("ts"))
    let signer =
      token
      ? RequestSigner(consumer: consumer, token: credential, dialect: dialect)
      : RequestSigner(consumer: consumer, dialect: dialect)
    let signed = try signer.sign(request, additional: ["oauth_x": "1 2"], stamp: stamp)
    try SignedRequest(reading: signed).verify(consumerSecret: Secret("cs"), tokenSecret: token ? Secret("ts") : nil)
    return signed
  }

  private func request(_ path: String, body: String? = nil) throws -> RequestMessage {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com\(path)"))
    if let body {
      request.head.headerFields[.contentType] = ContentType.form
      request.body = Array(body.utf8)
    }
    return request
  }

  @Test("§3.5.2: behind the pairs of the body, which it makes a form", arguments: [nil, "", "a=b+c"] as [String?])
  func body(text: String?) throws {
    let signed = try sign(request("/a?q=1", body: text), OAuth1Dialect(placement: .body), token: true)
    let prefix = (text ?? "").isEmpty ? "" : "a=b+c&"
    let expected = prefix + Self.start + "&oauth_version=1.0&oauth_token=t%20k&oauth_x=1%202&oauth_signature="
    #expect(String(decoding: signed.body, as: UTF8.self).hasPrefix(expected) && signed.head.path == "/a?q=1")
    #expect(
      signed.head.headerFields[.contentType] == ContentType.form && signed.head.headerFields[.authorization] == nil)
  }

  @Test(
    "§3.5.3: behind the pairs of the query",
    arguments: [("/a", "/a?"), ("/a?", "/a?"), ("/a?q=1", "/a?q=1&"), ("/a?q=1&", "/a?q=1&")])
  func query(path: String, prefix: String) throws {
    let signed = try sign(request(path, body: "a=b"), OAuth1Dialect(placement: .query, sendsVersion: false))
    #expect(signed.head.path?.hasPrefix(prefix + Self.start + "&oauth_x=1%202&oauth_signature=") == true)
    #expect(signed.body == Array("a=b".utf8) && signed.head.headerFields[.authorization] == nil)
  }

  @Test("§3.5.1: in the header, and query and body stay as they are", arguments: [true, false])
  func header(sendsVersion: Bool) throws {
    let signed = try sign(
      request("/a?q=1", body: "a=b"), OAuth1Dialect(sendsVersion: sendsVersion), token: !sendsVersion)
    #expect(signed.head.path == "/a?q=1" && signed.body == Array("a=b".utf8))
    let header = try #require(try AuthorizationHeader(reading: signed.head.headerFields[.authorization] ?? ""))
    let names = (0..<header.parameters.count).map { String(decoding: header.parameters.name(at: $0), as: UTF8.self) }
    let fourth = sendsVersion ? "oauth_version" : "oauth_token"
    #expect(
      names == [
        "oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce", fourth, "oauth_x",
        "oauth_signature",
      ])
    #expect(try header.parameters.text(of: "oauth_consumer_key") == "c&k" && header.realm == nil)
  }
}
