import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OAuth Echo: a signed request is handed over, and sent on to one URL alone")
struct EchoHandOverTests {
  private let desk = HandOverDesk()
  private static let address = "https://api.example/1.1/verify.json"

  init() { desk.answer("api.example/1.1/verify.json", with: ["id_str": "7", "name": "Ada"]) }

  private func provider() throws -> Provider {
    var provider = try Example.oauth1()
    provider.identity = IdentityRule(endpoint: try Endpoint(Self.address + "?skip=true"), subject: "{id_str}")
    provider.handOver = HandOverRule(verifyCredentials: try Endpoint(Self.address))
    return provider
  }

  private func echo(
    of address: String = EchoHandOverTests.address, as key: String = "reader", at time: Instant = Example.now,
    nonce: String = "n-1", method: SignatureMethod = .hmacSHA1
  ) throws -> HTTPFields {
    // By the signer, since no echo is made by PLAINTEXT.
    let signer = RequestSigner(
      consumer: try ConsumerCredential(key: key, secret: Secret("canary-client-secret")),
      token: TokenCredential(token: Secret("canary-token"), secret: Secret("canary-token-secret")),
      dialect: OAuth1Dialect(signatureMethod: method))
    let signed = try signer.sign(
      RequestMessage(.get, to: try AbsoluteURL(address)), stamp: Stamp(timestamp: time, nonce: nonce))
    var fields = HTTPFields()
    fields[EchoRequest.providerField] = address
    fields[EchoRequest.authorizationField] = signed.head.headerFields[.authorization]
    return fields
  }

  @Test("an echo of our consumer is sent on as it came, and names the user")
  func accepted() async throws {
    var fields = try echo()
    fields[.cookie] = "canary-cookie"
    let verified = try await desk.verify(.echo(fields), of: try provider(), subject: "7")
    #expect(verified.check == .echo && verified.identity.subject == "7" && verified.credential == nil)
    let sent = try #require(desk.requests.first)
    #expect(sent.url == Self.address && sent.head.method == .get)
    #expect(sent.head.headerFields[.authorization] == fields[HTTPField.Name("X-Verify-Credentials-Authorization")!])
    #expect(!sent.head.headerFields.contains(.cookie))
  }

  @Test(
    "219: an echo to another host, path, port, scheme or user is not sent anywhere",
    arguments: [
      "https://evil.example/1.1/verify.json", "https://api.example/1.1/other.json",
      "https://api.example:8443/1.1/verify.json", "https://api.example:443/1.1/verify.json",
      "https://api.example/1.1/verify.json?application_id=1", "https://api.example/1.1/verify.json#x",
      "https://user@api.example/1.1/verify.json", "https://api.example@evil.example/1.1/verify.json",
      "http://api.example/1.1/verify.json", "https://API.example/1.1/verify.json",
      "https://api.example/1.1/../1.1/verify.json",
      "https://api.example.evil.example/1.1/verify.json", "https://127.0.0.1/1.1/verify.json", "",
    ])
  func otherAddress(address: String) async throws {
    var fields = try echo()
    fields[try #require(HTTPField.Name("X-Auth-Service-Provider"))] = address
    #expect(await desk.refusal(.echo(fields), of: try provider()) == .foreignEcho)
    #expect(desk.requests.isEmpty)
  }

  @Test("two addresses, or two signatures, are one too many; a missing field is named")
  func fields() async throws {
    let (provider, good) = (try provider(), try echo())
    for name in ["X-Auth-Service-Provider", "X-Verify-Credentials-Authorization"] {
      let name = try #require(HTTPField.Name(name))
      var twice = good
      twice[values: name] = good[values: name] + good[values: name]
      #expect(await desk.refusal(.echo(twice), of: provider) != nil)
      var none = good
      none[name] = nil
      #expect(await desk.refusal(.echo(none), of: provider) == .missingParameter)
    }
    var bearer = good
    bearer[try #require(HTTPField.Name("X-Verify-Credentials-Authorization"))] = "Bearer canary"
    #expect(await desk.refusal(.echo(bearer), of: provider) != nil)
    #expect(desk.requests.isEmpty)
  }

  @Test("another app's consumer key, a stale timestamp and a signature that protects nothing are not sent")
  func notOurs() async throws {
    for (fields, expected) in [
      (try echo(as: "other"), .foreignEcho), (try echo(at: Example.now + -301), .staleTimestamp),
      (try echo(at: Example.now + 301), .staleTimestamp), (try echo(method: .plaintext), .unsupportedSignatureMethod),
    ] as [(HTTPFields, OAuthError.Code)] {
      #expect(await desk.refusal(.echo(fields), of: try provider()) == expected)
    }
    #expect(desk.requests.isEmpty)
    #expect(await desk.refusal(.echo(try echo(at: Example.now + -299)), of: try provider()) == nil)
  }

  @Test("220: a nonce is used once, and a replay is not even sent; it is forgotten only when its time is stale")
  func replay() async throws {
    let fields = try echo(at: Example.now + 300)
    #expect(await desk.refusal(.echo(fields), of: try provider()) == nil)
    for wait in [0, 300, 300] as [Int64] {
      desk.wait(wait)
      #expect(await desk.refusal(.echo(fields), of: try provider()) == .replayedHandOver)
    }
    desk.wait(1)
    #expect(await desk.refusal(.echo(fields), of: try provider()) == .staleTimestamp)
    #expect(desk.requests.count == 1)
  }

  @Test("what the provider refuses is not remembered, and another user than the expected one is refused")
  func refusedByProvider() async throws {
    let one = SeenInMemory(capacity: 1)
    desk.answer("api.example/1.1/verify.json", .unauthorized, with: ["errors": [["code": 32]]])
    #expect(await desk.refusal(.echo(try echo()), of: try provider(), seen: one) == .refusedHandOver)
    desk.answer("api.example/1.1/verify.json", .found, with: [:])
    #expect(await desk.refusal(.echo(try echo()), of: try provider(), seen: one) == .unexpectedRedirect)
    desk.answer("api.example/1.1/verify.json", with: ["id_str": "8"])
    #expect(await desk.refusal(.echo(try echo()), of: try provider(), subject: "7", seen: one) == .foreignUser)
    desk.answer("api.example/1.1/verify.json", with: ["id_str": "7"])
    #expect(await desk.refusal(.echo(try echo()), of: try provider(), subject: "7", seen: one) == nil)
    #expect(await desk.refusal(.echo(try echo(nonce: "n-2")), of: try provider(), seen: one) == .handOverMemoryFull)
  }

  @Test("two at once with one echo: one is accepted")
  func race() async throws {
    let (provider, fields) = (try provider(), try echo())
    let outcomes = await withTaskGroup(of: OAuthError.Code?.self) { group in
      for _ in 0..<8 { group.addTask { await desk.refusal(.echo(fields), of: provider) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == nil } == 1 && outcomes.count { $0 == .replayedHandOver } == 7)
  }
}
