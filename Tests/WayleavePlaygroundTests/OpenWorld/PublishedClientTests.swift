import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

/// What clients publish, in place of the network; it counts how often each is fetched.
final class DocumentShelf: Sendable {
  private let held = Lock<[String: ResponseMessage]>([:])
  private let fetched = Lock<[String]>([])

  func put(_ answer: ResponseMessage?, at url: String) { held.withLock { $0[url] = answer } }

  func answer(_ url: AbsoluteURL) -> ResponseMessage? {
    fetched.withLock { $0.append(url.text) }
    return held.withLock { $0[url.text] }
  }

  var count: Int { fetched.withLock { $0.count } }
}

@Suite("OAuth Client ID Metadata Document: clients whose ids are URLs")
struct PublishedClientTests {
  static let id = "https://app.example/client.json"

  static func document(_ id: String = id, changing name: String = "", to value: JSON? = nil) -> JSON {
    var members = JSON.Object()
    members["client_id"] = .string(id)
    members["client_name"] = "An app"
    members["redirect_uris"] = ["http://127.0.0.1/callback"]
    members["grant_types"] = ["authorization_code", "refresh_token"]
    members["token_endpoint_auth_method"] = "none"
    members["scope"] = "notes.read tools atproto somewhere.else"
    if !name.isEmpty { members[name] = value }
    return .object(members)
  }

  private func with(
    _ document: ResponseMessage? = ResponseMessage(.ok, json: document()),
    _ body: @Sendable (TestPlayground, DocumentShelf) async throws -> Void
  ) async throws {
    let shelf = DocumentShelf()
    shelf.put(document, at: Self.id)
    try await TestPlayground.withTollgate {
      $0.documentFetcher = { shelf.answer($0) }
    } _: {
      try await body($0, shelf)
    }
  }

  private func open(_ playground: TestPlayground, _ id: String = id, _ scope: String = "notes.read") async throws
    -> ResponseMessage
  {
    try await playground.visitor.open(try playground.tollgateURL(["client_id": id, "scope": scope, "nonce": nil]))
  }

  @Test func `§ Authorization Server Metadata: it says so, and one signs in without registration`() async throws {
    try await with { playground, _ in
      let address = playground.tollgate.issuer.text + "/.well-known/openid-configuration"
      #expect(try await playground.visitor.open(address).json?["client_id_metadata_document_supported"] == true)
      let code = Secret(try await open(playground).callback.text(of: "code") ?? "")
      let grant = AuthorizationCodeGrant(
        code: code, verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
        redirectURI: try RedirectURI(TestPlayground.callback))
      let answer = try await playground.visitor.send(
        grant.request(to: playground.tollgate.tokenEndpoint, as: try Client(id: ClientID(Self.id))))
      let tokens = try TokenResponse(reading: answer)
      #expect(tokens.refreshToken != nil)
      #expect(try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken).status == 200)
      // What the document does not have cannot be asked for, and neither can what the server does not.
      for scope in ["vault.read", "somewhere.else"] {
        #expect(try await open(playground, Self.id, scope).callback.text(of: "error") == "invalid_scope", "\(scope)")
      }
      try await playground.take(.exactRedirectURI)
      #expect(try await open(playground).status == 400)
      try await playground.take(.noDocuments)
      #expect(try await open(playground).status == 400)
      #expect(try await playground.visitor.open(address).json?["client_id_metadata_document_supported"] == nil)
    }
  }

  /// What is at the URL, and whether a sign-in begins.
  static let documents: [(name: String, answer: ResponseMessage?, isTaken: Bool)] = [
    ("good", ResponseMessage(.ok, json: document()), true), ("nothing", nil, false),
    ("missing", ResponseMessage(.notFound, json: document()), false),
    ("moved", ResponseMessage(.found, json: document()), false),
    ("another client", ResponseMessage(.ok, json: document("https://app.example/client.json/")), false),
    ("no id", ResponseMessage(.ok, json: document(changing: "client_id")), false),
    ("a secret", ResponseMessage(.ok, json: document(changing: "client_secret", to: "x")), false),
    (
      "a shared secret",
      ResponseMessage(.ok, json: document(changing: "token_endpoint_auth_method", to: "client_secret_basic")), false
    ),
    ("no way of authenticating", ResponseMessage(.ok, json: document(changing: "token_endpoint_auth_method")), true),
    ("no redirect URI", ResponseMessage(.ok, json: document(changing: "redirect_uris")), false),
    ("no JSON", .text(.ok, "<html>"), false), ("no object", ResponseMessage(.ok, json: []), false),
    (
      "5 kilobytes",
      ResponseMessage(.ok, json: document(changing: "about", to: .string(String(repeating: "x", count: 4700)))), true
    ),
    (
      "more",
      ResponseMessage(.ok, json: document(changing: "about", to: .string(String(repeating: "x", count: 5121)))), false
    ),
  ]

  @Test(arguments: documents.indices)
  func `Client Information Discovery: a document is good, or there is no such client`(index: Int) async throws {
    let (name, answer, isTaken) = Self.documents[index]
    try await with(answer) { playground, shelf in
      let page = try await open(playground)
      #expect(page.status == (isTaken ? 303 : 400) && shelf.count == 1, "\(name)")
    }
  }

  @Test(arguments: [
    "http://app.example/client.json", "https://app.example", "https://app.example/",
    "https://app.example/client.json#x",
    "https://app.example/a/../client.json", "https://app.example/%2E%2e/client.json",
    "https://app.example/client.json?x",
    "ftp://app.example/client.json", "tollgate-unknown",
  ])
  func `Client Identifier: what cannot be such a URL is never asked for`(id: String) async throws {
    try await with { playground, shelf in
      shelf.put(ResponseMessage(.ok, json: Self.document(id)), at: id)
      let page = try await open(playground, id)
      #expect(page.status == 400 && shelf.count == 0)
    }
  }

  @Test func `a program on this machine may have it here, by http`() async throws {
    try await with { playground, shelf in
      let id = "http://127.0.0.1:7/client.json"
      shelf.put(ResponseMessage(.ok, json: Self.document(id)), at: id)
      let page = try await open(playground, id)
      #expect(page.status == 303)
    }
  }

  @Test func `Metadata Caching: a good document counts for five minutes, and one that is not good never`() async throws
  {
    try await with { playground, shelf in
      for _ in 1...3 {
        let page = try await open(playground)
        #expect(page.status == 303 && shelf.count == 1)
      }
      playground.clock.advance(by: 299)
      #expect(try await open(playground).status == 303 && shelf.count == 1)
      playground.clock.advance(by: 1)
      shelf.put(ResponseMessage(.internalServerError, json: Self.document()), at: Self.id)
      for count in 2...3 { #expect(try await open(playground).status == 400 && shelf.count == count) }
      shelf.put(ResponseMessage(.ok, json: Self.document()), at: Self.id)
      #expect(try await open(playground).status == 303 && shelf.count == 4)
    }
  }

  @Test func `the page names the host, which is verified, next to the name, which is not`() async throws {
    let shelf = DocumentShelf()
    shelf.put(ResponseMessage(.ok, json: Self.document()), at: Self.id)
    try await TestPlayground.withTollgate(approval: .byPage) {
      $0.documentFetcher = { shelf.answer($0) }
    } _: { playground in
      let page = try await open(playground)
      #expect(page.text.contains("An app (app.example)"))
    }
  }

  @Test func `the personal data server takes them too, pushed and with a proof, and the server of the origin does not`()
    async throws
  {
    try await with { playground, _ in
      let key = try DPoPKey.generate()
      let proof = TestProof(key: key, nonce: try await playground.pdsNonce(key))
      let pushed = try await playground.pushAtPDS(["scope": "atproto"], as: Self.id, proving: proof)
      #expect(try await playground.takeAtPDS(pushed, as: Self.id).contains("code"))
      #expect(try await playground.pushAtPDS(["scope": "atproto"], as: Self.id, proving: nil).status == 400)
      let plain = try playground.tollgateParameters(["client_id": Self.id, "scope": "atproto", "nonce": nil])
      let direct = try await playground.visitor.open(playground.pds(.authorize).url.text(adding: plain)).callback
      #expect(try direct.text(of: "error") == "invalid_request")
      let atOrigin = try Endpoint(playground.base + "/authorize").url.text(adding: plain)
      #expect(try await playground.visitor.open(atOrigin).status == 400)
    }
  }
}

@Suite("OAuth Client ID Metadata Document, Security Considerations: what is fetched")
struct DocumentFetcherTests {
  @Test func `this machine is asked by http, and no other host is`() async throws {
    try await TestPlayground.withTollgate { playground in
      let keys = await DocumentFetcher.fetch(playground.tollgate.keySetEndpoint.url)
      #expect(keys?.status == 200 && keys?.json?["keys"] != nil)
      let missing = await DocumentFetcher.fetch(try AbsoluteURL(playground.base + "/nothing/here"))
      #expect(missing?.status == 404)
    }
    for url in ["http://192.0.2.1/client.json", "ftp://127.0.0.1/client.json"] {
      #expect(await DocumentFetcher.fetch(try AbsoluteURL(url)) == nil)
    }
  }

  @Test func `a certificate that no one vouches for is not believed`() async throws {
    try await TestPlayground.with {
      $0.usesTLS = true
    } _: { playground in
      #expect(await DocumentFetcher.fetch(playground.running.tollgate.keySetEndpoint.url) == nil)
    }
  }

  /// What comes over the connection until it ends, and the body that is read.
  static let answers: [(text: String, body: String?)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "{}"), ("HTTP/1.0 404 Not Found\r\n\r\n", ""),
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", nil), ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", nil),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", nil),
    ("HTTP/1.1 200 OK\r\n", nil), ("HTTP/1.1 2000 OK\r\n\r\n", nil), ("SSH-2.0-x\r\n\r\n", nil), ("", nil),
  ]

  @Test(arguments: answers.indices)
  func `an answer is whole, or there is none`(index: Int) {
    let (text, body) = Self.answers[index]
    #expect(DocumentFetcher.response(Array(text.utf8))?.text == body)
  }
}
