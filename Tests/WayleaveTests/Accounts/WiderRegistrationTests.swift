import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7592 §2.2: a registration that a sign-in made gets more scopes")
struct WiderRegistrationTests {
  private static let address = "https://as.example/registrations/app-1"
  private let scene = Scene()

  /// A request for the registration.
  private struct Sent: Sendable {
    let method: String
    let token: String?
    let body: [UInt8]
  }

  /// What the server was asked.
  private final class Log: Sendable {
    let sent = Lock<[Sent]>([])
  }

  private func registered() throws -> RegisteredClient {
    try RegisteredClient(
      name: "notes", provider: "https://as.example",
      client: Client(
        id: "app-1", secret: Secret("canary-secret-0"), authentication: .basic,
        redirectURIs: [RedirectURI("http://127.0.0.1:5555/callback")]),
      configuration: ClientConfiguration(
        endpoint: Endpoint(Self.address), accessToken: Secret("canary-registration-0")))
  }

  /// A server that gives another token and another secret with every answer.
  private func serve(as id: ClientID = "app-1", _ log: Log) throws {
    var additional = JSON.Object()
    additional["tos_uri"] = "https://notes.example/terms"
    let metadata = ClientMetadata(
      redirectURIs: [try RedirectURI("http://127.0.0.1:5555/callback")], authentication: .basic,
      grantTypes: ["authorization_code", "refresh_token"], name: "Notes", scopes: ["read"], additional: additional)
    scene.server.setFault { request in
      guard request.url == Self.address else { return nil }
      let number = log.sent.withLock { all in
        all.append(
          Sent(
            method: request.head.method.rawValue, token: request.head.headerFields[.authorization], body: request.body))
        return all.count
      }
      return ClientRegistrationResponse(
        clientID: id, secret: Secret("canary-secret-\(number)"),
        configuration: ClientConfiguration(
          endpoint: try Endpoint(Self.address), accessToken: Secret("canary-registration-\(number)")),
        metadata: metadata
      ).response(.ok)
    }
  }

  @Test("all that is registered goes along, and what an answer brings is kept before the next request")
  func whole() async throws {
    let log = Log()
    try serve(log)
    let earlier = try registered()
    let configuration = try #require(earlier.configuration)
    var (client, countsWhenKept) = (earlier, [Int]())
    try await scene.accounts().widen(client.client, to: ["read", "write"], by: configuration) {
      (answer) throws(OAuthError) in
      client = try client.updated(by: answer)
      countsWhenKept.append(log.sent.withLock { $0.count })
    }
    let requests = log.sent.withLock { $0 }
    #expect(requests.map(\.method) == ["GET", "PUT"] && countsWhenKept == [1, 2])
    #expect(requests.map(\.token) == ["Bearer canary-registration-0", "Bearer canary-registration-1"])
    let body = try JSON(decoding: requests[1].body)
    #expect(body["client_id"] == "app-1" && body["client_secret"] == "canary-secret-1")
    #expect(body["scope"] == "read write" && body["client_name"] == "Notes")
    #expect(body["tos_uri"] == "https://notes.example/terms")
    #expect(body["redirect_uris"] == ["http://127.0.0.1:5555/callback"])
    #expect(body["registration_access_token"] == nil)
    // RFC 7592 §3: what came last counts, and the rest is as it was.
    #expect(client.configuration?.accessToken == Secret("canary-registration-2"))
    #expect(client.client.secret == Secret("canary-secret-2") && client.client.id == earlier.client.id)
    #expect(client.client.redirectURIs == earlier.client.redirectURIs && client.client.authentication == .basic)
  }

  @Test("an answer about another client is refused, and nothing more is sent")
  func another() async throws {
    let log = Log()
    try serve(as: "app-2", log)
    let client = try registered()
    let configuration = try #require(client.configuration)
    let refused = await code {
      try await scene.accounts().widen(client.client, to: ["write"], by: configuration) { _ in }
    }
    #expect(refused == .unexpectedAnswer && log.sent.withLock { $0.count } == 1)
  }

  @Test(
    "which scopes a registration allows: those that were saved, else those that are known",
    arguments: [
      (["a", "b"], nil, ["b"], true), (["a"], nil, ["a", "b"], false), ([], nil, [], true), ([], nil, ["a"], false),
      (nil, ["a"], ["a"], true), (nil, ["a"], ["b"], false), (nil, nil, ["a"], false), (["a"], ["b"], ["b"], false),
    ] as [([String]?, [String]?, [String], Bool)])
  func allowed(saved: [String]?, known: [String]?, asked: [String], isAllowed: Bool) throws {
    var client = try registered()
    client.scopes = saved
    #expect(client.allows(asked, orKnown: known) == isAllowed)
    #expect(RegisteredClient(exposedJSON: client.exposedJSON) == client)
    // RFC 7591 §3.2.1: with an expired secret no sign-in succeeds.
    for (expiry, isGood) in [(nil, true), (Example.now + 1, true), (Example.now, false)] as [(Instant?, Bool)] {
      client.secretExpiresAt = expiry
      #expect(client.serves(asking: asked, orKnown: known, at: Example.now) == (isAllowed && isGood))
    }
  }
}
