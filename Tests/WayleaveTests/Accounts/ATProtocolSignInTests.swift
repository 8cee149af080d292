import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("AT Protocol, OAuth: an account signs in by its handle or DID")
struct ATProtocolSignInTests {
  private let scene = Scene()
  private let example = ATProtocolExample()
  private let client: Client
  private let options = SignInOptions(scopes: ["transition:generic"])

  init() throws {
    client = try Client.atProtocolDevelopment()
    example.play(at: scene)
  }

  private var accounts: Accounts { scene.accounts(callbackSource: example.allowing) }

  private func signIn(_ typed: String = "@alice.example", with accounts: Accounts) async throws -> SignedIn {
    try await accounts.signIn(to: accounts.provider(ofUser: typed), as: client, options: options)
  }

  @Test("§ Summary of Authorization Flow: handle, DID, document, server, issuer, pushed request, tokens of the DID")
  func whole() async throws {
    let signedIn = try await signIn("@Alice.Example", with: accounts)
    #expect(
      signedIn.account == Account(provider: "https://as.example", client: client.id, subject: ATProtocolExample.did))
    #expect(signedIn.stored.identity?.handle == "alice.example" && signedIn.unidentifiedBecause == nil)
    #expect(
      scene.server.requests.compactMap(\.url) == [
        ATProtocolExample.ofHandle, ATProtocolExample.ofDID, ATProtocolExample.ofServer, ATProtocolExample.ofIssuer,
        "https://as.example/par", "https://as.example/par", "https://as.example/token",
      ])
    let (pushed, proofs) = example.state.withLock { ($0.pushed, $0.proofs) }
    let form = try #require(pushed)
    #expect(try form.text(of: "scope") == "atproto transition:generic")
    #expect(try form.text(of: "login_hint") == "Alice.Example")
    #expect(try form.text(of: "code_challenge_method") == "S256")
    #expect(try form.text(of: "client_id") == client.id.text)
    // One key from the pushed request on.
    #expect(proofs.count == 3 && Set(proofs.map(\.keyThumbprint)).count == 1)
  }

  @Test("§ Demonstrating Proof of Possession: the API is the server of the account's data, with nonces of its own")
  func api() async throws {
    let account = try await signIn(with: accounts).account
    // Another process knows no nonce: it is given one, and every later answer brings the next.
    let session = scene.accounts().session(for: account)
    let before = scene.server.requests.count
    for _ in 1...2 { #expect(try await session.get("https://pds.example/xrpc/app.example.get").status == 200) }
    #expect(scene.server.requests.count == before + 3)
    #expect(await code { _ = try await session.get("https://as.example/xrpc/app.example.get") } == .foreignOrigin)
  }

  /// What a server says or does, and what comes of it.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: OAuthError.Code
    let edit: @Sendable (inout ATProtocolExample.State) -> Void

    init(
      _ words: String, _ code: OAuthError.Code, _ edit: @escaping @Sendable (inout ATProtocolExample.State) -> Void
    ) { (testDescription, self.code, self.edit) = (words, code, edit) }
  }

  static let answers = [
    Refusal("the tokens are of another account", .unexpectedAnswer) {
      $0.tokens["sub"] = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"
    },
    Refusal("the tokens are of no account", .unexpectedAnswer) { $0.tokens["sub"] = nil },
    Refusal("no scope is named", .malformedTokenResponse) { $0.tokens["scope"] = nil },
    Refusal("“atproto” is not granted", .malformedTokenResponse) { $0.tokens["scope"] = "transition:generic" },
    Refusal("anyone can use the token", .tokenDowngraded) { $0.tokens["token_type"] = "Bearer" },
    Refusal("no nonce comes", .unexpectedAnswer) { $0.givesNonces = false },
    Refusal("the callback names no issuer", .issuerMismatch) { $0.issuer = nil },
    Refusal("the callback names another issuer", .issuerMismatch) { $0.issuer = "https://evil.example" },
  ]

  @Test("§ Identity Authentication, § Authorization Scopes: nothing is stored where", arguments: answers)
  func refusedAnswer(refusal: Refusal) async throws {
    example.state.withLock { refusal.edit(&$0) }
    #expect(await code { _ = try await signIn(with: accounts) } == refusal.code)
    #expect(try await scene.accounts().all().isEmpty)
  }

  static let publishings = [
    Refusal("the document names another handle", .metadataIssuerMismatch) {
      let names: [JSON] = ["at://bob.example", "at://alice.example"]
      $0.documents[ATProtocolExample.ofDID] = ATProtocolExample.document(names: names)
    },
    Refusal("the document is another account's", .metadataIssuerMismatch) {
      $0.documents[ATProtocolExample.ofDID] = ATProtocolExample.document(of: "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa")
    },
    Refusal("the handle's domain says nothing", .malformedMetadata) { $0.documents[ATProtocolExample.ofHandle] = nil },
    Refusal("the document names a server of this machine", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofDID] = ATProtocolExample.document(server: "http://127.0.0.1:2583")
    },
    Refusal("the server's metadata is another server's", .metadataIssuerMismatch) {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server("https://other.example")
    },
    Refusal("the server names no issuer", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server(issuers: [])
    },
    Refusal("the server names two issuers", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server(
        issuers: ["https://as.example", "https://evil.example"])
    },
    Refusal("the server names an issuer with a path", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server(issuers: ["https://as.example/oauth"])
    },
    Refusal("the server names an issuer of this machine", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server(issuers: ["http://127.0.0.1:2583"])
    },
    Refusal("the issuer calls itself otherwise", .metadataIssuerMismatch) {
      $0.documents[ATProtocolExample.ofIssuer] = ATProtocolExample.metadata { $0["issuer"] = "https://evil.example" }
    },
    Refusal("the issuer takes no pushed requests", .malformedMetadata) {
      $0.documents[ATProtocolExample.ofIssuer] = ATProtocolExample.metadata {
        $0["pushed_authorization_request_endpoint"] = nil
      }
    },
    Refusal("the issuer binds no tokens", .unsupported) {
      $0.documents[ATProtocolExample.ofIssuer] = ATProtocolExample.metadata {
        $0["dpop_signing_alg_values_supported"] = nil
      }
    },
  ]

  @Test("§ Identity Authentication, § Server Metadata: no one is asked for anything where", arguments: publishings)
  func refusedDocument(refusal: Refusal) async throws {
    example.state.withLock { refusal.edit(&$0) }
    let source = example.allowing
    #expect(await code { _ = try await signIn(with: scene.accounts(callbackSource: source)) } == refusal.code)
    #expect(source.counts.withLock(\.shown) == 0 && scene.server.requests.allSatisfy { $0.head.method == .get })
    #expect(scene.server.requests.allSatisfy { $0.url?.contains("127.0.0.1") == false })
  }

  @Test("§ Server Metadata: where the metadata of an account's server is another's, only its operators can help")
  func foreignServer() async throws {
    example.state.withLock {
      $0.documents[ATProtocolExample.ofServer] = ATProtocolExample.server("https://other.example")
    }
    let error = await #expect(throws: OAuthError.self) { _ = try await signIn(with: accounts) }
    #expect(error?.remedy == .tellProvider)
  }

  @Test("plain tokens cannot be asked for, and no document of OpenID is looked for")
  func terms() async throws {
    let provider = try await accounts.provider(ofUser: "@alice.example")
    let plain = SignInOptions(terms: .init(binding: .never))
    #expect(await code { _ = try await accounts.signIn(to: provider, as: client, options: plain) } == .unsupported)
    example.state.withLock { $0.documents[ATProtocolExample.ofIssuer] = nil }
    #expect(await code { _ = try await signIn(with: accounts) } == .malformedMetadata)
    #expect(!scene.server.paths.contains("/.well-known/openid-configuration"))
  }

  @Test("begun by the DID, a handle counts that its own domain confirms, and it is the login hint")
  func byDID() async throws {
    let signedIn = try await signIn(ATProtocolExample.did, with: accounts)
    #expect(signedIn.stored.identity?.handle == "alice.example")
    #expect(try example.state.withLock(\.pushed)?.text(of: "login_hint") == ATProtocolExample.did)
    let others = [
      nil, ResponseMessage(HTTPResponse(status: .ok), body: Array("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa".utf8)),
    ]
    for other in others {
      example.state.withLock { $0.documents[ATProtocolExample.ofHandle] = other }
      #expect(try await accounts.provider(ofUser: ATProtocolExample.did).atProtocol?.handle == nil)
    }
  }

  @Test("Handle § DNS TXT Method: where DNS names the account, the domain's web server is not asked")
  func byDNS() async throws {
    example.state.withLock { $0.documents[ATProtocolExample.ofHandle] = nil }
    var accounts = accounts
    accounts.textRecords = { name in name == "_atproto.alice.example" ? ["did=\(ATProtocolExample.did)"] : nil }
    for typed in ["@alice.example", ATProtocolExample.did] {
      let account = try await accounts.provider(ofUser: typed).atProtocol
      #expect(account?.did.text == ATProtocolExample.did && account?.handle?.text == "alice.example")
    }
    #expect(!scene.server.requests.contains { $0.url == ATProtocolExample.ofHandle })
    accounts.textRecords = { _ in ["v=spf1"] }
    let error = await #expect(throws: OAuthError.self) { try await accounts.provider(ofUser: "@alice.example") }
    #expect(error?.code == .malformedMetadata && error?.message.contains("in DNS names no account") == true)
    #expect(scene.server.requests.last?.url == ATProtocolExample.ofHandle)
  }

  @Test("what a sign-in is bound to is there in the process that finishes it")
  func halves() async throws {
    let provider = try await accounts.provider(ofUser: "@alice.example")
    _ = try await scene.accounts().begin(provider, as: client, options: options)
    let callback = try example.callback()
    example.state.withLock { $0.tokens["sub"] = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa" }
    #expect(await code { _ = try await scene.accounts().receive(callback) } == .unexpectedAnswer)
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test("an account signs in again where its document leads today, and not at another issuer")
  func again() async throws {
    let account = try await signIn(with: accounts).account
    let moved = "https://pds2.example/.well-known/oauth-protected-resource"
    example.state.withLock {
      $0.documents[ATProtocolExample.ofDID] = ATProtocolExample.document(server: "https://pds2.example")
      $0.documents[moved] = ATProtocolExample.server("https://pds2.example")
    }
    let again = try await accounts.signInAgain(account)
    #expect(again.account == account && again.stored.provider.apiOrigins.map(\.description) == ["https://pds2.example"])
    example.state.withLock {
      $0.documents[moved] = ATProtocolExample.server("https://pds2.example", issuers: ["https://other.example"])
    }
    #expect(await code { _ = try await accounts.signInAgain(account) } == .metadataIssuerMismatch)
    #expect(try await scene.accounts().stored(account) == again.stored)
  }

  @Test("bluesky-social/atproto #3859: a refresh token is sent once, with a nonce that was got without it")
  func refresh() async throws {
    let account = try await signIn(with: accounts).account
    let process = scene.accounts()
    for number in 1...2 {
      scene.wait(4000)
      // The nonces that were known are old.
      example.state.withLock { $0.answers += 10 }
      let before = scene.server.requests.count
      _ = try await process.fresh(account)
      #expect(example.state.withLock(\.spent).count == number)
      #expect(scene.server.requests.dropFirst(before).map(\.pathWithoutQuery) == ["/token", "/token"])
    }
  }

  @Test(
    "Identity Authentication: the answer of a refresh is for the account of the sign-in, as far as it says",
    arguments: [
      ("sub", nil, true), ("scope", nil, true), ("sub", "did:plc:bbbbbbbbbbbbbbbbbbbbbbbb", false), ("sub", 7, false),
      ("scope", "transition:generic", false),
    ] as [(String, JSON?, Bool)])
  func renewal(member: String, value: JSON?, isTaken: Bool) async throws {
    let account = try await signIn(with: accounts).account
    example.state.withLock { $0.tokens[member] = value }
    scene.wait(4000)
    let error = await code { _ = try await scene.accounts().fresh(account) }
    #expect((error == nil) == isTaken, "\(member)")
    guard !isTaken else { return }
    // What came is not used; its refresh token is kept, since the old one is spent.
    let stored = try await scene.accounts().stored(account)
    #expect(stored?.credential.expiresAt.map { $0 < Example.now + 4000 } ?? false)
  }
}
