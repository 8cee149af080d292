import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("MCP 2025-11-25, Authorization: an app signs in at an API whose server has never heard of it")
struct APISignInTests {
  private let scene = Scene()
  private let seen = Seen()
  private static let notes = "https://api.example/notes"

  /// What the server was asked for.
  private final class Seen: Sendable {
    let registrations = Lock<[JSON]>([])
    let pages = Lock<[AuthorizationRequest]>([])
  }

  private var registrations: [JSON] { seen.registrations.withLock { $0 } }
  private var lastPage: AuthorizationRequest? { seen.pages.withLock { $0.last } }

  /// A source of this machine that has port 5555 ready.
  private struct PortSource: CallbackSource {
    let user: ScriptedSource

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
      _ = try await user.prepare(for: redirectURIs)
      return ScriptedSource.Session(source: user, redirectURI: try RedirectURI("http://127.0.0.1:5555/callback"))
    }
  }

  /// A user who allows, and whose page is looked at.
  private var user: ScriptedSource {
    ScriptedSource { [server = scene.server, seen] url, verdict in
      let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      seen.pages.withLock { $0.append(request) }
      server.state.withLock { $0.claims["aud"] = .string(request.clientID.text) }
      _ = await verdict(try server.allow(url))
    }
  }

  /// APIs that name a server, which registers everyone unless said otherwise.
  ///
  /// - Parameters:
  ///   - listed: the APIs that the server lists.
  ///   - refused: the id of a client that the server takes no longer.
  ///   - word: what it says of that.
  ///   - readsURLs: whether it reads client ids that are URLs.
  private func serve(
    registers: Bool = true, readsURLs: Bool = false, listing listed: [String] = [], forgetting refused: String? = nil,
    saying word: String = "invalid_client"
  ) {
    var server = OpenIDExample.metadata.object ?? JSON.Object()
    if registers { server["registration_endpoint"] = "https://as.example/register" }
    server["token_endpoint_auth_methods_supported"] = ["none", "client_secret_basic"]
    if readsURLs { server["client_id_metadata_document_supported"] = true }
    if !listed.isEmpty { server["protected_resources"] = JSON(listed) }
    scene.server.setFault { [seen, server] request in
      guard let url = request.url else { return nil }
      if url.hasPrefix("https://api.example/meta/") {
        let api = "https://api.example/" + url.dropFirst("https://api.example/meta/".count)
        return ResponseMessage(
          .ok, json: ["resource": .string(api), "authorization_servers": ["https://as.example"]])
      }
      if url.hasPrefix("https://api.example/") {
        let name = url.dropFirst("https://api.example/".count)
        var answer = ResponseMessage(HTTPResponse(status: .unauthorized))
        answer.head.headerFields[.wwwAuthenticate] =
          "Bearer scope=\"\(name).read\", resource_metadata=\"https://api.example/meta/\(name)\""
        return answer
      }
      switch url {
      case "https://as.example/.well-known/openid-configuration": return ResponseMessage(.ok, json: .object(server))
      case "https://as.example/register":
        let json = try JSON(decoding: request.body)
        let number = seen.registrations.withLock { all in
          all.append(json)
          return all.count
        }
        return ClientRegistrationResponse(
          clientID: ClientID("app-\(number)"), metadata: try ClientMetadata(json.object ?? JSON.Object())
        ).response()
      case "https://as.example/token":
        let id = try request.bodyForm.text(of: "client_id")
        return id != nil && id == refused ? TokenErrorResponse(word).response() : nil
      default: return nil
      }
    }
  }

  /// One process: finds the API and signs in there.
  private func signIn(
    at api: String = notes, publishedAs published: ClientID? = nil, in accounts: Accounts? = nil,
    token: String = "canary-access-0"
  ) async throws -> SignedIn {
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = (token, token + "-refresh") }
    let accounts = accounts ?? scene.accounts(callbackSource: PortSource(user: user))
    return try await accounts.signIn(
      toAPI: try await accounts.provider(forAPI: try AbsoluteURL(api)), registering: "Notes", publishedAs: published)
  }

  private static let document: ClientID = "https://app.example/client.json"

  @Test("§ Client Registration Approaches: an app that is published is registered only where its URL is not read")
  func published() async throws {
    serve(readsURLs: true)
    let stored = try await signIn(publishedAs: Self.document).stored
    #expect(registrations.isEmpty && lastPage?.clientID == Self.document && lastPage?.scopes == ["notes.read"])
    #expect(stored.name == "api.example" && stored.client.id == Self.document)
    // RFC 9728 §7.2: the server may remember the user's consent to this client, so another API chooses nothing.
    _ = try await signIn(at: "https://api.example/tasks", publishedAs: Self.document, token: "canary-two")
    #expect(lastPage?.clientID == Self.document && lastPage?.scopes.contains("tasks.read") == false)
    serve(readsURLs: false)
    _ = try await signIn(at: "https://api.example/lists", publishedAs: Self.document, token: "canary-three")
    #expect(registrations.count == 1 && lastPage?.clientID.text == "app-1")
    #expect(await code { _ = try await signIn(publishedAs: "https://app.example") } == .invalidClient)
  }

  @Test("a server that reads such URLs and refuses this one registers the app, and next time the URL is not tried")
  func publishedRefused() async throws {
    serve(readsURLs: true, forgetting: Self.document.text)
    _ = try await signIn(publishedAs: Self.document)
    let asked = seen.pages.withLock { $0.map(\.clientID.text) }
    #expect(asked == [Self.document.text, "app-1"] && registrations.count == 1)
    _ = try await signIn(publishedAs: Self.document, token: "canary-two")
    #expect(seen.pages.withLock { $0.count } == 3 && lastPage?.clientID.text == "app-1")
  }

  @Test("where the server refuses the URL and registers no one, its own words are thrown")
  func publishedRefusedAlone() async throws {
    serve(registers: false, readsURLs: true, forgetting: Self.document.text)
    let error = await #expect(throws: OAuthError.self) { _ = try await signIn(publishedAs: Self.document) }
    #expect(error?.code == .clientRefused && error?.refusal?.error == "invalid_client")
  }

  @Test("MCP 2025-03-26 §2.3: at the server of an API that names none the app registers, and its own client stays away")
  func originServer() async throws {
    serve()
    let api = FoundAPI(
      provider: try Provider(issuer: "https://as.example"), resource: try ResourceIndicator(Self.notes), scopes: [],
      requiresDPoP: false, isItsOwnServer: true)
    let accounts = scene.accounts(callbackSource: PortSource(user: user))
    #expect(
      await code { _ = try await accounts.signIn(toAPI: api, as: try Example.client()) } == .malformedMetadata)
    #expect(seen.pages.withLock { $0.isEmpty })
    _ = try await accounts.signIn(toAPI: api, registering: "Notes")
    #expect(registrations.count == 1)
  }

  @Test("RFC 7591 §2, RFC 8252 §7.3: the app is registered by its name, with the port that is ready and without one")
  func registered() async throws {
    serve()
    _ = try await signIn()
    let registration = try #require(registrations.first)
    #expect(registration["client_name"]?.string == "Notes" && registration["application_type"]?.string == "native")
    #expect(
      registration["redirect_uris"]?.array?.map(\.string) == [
        "http://127.0.0.1:5555/callback", "http://127.0.0.1/callback",
      ])
    #expect(registration["token_endpoint_auth_method"]?.string == "none")
    #expect(registration["scope"]?.string == "notes.read")
    #expect(lastPage?.clientID.text == "app-1" && lastPage?.redirectURI.text == "http://127.0.0.1:5555/callback")
  }

  @Test("§ Authorization Server Metadata Discovery: the server's documents are asked for in order, and none twice")
  func documents() async throws {
    serve()
    _ = try await signIn()
    #expect(
      scene.server.paths.prefix(6) == [
        "/notes", "/meta/notes", "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration",
        "/register", "/token",
      ])
    #expect(scene.server.paths.filter { $0.hasPrefix("/.well-known/") }.count == 2)
  }

  @Test("RFC 8707 §2: the API and its scopes are asked for; the account has its name, and its token goes there alone")
  func asked() async throws {
    serve()
    let stored = try await signIn().stored
    #expect(lastPage?.resources.map(\.text) == [Self.notes] && lastPage?.scopes == ["notes.read"])
    #expect(stored.name == "api.example")
    #expect(scene.accounts().allows(try Origin("https://api.example"), for: stored))
    #expect(!scene.accounts().allows(try Origin("https://other.example"), for: stored))
  }

  @Test("the client is kept with the account: another process uses it again for this API, and for no other")
  func kept() async throws {
    serve()
    _ = try await signIn()
    _ = try await signIn(token: "canary-two")
    #expect(registrations.count == 1 && lastPage?.clientID.text == "app-1")
    let other = try await signIn(at: "https://api.example/tasks", token: "canary-three").stored
    #expect(registrations.count == 2 && lastPage?.clientID.text == "app-2")
    #expect(lastPage?.scopes == ["tasks.read"] && other.name == "api.example/tasks")
  }

  @Test("a sign-in that the user breaks off costs no second registration in this process")
  func brokenOff() async throws {
    serve()
    struct Closed: Error {}
    let isFirst = Lock(true)
    let source = ScriptedSource { [server = scene.server] url, verdict in
      let breaksOff = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      guard !breaksOff else { throw Closed() }
      _ = await verdict(try server.allow(url))
    }
    let accounts = scene.accounts(callbackSource: PortSource(user: source))
    #expect(await code { _ = try await signIn(in: accounts) } != nil)
    _ = try await signIn(in: accounts)
    #expect(registrations.count == 1)
  }

  @Test(
    "a client that its server has forgotten, or not for these scopes, is registered again by the next sign-in",
    arguments: ["invalid_client", "invalid_scope"])
  func forgotten(word: String) async throws {
    serve()
    let first = try await signIn()
    serve(forgetting: "app-1", saying: word)
    let accounts = scene.accounts(callbackSource: PortSource(user: user))
    let error = await #expect(throws: OAuthError.self) { _ = try await signIn(in: accounts) }
    #expect(error?.refusal?.error == word)
    let stored = try await signIn(in: accounts, token: "canary-two").stored
    #expect(registrations.count == 2 && stored.client.id.text == "app-2" && stored.clientID == "app-2")
    // It is the same account, under its name.
    #expect(stored.account == first.account && stored.name == "api.example")
    #expect(try await scene.accounts().all().map(\.account) == [first.account])
    // Another process uses the new one.
    let renewed = try await signIn(token: "canary-three").stored
    #expect(registrations.count == 2 && renewed.account == first.account && renewed.client.id.text == "app-2")
  }

  @Test("a name that another account has is found before a client is registered for an API; one's own is not refused")
  func takenName() async throws {
    serve()
    let first = try await signIn().stored
    let (here, tasks) = (first.account.provider, "https://api.example/tasks")
    for (name, provider, api, known, expected) in [
      ("api.example", here, Self.notes, nil, nil), ("api.example", here, tasks, "app-1", nil),
      ("free", here, tasks, nil, nil), ("api.example", here, tasks, nil, .nameTaken),
      ("api.example", "https://other.example", Self.notes, "app-1", .nameTaken),
      ("-x", here, tasks, nil, .invalidValue),
    ] as [(String, ProviderName, String, ClientID?, OAuthError.Code?)] {
      let refused = await code {
        try await scene.accounts().requireName(name, at: provider, registeringFor: api, or: known)
      }
      #expect(refused == expected, "\(name) at \(provider.text) for \(api)")
    }
    #expect(registrations.count == 1)
  }

  @Test("RFC 7591 §3.2.1: a client is used no more when its secret has expired, or its server has forgotten it")
  func ended() throws {
    func api(at issuer: String) throws -> FoundAPI {
      FoundAPI(
        provider: try Provider(issuer: Issuer(issuer)), resource: try ResourceIndicator(Self.notes), scopes: [],
        requiresDPoP: false, isItsOwnServer: false)
    }
    let (here, elsewhere) = (try api(at: "https://as.example"), try api(at: "https://other.example"))
    let (clients, client) = (ClientsOfAPIs(), try Client(id: "app-1"))
    let end = Example.now + .seconds(60)
    func put(until end: Instant?) throws {
      var registered = try RegisteredClient(
        name: "Notes", provider: here.provider.name, client: client, secretExpiresAt: end)
      registered.madeFor = Self.notes
      clients.put(registered)
    }
    try put(until: end)
    #expect(clients.isUsable(client, for: here, at: Example.now) && !clients.isUsable(client, for: here, at: end))
    // Another server may have given out the same id.
    #expect(clients.client(for: elsewhere) == nil && clients.isUsable(client, for: elsewhere, at: end))
    try put(until: nil)
    #expect(clients.isUsable(client, for: here, at: end))
    clients.forget(client, of: here)
    #expect(!clients.isUsable(client, for: here, at: Example.now) && clients.client(for: here) == nil)
    #expect(clients.isUsable(client, for: elsewhere, at: Example.now))
  }

  @Test(
    "RFC 9728 §7.2: with a client of the app's own the API chooses no scope, and gets the token only where the server lists it",
    arguments: [[], [notes]])
  func ownClient(listed: [String]) async throws {
    serve(listing: listed)
    let accounts = scene.accounts(callbackSource: user)
    let api = try await accounts.provider(forAPI: try AbsoluteURL(Self.notes))
    let stored = try await accounts.signIn(toAPI: api, as: try Example.client()).stored
    #expect(lastPage?.resources.map(\.text) == [Self.notes] && lastPage?.scopes.contains("notes.read") == false)
    #expect(accounts.allows(try Origin("https://api.example"), for: stored) == !listed.isEmpty)
    #expect(registrations.isEmpty)
  }

  @Test("RFC 8414 §2: where the server registers no one, that is said before the user sees anything")
  func registersNoOne() async throws {
    serve(registers: false)
    let user = user
    let accounts = scene.accounts(callbackSource: PortSource(user: user))
    #expect(await code { _ = try await signIn(in: accounts) } == .unsupported)
    #expect(user.counts.withLock { $0.prepared } == 0)
  }
}
