import Foundation
import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveTestSupport
import WayleaveWire

@Suite("Foreign clients and servers understand what we sign, and we what they sign", .enabled(if: TestsFolder.hasPeers))
struct ForeignPeerTests {
  private static let key = "wayleave-consumer-0001"
  private static let secret = "c&o nsumer/secret+\u{E9}"
  private static let token = TokenCredential(
    token: Secret("wayleave-token-00000001"), secret: Secret("t=oken secret%"))

  private static let clients: [(String, [SignatureMethod])] = [
    ("oauthlib", SignatureMethod.allCases), ("requests-oauthlib", SignatureMethod.allCases),
    ("authlib", [.hmacSHA1, .rsaSHA1, .plaintext]),
  ]

  @Test("what a foreign client signs is verified, by every method and in every place it knows", arguments: clients)
  func foreignClients(client: String, methods: [SignatureMethod]) throws {
    let peer = try ForeignPeer()
    let privateKey = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    for method in methods {
      for placement in ParameterPlacement.allCases {
        var task: [String: Any] = [
          "by": client, "method": method.rawValue, "placement": placement.rawValue, "consumer_key": Self.key,
          "token": Self.token.token.exposedText, "token_secret": Self.token.secret.exposedText,
          "http_method": "POST", "url": "https://api.example.com:8443/a%20b?q=caf%C3%A9%20cr%C3%A8me&x=1&x=%2B",
          "body": "status=Gr%C3%BC%C3%9Fe%2C+100%25+%26+more&a=&b=%7E",
        ]
        if method.usesPrivateKey {
          task["private_key"] = SampleKeys.rsa2048
        } else {
          task["consumer_secret"] = Self.secret
        }
        let signed = try SignedRequest(reading: try peer.sign(task))
        #expect(signed.consumerKey == Self.key && signed.token == Self.token.token && signed.signatureMethod == method)
        let key =
          method.usesPrivateKey
          ? try SignatureKey(method, publicKey: privateKey.publicKey)
          : try SignatureKey(method, consumerSecret: Secret(Self.secret), tokenSecret: Self.token.secret)
        #expect(try refusal { try signed.verify(with: key) } == nil, "\(client) \(method) \(placement)")
      }
    }
  }

  @Test("a foreign client's request for temporary credentials and its exchange are read", arguments: clients.map(\.0))
  func foreignFlow(client: String) throws {
    let peer = try ForeignPeer()
    var task: [String: Any] = [
      "by": client, "method": "HMAC-SHA1", "placement": "header", "consumer_key": Self.key,
      "consumer_secret": Self.secret,
      "http_method": "POST", "url": "https://api.example.com/request_token",
      "callback": "https://app.example.com/cb?x=1",
    ]
    let first = try peer.sign(task)
    let signed = try SignedRequest(reading: first)
    try signed.verify(consumerSecret: Secret(Self.secret), tokenSecret: nil)
    let callback = try AbsoluteURL("https://app.example.com/cb?x=1")
    #expect(try TemporaryCredentialRequest(reading: signed, of: first).callback == .url(callback))
    task["callback"] = nil
    task.merge(["token": "tt", "token_secret": "ts", "verifier": "v 1"]) { _, new in new }
    let second = try peer.sign(task)
    let exchange = try SignedRequest(reading: second)
    try exchange.verify(consumerSecret: Secret(Self.secret), tokenSecret: Secret("ts"))
    #expect(try TokenCredentialRequest.verifier(in: exchange, of: second) == Secret("v 1"))
  }

  private static let servers: [(String, [SignatureMethod])] = [
    ("oauthlib", SignatureMethod.allCases), ("authlib", [.hmacSHA1, .rsaSHA1, .plaintext]),
  ]

  @Test("a foreign server verifies what we sign, once, and nothing that was changed", arguments: servers)
  func foreignServers(server: String, methods: [SignatureMethod]) throws {
    let peer = try ForeignPeer()
    let privateKey = try RSAPrivateKey(pem: Secret(SampleKeys.rsa2048))
    for method in methods {
      let consumer =
        method.usesPrivateKey
        ? try ConsumerCredential(key: Self.key, privateKey: privateKey)
        : try ConsumerCredential(key: Self.key, secret: Secret(Self.secret))
      // oauthlib decodes what stands in query and body twice, so that a secret with an escape in it never fits there.
      let isDecodedTwice = server == "oauthlib" && method == .plaintext
      for placement in isDecodedTwice ? [.header] : ParameterPlacement.allCases {
        let signer = RequestSigner(
          consumer: consumer, token: Self.token, dialect: OAuth1Dialect(signatureMethod: method, placement: placement))
        let request = try signer.sign(sample(), stamp: freshStamp())
        let publicKey = privateKey.publicKey.pem
        let answer = try peer.serve(request, by: server, at: "resource", publicKey: publicKey)
        #expect(answer.status == 200, "\(method) \(placement): \(String(decoding: answer.body, as: UTF8.self))")
        #expect(try peer.serve(request, by: server, at: "resource", publicKey: publicKey).status == 401)
        var changed = try signer.sign(sample(), stamp: freshStamp())
        changed.head.path = changed.head.path?.replacing("x=1", with: "x=2")
        let isBlind = method == .plaintext
        #expect(
          (try peer.serve(changed, by: server, at: "resource", publicKey: publicKey).status == 200) == isBlind)
      }
    }
  }

  @Test("the whole flow at a foreign server", arguments: servers.map(\.0))
  func wholeFlow(server: String) throws {
    let peer = try ForeignPeer()
    let consumer = try ConsumerCredential(key: Self.key, secret: Secret(Self.secret))
    let endpoint = { (name: String) in try Endpoint("https://api.example.com/\(name)") }
    let callback = try AbsoluteURL("https://app.example.com/cb?x=1")
    let asking = try TemporaryCredentialRequest(callback: .url(callback))
      .request(to: endpoint("temporary"), as: consumer, stamp: freshStamp())
    let temporary = try TemporaryCredentialResponse(reading: peer.serve(asking, by: server, at: "temporary")).credential

    let page = try ResourceOwnerAuthorizationRequest(token: temporary.token).url(at: endpoint("authorize"))
    let sentBack = try peer.serve(RequestMessage(.post, to: page), by: server, at: "authorize")
    let location = try #require(sentBack.head.headerFields[.location])
    guard
      case .granted(let token, let verifier) = try ResourceOwnerAuthorizationCallback(reading: AbsoluteURL(location))
    else { throw CocoaError(.coderInvalidValue) }
    #expect(token == temporary.token)
    #expect(location.hasPrefix("https://app.example.com/cb?x=1&"))

    let wrong = TemporaryCredential(token: temporary.token, secret: Secret("wrong"))
    if server == "oauthlib" {
      let forged = try TokenCredentialRequest(temporary: wrong, verifier: verifier)
        .request(to: endpoint("token"), as: consumer, stamp: freshStamp())
      let refused = try peer.serve(forged, by: server, at: "token")
      #expect(try refusal { try TokenCredentialResponse(reading: refused) } == .authorizationRefused)
    }
    let exchange = try TokenCredentialRequest(temporary: temporary, verifier: verifier)
      .request(to: endpoint("token"), as: consumer, stamp: freshStamp())
    let credential = try TokenCredentialResponse(reading: peer.serve(exchange, by: server, at: "token")).credential
    let request = try RequestSigner(consumer: consumer, token: credential).sign(sample(), stamp: freshStamp())
    #expect(try peer.serve(request, by: server, at: "resource").status == 200)
  }

  private func sample() throws -> RequestMessage {
    var request = RequestMessage(.post, to: try AbsoluteURL("https://api.example.com:8443/a%20b?q=caf%C3%A9&x=1&x=%2B"))
    request.head.headerFields[.contentType] = ContentType.form
    request.body = Array("status=Gr%C3%BC%C3%9Fe%2C+100%25&a=&b=%7E".utf8)
    return request
  }

  /// Foreign servers have clocks of their own.
  private func freshStamp() -> Stamp {
    var random = SystemRandomNumberGenerator()
    return Stamp(at: Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)), using: &random)
  }
}
