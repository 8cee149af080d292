import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("OAuth Client ID Metadata Document: a client id that is a URL, and what is published there")
struct ClientIDMetadataDocumentTests {
  private static let id = ClientID("https://app.example/client.json")

  @Test(
    "§ Client Identifier URL: https with a path; a port may be there, and a query is warned of",
    arguments: [
      ("https://app.example/client.json", false), ("https://app.example:8443/a/client", false),
      ("https://app.example/..client/.well-known", false), ("HTTPS://app.example/client.json", false),
      ("https://app.example/client?version=2", true), ("https://app.example/", true),
    ])
  func accepted(text: String, isWarned: Bool) throws {
    #expect(ClientIDMetadataDocument.isNamed(by: ClientID(text)))
    let url = try ClientIDMetadataDocument.url(of: ClientID(text))
    #expect(url.text == text && (ClientIDMetadataDocument.warning(of: url) != nil) == isWarned)
  }

  @Test(
    "§ Client Identifier URL: without a path, with a fragment, a user, a password or a dot segment it is refused",
    arguments: [
      "https://app.example", "https://app.example?client=1", "https://app.example/client#", "https://app.example/c#me",
      "https://me@app.example/client", "https://me:secret@app.example/client", "https://app.example/./client",
      "https://app.example/a/../client", "https://app.example/a/..", "https://app.example/%2E%2e/client",
      "https://app.example/.%2e/client", "https:///client", "https://app.example/a client",
    ])
  func refused(text: String) {
    let error = #expect(throws: OAuthError.self) { _ = try ClientIDMetadataDocument.url(of: ClientID(text)) }
    #expect(error?.code == .invalidClient)
    #expect(error?.rule == .clientIDMetadataDocument("Client Identifier URL"))
    #expect(error?.message.contains("secret") == false)
  }

  @Test("a client id of another kind is none that is read", arguments: ["app", "http://app.example/c", "urn:app", ""])
  func otherKind(text: String) {
    #expect(!ClientIDMetadataDocument.isNamed(by: ClientID(text)))
    #expect(throws: OAuthError.self) { _ = try ClientIDMetadataDocument.url(of: ClientID(text)) }
  }

  private static func members(_ changes: [String: JSON?] = [:]) -> JSON.Object {
    var members = JSON.Object()
    members["client_id"] = .string(id.text)
    members["client_name"] = "App"
    members["redirect_uris"] = ["http://127.0.0.1/callback", "http://[::1]/callback"]
    members["token_endpoint_auth_method"] = "none"
    for (name, value) in changes { members[name] = value }
    return members
  }

  @Test("§ Redirect URL Registration: what the document names may be asked for, on this machine at any port")
  func redirectURIs() throws {
    let document = try ClientIDMetadataDocument(Self.members(), of: Self.id)
    #expect(document.metadata.name == "App" && document.metadata.authentication == .publicClient)
    for (text, isAllowed) in [
      ("http://127.0.0.1:4711/callback", true), ("http://[::1]:4711/callback", true),
      ("http://127.0.0.1:4711/other", false), ("http://localhost:4711/callback", false),
      ("https://127.0.0.1:4711/callback", false), ("https://app.example/callback", false),
    ] {
      #expect(document.allows(try RedirectURI(text)) == isAllowed, "\(text)")
    }
  }

  @Test("§ Client Authentication: a key that the document has or names authenticates the client")
  func privateKey() throws {
    let key = try #require(try JSONWebKey.generate(for: .es256).publicKey)
    for changes in [
      ["jwks": try JSONWebKeySet([key]).json], ["jwks_uri": "https://app.example/keys"],
    ] as [[String: JSON?]] {
      let members = Self.members(changes.merging(["token_endpoint_auth_method": "private_key_jwt"]) { $1 })
      #expect(try ClientIDMetadataDocument(members, of: Self.id).metadata.authentication == .privateKeyJWT)
    }
    // A document that names no method can mean no secret.
    let silent = Self.members(["token_endpoint_auth_method": nil])
    #expect(try ClientIDMetadataDocument(silent, of: Self.id).metadata.authentication == nil)
    // § Redirect URL Registration: a client without users has none.
    let machine = Self.members(["redirect_uris": nil, "grant_types": ["client_credentials"]])
    #expect(try ClientIDMetadataDocument(machine, of: Self.id).metadata.redirectURIs.isEmpty)
  }

  @Test(
    "§ Client ID Metadata Document: another client's document, a secret, or no redirect URI is refused by its word",
    arguments: [
      (["client_id": "https://app.example/Client.json"], "invalid_client_metadata"),
      (["client_id": "https://app.example:443/client.json"], "invalid_client_metadata"),
      (["client_id": nil], "invalid_client_metadata"),
      (["client_secret": "abc"], "invalid_client_metadata"), (["client_secret": .null], "invalid_client_metadata"),
      (["client_secret_expires_at": 0], "invalid_client_metadata"),
      (["token_endpoint_auth_method": "client_secret_basic"], "invalid_client_metadata"),
      (["token_endpoint_auth_method": "client_secret_jwt"], "invalid_client_metadata"),
      (["token_endpoint_auth_method": "private_key_jwt"], "invalid_client_metadata"),
      (["redirect_uris": nil], "invalid_redirect_uri"), (["redirect_uris": []], "invalid_redirect_uri"),
      (["redirect_uris": ["javascript:alert(1)"]], "invalid_redirect_uri"),
    ] as [([String: JSON?], String)])
  func unusable(changes: [String: JSON?], word: String) {
    let error = #expect(throws: OAuthError.self) {
      _ = try ClientIDMetadataDocument(Self.members(changes), of: Self.id)
    }
    #expect(error?.code == .registrationRefused && error?.refusal?.error == word, "\(String(describing: error))")
  }

  @Test("§ Client Information Discovery: status 200 alone, no redirect, no more than 5 kilobytes, JSON")
  func answers() throws {
    let good = ResponseMessage(.ok, json: .object(Self.members()))
    #expect(try ClientIDMetadataDocument(reading: good, of: Self.id).id == Self.id)
    var moved = ResponseMessage(HTTPResponse(status: .found))
    moved.head.headerFields[.location] = "https://app.example/elsewhere.json"
    moved.body = good.body
    var created = good
    created.head.status = .created
    var long = good
    long.body += Array(repeating: UInt8(ascii: " "), count: ClientIDMetadataDocument.maximumSize)
    var page = good
    page.body = Array("<html>".utf8)
    for answer in [moved, created, long, page] {
      #expect(try refusal { try ClientIDMetadataDocument(reading: answer, of: Self.id) } == .registrationRefused)
    }
  }

  @Test("§ Credential and Key Material Restrictions: such a client is public or signs by its key, and has no secret")
  func noSharedSecret() throws {
    let key = try JSONWebKey.generate(for: .es256)
    for client in [
      try Client(id: Self.id), try Client(id: Self.id, authentication: .publicClient),
      try Client(id: Self.id, key: key, authentication: .privateKeyJWT), try Client(id: Self.id, key: key),
    ] {
      #expect(try refusal { try ClientIDMetadataDocument.requireNoSharedSecret(of: client) } == nil)
    }
    for client in [
      try Client(id: Self.id, secret: Secret("abc")),
      try Client(id: Self.id, secret: Secret("abc"), authentication: .post),
      try Client(id: Self.id, secret: Secret("abc"), authentication: .publicClient),
      try Client(id: Self.id, authentication: .tls),
    ] {
      #expect(try refusal { try ClientIDMetadataDocument.requireNoSharedSecret(of: client) } == .invalidClient)
    }
  }
}
