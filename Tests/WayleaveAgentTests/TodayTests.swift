import Foundation
import HTTPTypes
import Testing
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: today's entry and client count, and not those of the sign-in")
struct AgentTodayTests {
  private static let url = "https://api.twitter.com/1.1/account/verify_credentials.json"

  private func authorized(_ scene: AgentScene, at url: String = url) throws -> AgentMessage {
    let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "GET", url: url)))
    guard case .authorized(let sent, _) = answer else { throw Unexpected(answer: answer) }
    return sent
  }

  private struct Unexpected: Error { let answer: AgentAnswer }

  private func client(secret: String) throws -> RegisteredClient {
    try RegisteredClient(
      name: "mine", provider: Provider.twitter.name, client: Client(id: "reader", secret: Secret(secret)))
  }

  /// Whether a request has the signature that a secret of the client gives.
  private func isSigned(_ message: AgentMessage, by secret: String) throws -> Bool {
    let field = message.fields["Authorization"] ?? ""
    func value(_ name: String) -> String {
      field.components(separatedBy: "\(name)=\"").last.map { String($0.prefix { $0 != "\"" }) } ?? ""
    }
    let credential = TokenCredential(token: Secret("token-ada"), secret: Secret("canary-token-secret"))
    let signer = try RequestSigner(
      consumer: ConsumerCredential(key: "reader", secret: Secret(secret)), token: credential)
    let stamp = Stamp(
      timestamp: Instant(secondsSinceEpoch: Int64(value("oauth_timestamp")) ?? 0), nonce: value("oauth_nonce"))
    let expected = try signer.sign(RequestMessage(.get, to: AbsoluteURL(Self.url)), stamp: stamp)
    return expected.head.headerFields[.authorization] == field
  }

  @Test("RFC 5849 §3.4.2: the secret that the client has now signs, and one that cannot be read is that of the sign-in")
  func secret() async throws {
    let scene = try await AgentScene([.signing("ada")])
    #expect(try isSigned(authorized(scene), by: "canary-client-secret"))
    try await scene.save(client(secret: "another-secret"))
    #expect(try isSigned(authorized(scene), by: "another-secret"))
    try await scene.save(client(secret: "a-third-secret"))
    #expect(try isSigned(authorized(scene), by: "a-third-secret"))
    for name in scene.folder.names("clients") { scene.folder.write("clients/\(name)", "damaged") }
    #expect(try isSigned(authorized(scene), by: "canary-client-secret"))
  }

  @Test("an origin that the entry no longer names is refused, and one that it names now gets no old credential")
  func origins() async throws {
    let scene = try await AgentScene([.signing("ada")])
    let (old, new) = ("https://upload.twitter.com/1.1/media", "https://new.twitter.example/")
    _ = try authorized(scene, at: old)
    var entry = Provider.twitter
    entry.apiOrigins = try ["https://api.twitter.com", "https://new.twitter.example"].map(Origin.init)
    scene.correct(entry)
    for url in [old, new] {
      let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "GET", url: url)))
      #expect(answer.code == "request.foreign_origin", "\(answer)")
    }
    _ = try authorized(scene)
  }

  @Test("an entry that is corrected says how a token is sent")
  func dialect() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let url = "https://api.foursquare.com/v2/users/self"
    #expect(try authorized(scene, at: url).url == url + "?oauth_token=token-ada&v=20260101")
    var entry = Provider.foursquare
    guard case .oauth2(var service) = entry.service else { return #expect(Bool(false)) }
    service.dialect.api.parameters = ["v": "20270101"]
    entry.service = .oauth2(service)
    scene.correct(entry)
    #expect(try authorized(scene, at: url).url.contains("v=20270101"))
  }

  @Test("OAuth Echo is for the URL of the sign-in: an entry is a file, which a program can change")
  func echo() async throws {
    let scene = try await AgentScene([.signing("ada")])
    let other = "https://api.twitter.com/1.1/account/settings.json"
    var entry = Provider.twitter
    entry.handOver = HandOverRule(verifyCredentials: try Endpoint(other))
    scene.correct(entry)
    #expect(try scene.ask(.echo(account: "ada", url: other)).code == "configuration.unsupported")
    guard case .fields = try scene.ask(.echo(account: "ada", url: Self.url)) else { return #expect(Bool(false)) }
  }

  @Test("a request to the endpoints of the sign-in is refused also where today's entry names others")
  func endpoints() async throws {
    let scene = try await AgentScene([.signing("ada")])
    var entry = Provider.twitter
    guard case .oauth1(var service) = entry.service else { return #expect(Bool(false)) }
    let usual = service.tokenEndpoint.url.text
    let other = "https://api.twitter.com/1.1/another/access_token"
    service.tokenEndpoint = try Endpoint(other)
    entry.service = .oauth1(service)
    scene.correct(entry)
    for url in [usual, other] {
      let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "POST", url: url)))
      #expect(answer.code == "configuration.unsupported", "\(url): \(answer)")
    }
    _ = try authorized(scene)
  }

  @Test("reverse auth is for the endpoint of the sign-in, too")
  func reverseAuth() async throws {
    let scene = try await AgentScene([.signing("ada")])
    var entry = Provider.twitter
    guard case .oauth1(var service) = entry.service else { return #expect(Bool(false)) }
    let usual = service.tokenEndpoint
    service.tokenEndpoint = try Endpoint("https://api.twitter.com/1.1/statuses/update.json")
    entry.service = .oauth1(service)
    scene.correct(entry)
    let half = #"OAuth oauth_consumer_key="backend", oauth_nonce="n", oauth_signature="s", oauth_timestamp="1""#
    let answer = try scene.ask(.reverseAuth(account: "ada", parameters: half))
    guard case .authorized(let message, _) = answer else { throw Unexpected(answer: answer) }
    #expect(message.url == usual.url.text)
  }

  @Test("what has not changed is not read again, and a locked agent reads nothing")
  func looks() async throws {
    let scene = try await AgentScene([.signing("ada")], isOwn: true)
    func reads() -> Int { scene.catalogue.count.withLock(\.self) }
    // Changes of the last seconds are no sure sign.
    let ahead = Int64(Date().timeIntervalSince1970) + 3600 - scene.clock.now.secondsSinceEpoch
    scene.clock.jump(by: .seconds(ahead))
    for _ in 0..<3 { _ = try authorized(scene) }
    #expect(reads() == 1)
    try await Task.sleep(for: .milliseconds(20))
    scene.correct(.twitter)
    for _ in 0..<3 { _ = try authorized(scene) }
    #expect(reads() == 2)
    try await Task.sleep(for: .milliseconds(20))
    try await scene.save(client(secret: "another-secret"))
    for _ in 0..<3 { #expect(try isSigned(authorized(scene), by: "another-secret")) }
    #expect(reads() == 3)
    #expect(try scene.ask(.lock) == .done)
    scene.correct(.twitter)
    let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "GET", url: Self.url)))
    #expect(answer.code == "agent.locked" && reads() == 3)
  }
}
