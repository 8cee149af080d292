import Foundation
import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("OAuth Client ID Metadata Document: the project's own document, and what users read of such a client")
struct ClientIDURLTextTests {
  private var file: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packaging/client-id-metadata.json")
  }

  @Test("the document in Packaging is one, and names what the program sends at a server that is named by its URL")
  func ownDocument() throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    #expect(bytes.count <= ClientIDMetadataDocument.maximumSize)
    let members = try #require(try JSON(decoding: bytes).object)
    let id = ClientID(try #require(members["client_id"]?.string))
    // No URL of the project is live, and this one never is: RFC 2606 §2.
    #expect(try ClientIDMetadataDocument.url(of: id).host?.hasSuffix(".invalid") == true)
    let document = try ClientIDMetadataDocument(members, of: id)
    let sent = try Provider(issuer: "https://as.example").loopbackRedirectURI.url
    for host in ["127.0.0.1", "[::1]", "localhost"] {
      let uri = try RedirectURI("\(sent.scheme)://\(host):49152\(sent.path)")
      #expect(document.allows(uri), "\(uri)")
    }
    #expect(document.metadata.redirectURIs.allSatisfy { $0.url.port == nil })
    let metadata = document.metadata
    #expect(metadata.grantTypes == [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType])
    #expect(metadata.authentication == .publicClient && metadata.responseTypes == ["code"])
    #expect(metadata.additional["application_type"] == "native" && metadata.name?.isEmpty == false)
  }

  @Test("a client for every server has no provider in the list")
  func listed() throws {
    let url = "https://app.example/client.json"
    let client = try RegisteredClient(name: "me", provider: ProviderName(url), client: Client(id: ClientID(url)))
    #expect(client.json["provider"] == .null && client.json["client_id"] == .string(url))
    #expect(client.text.contains("at      any server") && client.text.contains("id      \(url)"))
  }

  @Test(
    "RFC 6749 §4.1.2.1: a registration is tried where the server refuses the client or its redirect URI, and nowhere else",
    arguments: [
      (.authorizationRefused, "invalid_client", "", true), (.authorizationRefused, "unauthorized_client", "", true),
      (.authorizationRefused, "invalid_redirect_uri", "", true), (.clientRefused, "invalid_client", "", true),
      (.authorizationRefused, "invalid_request", "redirect_uri does not match", true),
      (.authorizationRefused, "invalid_request", "prompt is unknown", false),
      (.authorizationRefused, "invalid_scope", "", false), (.authorizationRefused, "server_error", "", false),
      (.denied, "access_denied", "", false), (.timedOut, "invalid_client", "", false),
    ] as [(OAuthError.Code, String, String, Bool)])
  func refused(code: OAuthError.Code, word: String, words: String, isForURL: Bool) {
    let error = OAuthError(
      code, message: "m", rule: .rfc(6749, "4.1.2.1"), remedy: "r",
      refusal: ProviderRefusal(error: word, description: words))
    #expect(error.refusesClientIDURL == isForURL)
  }

  @Test("RFC 8707 §2: a sign-in names no API where all accounts that it renews name none")
  func omitted() throws {
    func account(_ subject: String, named name: String, omits: Bool) throws -> StoredCredential {
      var stored = try StoredCredential.sample()
      stored.account = Account(provider: "shop", client: "x", subject: subject)
      (stored.name, stored.omitsResources) = (name, omits)
      return stored
    }
    let (without, with) = (try account("1", named: "a", omits: true), try account("2", named: "b", omits: false))
    func omits(_ all: [StoredCredential], name: String? = nil, client: ClientID = "x") -> Bool {
      all.omitResources(at: "shop", as: client, named: name)
    }
    #expect(omits([without]) && omits([without, with], name: "a"))
    #expect(!omits([]) && !omits([without, with]) && !omits([without, with], name: "b"))
    #expect(!omits([without], client: "y") && !omits([without], name: "other"))
  }

  @Test(
    "RFC 9728 §7.2: an API chooses nothing by a client id that has another use at its server, unless it had a token by it",
    arguments: [
      ([], false, false), ([], true, true), (["b"], false, true), (["a"], false, false), (["a", "b"], false, false),
      (["a", "b"], true, false), (["a, kept from it"], false, false), (["a, kept from it", "b"], false, true),
      (["b, of another client"], false, false), (["b, elsewhere"], false, false), (["neither"], false, true),
    ] as [([String], Bool, Bool)])
  func shared(accounts: [String], hasUnread: Bool, isShared: Bool) throws {
    let id: ClientID = "https://app.example/client.json"
    let stored = try accounts.map { name in
      var stored = try StoredCredential.sample()
      stored.account = Account(
        provider: name == "b, elsewhere" ? "other" : "shop", client: name == "b, of another client" ? "x" : id,
        subject: name)
      if name != "neither" {
        stored.resources = [try ResourceIndicator("https://\(name.prefix(1)).example/mcp")]
        stored.allowedOrigins =
          name.hasSuffix("kept from it") ? [] : [try Origin("https://\(name.prefix(1)).example")]
      }
      return stored
    }
    let api = try ResourceIndicator("https://a.example/mcp")
    #expect(stored.share([id], at: "shop", for: api, orUnread: hasUnread) == isShared)
  }

  @Test("a client for every server that is saved again counts for its accounts at once, after one for their server")
  func savedAgain() throws {
    let id: ClientID = "https://app.example/client.json"
    var stored = try StoredCredential.sample()
    stored.account = Account(provider: "shop", client: id, subject: "1")
    stored.client = try Client(id: id)
    func saved(at provider: ProviderName, port: String) throws -> RegisteredClient {
      let client = try Client(id: id, redirectURIs: [try RedirectURI("http://127.0.0.1:\(port)/callback")])
      return try RegisteredClient(name: port, provider: provider, client: client)
    }
    let all = try [saved(at: ProviderName(id.text), port: "1"), saved(at: "shop", port: "2")]
    func today(_ clients: [RegisteredClient]) -> Client {
      Registration(of: stored, today: nil, among: clients).client
    }
    #expect(today(all) == all[1].client && today([all[0]]) == all[0].client && today([]) == stored.client)
    stored.account = Account(provider: "shop", client: "x", subject: "1")
    #expect(!all[0].serves(stored))
  }
}
