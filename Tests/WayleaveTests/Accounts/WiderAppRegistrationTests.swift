import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7592 §2.2, RFC 7591 §3: an app that registered itself for an API is registered for the scopes of a step-up")
struct WiderAppRegistrationTests {
  private let scene = Scene()
  private let seen = Seen()
  private static let notes = "https://api.example/notes"
  private let demand = AccessDemand(scopes: ["notes.write"])

  /// What the server has registered, and what it was asked.
  private final class Seen: Sendable {
    let registered = Lock<[String: ClientMetadata]>([:])
    /// The method and the token of each request about a registration.
    let sent = Lock<[String]>([])
    /// Of each page: its client, and whether that is registered for all scopes that were asked for.
    let pages = Lock<[String]>([])
    /// Whether the user closes the page.
    let closes = Lock(false)
  }

  private struct Closed: Error {}

  private struct PortSource: CallbackSource {
    let user: ScriptedSource

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
      _ = try await user.prepare(for: redirectURIs)
      return ScriptedSource.Session(source: user, redirectURI: try RedirectURI("http://127.0.0.1:5555/callback"))
    }
  }

  /// Another such object is another process.
  private var accounts: Accounts {
    scene.accounts(
      callbackSource: PortSource(
        user: ScriptedSource { [server = scene.server, seen] url, verdict in
          guard !seen.closes.withLock({ $0 }) else { throw Closed() }
          let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
          let id = request.clientID.text
          let scopes = seen.registered.withLock { $0[id]?.scopes } ?? []
          let isAllowed = Set(request.scopes).isSubset(of: scopes)
          seen.pages.withLock { $0.append(isAllowed ? id : "\(id) asks for too much") }
          server.state.withLock { $0.claims["aud"] = .string(id) }
          _ = await verdict(try server.allow(url))
        }))
  }

  private var sent: [String] { seen.sent.withLock { $0 } }
  private var pages: [String] { seen.pages.withLock { $0 } }

  /// A server that gives another token for a registration with every answer, unless it lets none be changed.
  private func serve(manages: Bool = true, takesUpdates: Bool = true) {
    var server = OpenIDExample.metadata.object ?? JSON.Object()
    server["registration_endpoint"] = "https://as.example/register"
    server["token_endpoint_auth_methods_supported"] = ["none"]
    scene.server.setFault { [seen, server] request in
      switch request.url ?? "" {
      case Self.notes:
        var answer = ResponseMessage(HTTPResponse(status: .unauthorized))
        answer.head.headerFields[.wwwAuthenticate] =
          #"Bearer scope="notes.read", resource_metadata="https://api.example/meta""#
        return answer
      case "https://api.example/meta":
        return ResponseMessage(
          .ok, json: ["resource": .string(Self.notes), "authorization_servers": ["https://as.example"]])
      case "https://as.example/.well-known/openid-configuration": return ResponseMessage(.ok, json: .object(server))
      default: break
      }
      let path = request.pathWithoutQuery
      guard path == "/register" || path.hasPrefix("/registrations/") else { return nil }
      let method = request.head.method.rawValue
      let number = seen.sent.withLock { all in
        all.append([method, request.head.headerFields[.authorization]].compactMap(\.self).joined(separator: " "))
        return all.count
      }
      var id = String(path.dropFirst("/registrations/".count))
      switch method {
      case "POST":
        let metadata = try ClientMetadata(JSON(decoding: request.body).object ?? JSON.Object())
        id = seen.registered.withLock { all in
          let id = "app-\(all.count + 1)"
          all[id] = metadata
          return id
        }
      case "PUT":
        guard takesUpdates else { return ResponseMessage(HTTPResponse(status: .forbidden)) }
        let metadata = try ClientUpdateRequest(reading: request).metadata
        seen.registered.withLock { $0[id] = metadata }
      case "DELETE": return ResponseMessage(HTTPResponse(status: .noContent))
      default: break
      }
      let metadata = try #require(seen.registered.withLock { $0[id] })
      let configuration = ClientConfiguration(
        endpoint: try Endpoint("https://as.example/registrations/\(id)"),
        accessToken: Secret("canary-registration-\(number)"))
      return ClientRegistrationResponse(
        clientID: ClientID(id), configuration: manages ? configuration : nil, metadata: metadata
      ).response(method == "POST" ? .created : .ok)
    }
  }

  /// One process: finds the API and signs in there, with the user's name.
  private func signIn(_ scopes: [String] = ["openid", "notes.read"], token: String) async throws -> SignedIn {
    use(token)
    let accounts = accounts
    return try await accounts.signIn(
      toAPI: try await accounts.provider(forAPI: try AbsoluteURL(Self.notes)), registering: "Notes",
      options: SignInOptions(scopes: scopes))
  }

  /// What the server issues next.
  private func use(_ token: String) {
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = (token, "\(token)-refresh") }
  }

  @Test("a registration that can be changed is changed by any process, with the token that came last")
  func changed() async throws {
    serve()
    let first = try await signIn(token: "canary-one")
    #expect(first.stored.identity != nil && first.stored.appRegistration?.scopes == ["openid", "notes.read"])
    use("canary-two")
    let stepped = try await accounts.stepUp(first.account, for: demand)
    #expect(sent == ["POST", "GET Bearer canary-registration-1", "PUT Bearer canary-registration-2"])
    #expect(pages == ["app-1", "app-1"])
    #expect(stepped.account == first.account && stepped.stored.client.id == "app-1")
    #expect(seen.registered.withLock { $0["app-1"]?.name } == "Notes")
    guard case .oauth2(let tokens) = stepped.stored.credential else { return #expect(Bool(false)) }
    #expect(tokens.scopes == ["openid", "notes.read", "notes.write"])
    let kept = try #require(try await scene.accounts().stored(first.account)?.appRegistration)
    #expect(kept.configuration?.accessToken == Secret("canary-registration-3"))
    #expect(kept.scopes == ["openid", "notes.read", "notes.write"])
    // What it allows now is not asked for again.
    use("canary-three")
    _ = try await accounts.stepUp(first.account, for: demand)
    #expect(sent.count == 3)
  }

  @Test("where the server lets no registration be changed, another one is made, and the account moves to it")
  func made() async throws {
    serve(manages: false)
    let first = try await signIn(token: "canary-one")
    use("canary-two")
    let stepped = try await accounts.stepUp(first.account, for: demand)
    #expect(sent == ["POST", "POST"] && pages == ["app-1", "app-2"])
    #expect(seen.registered.withLock { $0["app-2"]?.name } == "Notes")
    #expect(stepped.account == first.account && stepped.stored.client.id == "app-2")
    #expect(try await scene.accounts().all() == [stepped.stored])
    #expect(stepped.stored.clientMadeFor == Self.notes && stepped.stored.appRegistration?.client.id == "app-2")
  }

  @Test("a registration that is replaced ends when its account has moved, by the token that came last, and not before")
  func replaced() async throws {
    serve(takesUpdates: false)
    let first = try await signIn(token: "canary-one")
    use("canary-two")
    let process = accounts
    seen.closes.withLock { $0 = true }
    #expect(await code { _ = try await process.stepUp(first.account, for: demand) } != nil)
    seen.closes.withLock { $0 = false }
    let before = ["POST", "GET Bearer canary-registration-1", "PUT Bearer canary-registration-2", "POST"]
    #expect(sent == before)
    #expect(try await scene.accounts().stored(first.account)?.client.id == "app-1")
    // The same process has the wider one ready.
    let again = try await process.stepUp(first.account, for: demand)
    #expect(again.account == first.account && again.stored.client.id == "app-2")
    #expect(sent == before + ["DELETE Bearer canary-registration-2"])
  }

  @Test("RFC 7591 §3.2.1: one whose secret has expired is not changed: another one is made, and then it ends")
  func expired() async throws {
    serve()
    let first = try await signIn(token: "canary-one")
    var held = try #require(try await scene.credentials.load(first.account))
    held.stored.appRegistration?.secretExpiresAt = Example.now
    try await scene.credentials.replace(first.account, with: held.stored, expecting: held.revision)
    use("canary-two")
    let again = try await accounts.signInAgain(first.account)
    #expect(sent == ["POST", "POST", "DELETE Bearer canary-registration-1"] && pages == ["app-1", "app-2"])
    #expect(again.account == first.account && again.stored.client.id == "app-2")
  }

  @Test("a sign-in at the API that asks for more widens the registration of the account that is there")
  func bySignIn() async throws {
    serve()
    let first = try await signIn(token: "canary-one")
    let second = try await signIn(["openid", "notes.read", "notes.write"], token: "canary-two")
    #expect(sent.map { $0.prefix(4) } == ["POST", "GET ", "PUT "] && pages == ["app-1", "app-1"])
    #expect(second.account == first.account && second.stored.client.id == "app-1")
  }
}
