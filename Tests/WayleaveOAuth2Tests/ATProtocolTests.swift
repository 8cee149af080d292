import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@Suite("AT Protocol: an account is found by handle or DID, and nothing that one side alone says is believed")
struct ATProtocolTests {
  private static let did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz"

  @Test(
    "Handle § Handle Identifier Syntax: a handle is a domain name, in lower case",
    arguments: [
      ("alice.example.com", "alice.example.com"), ("Alice.Example.COM", "alice.example.com"), ("a.co", "a.co"),
      ("xn--ls8h.test", "xn--ls8h.test"), ("8.cn", "8.cn"), ("a-b.c-d.e1", "a-b.c-d.e1"),
      (String(repeating: "a", count: 63) + ".test", String(repeating: "a", count: 63) + ".test"),
    ])
  func handle(typed: String, text: String) throws {
    let handle = try ATHandle(typed)
    #expect(handle.text == text)
    #expect(try handle.address.text == "https://\(text)/.well-known/atproto-did")
  }

  @Test(
    "what is none is refused before anything is asked: an address, a path, another alphabet, a name of the own network",
    arguments: [
      "", "alice", "alice.", ".alice.test", "a..test", "-a.test", "a-.test", "a_b.test", "alice.example.com/x",
      "alice.example.com:443", "user@alice.test", "127.0.0.1", "[::1]", "a.1", "alice.tést", "\u{212A}elvin.test",
      "printer.local", "a.localhost", "router.internal", "4.3.2.1.in-addr.arpa", "a.onion", "a.alt", "a.invalid",
      "a b.test", "a.test\n", String(repeating: "a", count: 64) + ".test",
      String(repeating: "a.", count: 125) + "test",
    ])
  func noHandle(typed: String) {
    #expect(throws: OAuthError.self) { _ = try ATHandle(typed) }
    #expect(throws: OAuthError.self) { _ = try ATProtocolSearch(for: "@" + typed) }
  }

  @Test(
    "DID § Blessed DID Methods: did:plc is in the directory, did:web at its host, and for tests at a port of this machine",
    arguments: [
      (did, "https://plc.directory/\(did)"),
      ("did:web:alice.example.com", "https://alice.example.com/.well-known/did.json"),
      ("did:web:localhost%3A8080", "http://localhost:8080/.well-known/did.json"),
      ("did:web:localhost", "http://localhost/.well-known/did.json"),
    ])
  func identifier(text: String, document: String) throws {
    let did = try DID(text)
    #expect(did.text == text && did.document.text == document)
  }

  @Test(
    "what is no DID of an account is refused",
    arguments: [
      "did:", "did:plc:", "did:plc:ewvi7nxzyoun6zhxrhs64oi", "did:plc:ewvi7nxzyoun6zhxrhs64oiz2",
      "did:plc:EWVI7NXZYOUN6ZHXRHS64OIZ", "did:plc:ewvi7nxzyoun6zhxrhs64oi1", "did:web:", "did:web:alice",
      "did:web:Alice.example.com", "did:web:alice.example.com:user", "did:web:alice.example.com%3A8080",
      "did:web:127.0.0.1", "did:web:127.0.0.1%3A80", "did:web:localhost%3A", "did:web:localhost%3A0",
      "did:web:localhost%3A70000", "did:web:localhost%3A80%3A80", "did:web:localhost:8080", "did:web:printer.local",
      "did:web:alice.example.com/x", "did:web:alice.example.com#x", "DID:plc:ewvi7nxzyoun6zhxrhs64oiz",
      "did:web:" + String(repeating: "a.", count: 1100) + "test",
    ])
  func noIdentifier(text: String) {
    let error = #expect(throws: OAuthError.self) { _ = try DID(text) }
    #expect(error?.code == .malformedURL || text == "did:" && error?.code == .unsupported, "\(text)")
  }

  @Test("another method is named as one")
  func otherMethod() {
    let error = #expect(throws: OAuthError.self) { _ = try DID("did:key:zQ3sh") }
    #expect(error?.code == .unsupported && error?.message.contains("did:key:zQ3sh") == true)
  }

  private func answer(_ text: String, _ status: HTTPResponse.Status = .ok) -> ResponseMessage {
    ResponseMessage(HTTPResponse(status: status), body: Array(text.utf8))
  }

  @Test("Handle § HTTPS well-known Method: the body is the DID, with spaces around it or not")
  func whose() throws {
    let handle = try ATHandle("alice.example")
    for text in [Self.did, Self.did + "\n", "  \(Self.did)\r\n"] {
      #expect(try DID(reading: answer(text), of: handle).text == Self.did)
    }
    for text in ["", " \n", "<html>", "\(Self.did) \(Self.did)", "did=\(Self.did)", String(repeating: " ", count: 9)] {
      let error = #expect(throws: OAuthError.self) { _ = try DID(reading: answer(text), of: handle) }
      #expect(error?.code == .malformedMetadata, "\(text)")
    }
    let missing = #expect(throws: OAuthError.self) { _ = try DID(reading: answer(Self.did, .notFound), of: handle) }
    #expect(missing?.message.contains("answers 404") == true)
    #expect(missing?.remedy.description.contains("_atproto.alice.example") == true)
  }

  @Test("Handle § Handle Resolution: where a handle is not found, the error says what both ways brought")
  func notFound() throws {
    let asked: [([String]?, String)] = [
      (nil, "DNS gives no TXT record for _atproto.alice.example."),
      ([], "DNS gives no TXT record for _atproto.alice.example."),
      (["v=spf1"], "The TXT record of _atproto.alice.example in DNS names no account, or several."),
    ]
    let down = OAuthError(
      .unreachable, message: "alice.example cannot be reached.", rule: .wayleave("a test"), remedy: "Go on.")
    for (texts, sentence) in asked {
      var search = try ATProtocolSearch(for: "@alice.example")
      #expect(try search.receive(texts: texts) == false)
      let refused = try #require(throws: OAuthError.self) { try search.receive(answer(Self.did, .notFound)) }
      let missing = search.explained(refused)
      #expect(missing.code == .malformedMetadata && missing.message.contains("answers 404. \(sentence)"))
      #expect(missing.remedy.description.contains("Check the spelling"))
      let unreachable = search.explained(down)
      #expect(unreachable.code == .unreachable && unreachable.remedy.description.contains("Check the spelling"))
      #expect(
        unreachable.message
          == "The handle alice.example was not found. alice.example cannot be reached. \(sentence)")
    }
    // Where no handle was typed, none is missing; where DNS was not asked, it says nothing.
    #expect(try ATProtocolSearch(for: Self.did).explained(down).message == down.message)
    #expect(
      try ATProtocolSearch(for: "@alice.example").explained(down).message
        == "The handle alice.example was not found. alice.example cannot be reached.")
  }

  @Test("a name of the world may not name an account of this machine, by neither way")
  func insideByHandle() throws {
    var search = try ATProtocolSearch(for: "@alice.example")
    #expect(search.textName == "_atproto.alice.example")
    #expect(try search.receive(texts: ["v=spf1"]) == false)
    let text = "did:web:localhost%3A80"
    let byWeb = #expect(throws: OAuthError.self) { try search.receive(answer(text)) }
    let byDNS = #expect(throws: OAuthError.self) { _ = try search.receive(texts: ["did=\(text)"]) }
    #expect(byWeb?.code == .malformedMetadata && byDNS?.code == .malformedMetadata)
  }

  /// An answer of DNS to a question for texts, with these records.
  private static func dns(_ records: [[UInt8]], code: UInt8 = 0) -> [UInt8] {
    [0, 1, 0x81, 0x80 | code, 0, 1, 0, UInt8(records.count), 0, 0, 0, 0] + [8] + Array("_atproto".utf8) + [5]
      + Array("alice".utf8) + [7] + Array("example".utf8) + [0, 0, 16, 0, 1] + records.flatMap(\.self)
  }

  /// A record of the name that was asked for: a pointer to it, type, class, lifetime and data.
  private static func record(_ parts: [String], type: UInt8 = 16, kind: UInt8 = 1) -> [UInt8] {
    let data = parts.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    return [0xC0, 12, 0, type, 0, kind, 0, 0, 0, 60, 0, UInt8(data.count)] + data
  }

  @Test("RFC 1035 §4: the texts of an answer, in one part or several; other records are passed over")
  func texts() {
    let answer = Self.dns([
      Self.record(["alias"], type: 5), Self.record(["did=", Self.did]), Self.record(["v=spf1"]),
      Self.record(["chaos"], kind: 3), Self.record([]),
    ])
    #expect(TextRecords.texts(in: answer) == ["did=\(Self.did)", "v=spf1", ""])
    #expect(TextRecords.texts(in: Self.dns([])) == [])
    // One that is cut off anywhere says nothing, and neither does one of a name that is not there, or a question.
    for length in 0..<answer.count { #expect(TextRecords.texts(in: Array(answer.prefix(length))) == nil) }
    #expect(TextRecords.texts(in: Self.dns([Self.record(["did=x"])], code: 3)) == nil)
    var question = answer
    question[2] = 1
    #expect(TextRecords.texts(in: question) == nil)
    // A part that is longer than its record ends with it.
    var long = Self.dns([Self.record(["abc"])])
    long[long.count - 4] = 200
    #expect(TextRecords.texts(in: long) == ["abc"])
  }

  @Test("Handle § DNS TXT Method: one text with the account; several accounts are none")
  func inTexts() {
    let (own, other) = ("did=\(Self.did)", "did=did:web:bob.example")
    for texts in [[own], ["v=spf1", own], [own, own]] { #expect(DID(inTexts: texts)?.text == Self.did) }
    for texts in [[], ["v=spf1"], [own, other], ["did="], ["did=did:key:z"], ["DID=\(Self.did)"], [Self.did]] {
      #expect(DID(inTexts: texts) == nil)
    }
  }

  private static func document(
    id: String = did, names: [JSON] = ["at://alice.example"], endpoint: JSON = "https://pds.example",
    service: String = "#atproto_pds", type: String = "AtprotoPersonalDataServer"
  ) -> JSON {
    [
      "id": .string(id), "alsoKnownAs": .array(names),
      "service": [
        ["id": "#other", "type": "Other", "serviceEndpoint": "https://other.example"],
        ["id": .string(service), "type": .string(type), "serviceEndpoint": endpoint],
      ],
    ]
  }

  @Test("DID § DID Documents: the first valid handle, and the server by its id, whole or as a fragment")
  func documents() throws {
    let did = try DID(Self.did)
    func read(_ json: JSON) throws -> DIDDocument {
      try DIDDocument(reading: ResponseMessage(.ok, json: json), of: did)
    }
    let plain = try read(Self.document())
    #expect(plain.handle?.text == "alice.example" && plain.server.description == "https://pds.example")
    #expect(try read(Self.document(service: Self.did + "#atproto_pds")) == plain)
    #expect(try read(Self.document(endpoint: "https://pds.example/")) == plain)
    let names: [JSON] = [7, "https://alice.example", "at://", "at://x.local", "at://alice.example", "at://bob.example"]
    #expect(try read(Self.document(names: names)) == plain)
    #expect(try read(Self.document(names: [])).handle == nil)
    #expect(try read(Self.document(endpoint: "https://pds.example:8443")).server.port == 8443)
  }

  @Test(
    "a document of another account, or without a server that may be asked, is used for nothing",
    arguments: [
      (document(id: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"), OAuthError.Code.metadataIssuerMismatch),
      (document(id: "DID:PLC:EWVI7NXZYOUN6ZHXRHS64OIZ"), .metadataIssuerMismatch),
      (document(endpoint: "http://pds.example"), .malformedMetadata),
      (document(endpoint: "https://pds.example/path"), .malformedMetadata),
      (document(endpoint: "https://pds.example?a=b"), .malformedMetadata),
      (document(endpoint: ["https://pds.example"]), .malformedMetadata),
      (document(service: "#atproto_labeler"), .malformedMetadata),
      (document(service: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa#atproto_pds"), .malformedMetadata),
      (document(type: "AtprotoLabeler"), .malformedMetadata),
      // Nobody outside may have us ask our own machine or network.
      (document(endpoint: "http://127.0.0.1:2583"), .malformedMetadata),
      (document(endpoint: "https://192.168.1.1"), .malformedMetadata), (["id": .string(did)], .malformedMetadata),
      ([], .malformedMetadata),
    ] as [(JSON, OAuthError.Code)])
  func refusedDocument(json: JSON, code: OAuthError.Code) throws {
    let did = try DID(Self.did)
    let error = #expect(throws: OAuthError.self) {
      _ = try DIDDocument(reading: ResponseMessage(.ok, json: json), of: did)
    }
    #expect(error?.code == code)
  }

  @Test("a document of this machine may name a server of this machine")
  func inside() throws {
    let did = try DID("did:web:localhost%3A8080")
    let document = Self.document(id: did.text, names: [], endpoint: "http://localhost:8080")
    #expect(
      try DIDDocument(reading: ResponseMessage(.ok, json: document), of: did).server.description
        == "http://localhost:8080")
  }

  @Test("OAuth § Localhost Client Development: the id says redirect URIs without their ports, and scopes")
  func developmentClient() throws {
    let client = try Client.atProtocolDevelopment()
    let id = try AbsoluteURL(client.id.text)
    #expect(id.text.hasPrefix("http://localhost?"))
    #expect(try id.queryForm.text(of: "redirect_uri") == "http://127.0.0.1/callback")
    let usual = "atproto transition:generic transition:chat.bsky transition:email"
    #expect(try id.queryForm.text(of: "scope") == usual)
    #expect(client.redirectURIs == [try RedirectURI("http://127.0.0.1/callback")] && client.secret == nil)
    // Other ports and other of the usual scopes are the same client: its accounts stay.
    let port = try RedirectURI("http://127.0.0.1:8400/callback")
    let same = try Client.atProtocolDevelopment(scopes: ["transition:email", "atproto"], redirectURIs: [port])
    #expect(same.id == client.id && same.redirectURIs == [port])
    let other = try Client.atProtocolDevelopment(scopes: ["repo:app.bsky.feed.post"])
    #expect(try AbsoluteURL(other.id.text).queryForm.text(of: "scope") == usual + " repo:app.bsky.feed.post")
    let both = try Client.atProtocolDevelopment(
      redirectURIs: [RedirectURI("http://127.0.0.1:1/a"), RedirectURI("http://[::1]:2/")])
    #expect(
      try AbsoluteURL(both.id.text).queryForm.fields.prefix(2).map { String(decoding: $0.value, as: UTF8.self) }
        == ["http://127.0.0.1/a", "http://[::1]/"])
  }

  @Test(
    "a redirect URI of another machine, or of the name localhost, is none for it",
    arguments: ["http://localhost/callback", "https://app.example/callback", "com.example.app:/callback"])
  func foreignRedirectURI(text: String) throws {
    let uri = try RedirectURI(text)
    let error = #expect(throws: OAuthError.self) { _ = try Client.atProtocolDevelopment(redirectURIs: [uri]) }
    #expect(error?.code == .invalidRedirectURI)
  }
}
