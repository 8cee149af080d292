import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("8414-9: metadata that was accepted is used again")
struct KeptMetadataTests {
  private let scene = Scene()
  private static let path = "/.well-known/openid-configuration"

  private var fetches: Int { scene.server.paths.filter { $0 == Self.path }.count }

  private func signIn(_ accounts: Accounts) async throws {
    // Without an ID token, whose times are another matter.
    _ = try await accounts.signIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(), options: .init(scopes: ["profile"]))
  }

  private func answer(cacheControl: String?) {
    var response = ResponseMessage(.ok, json: OpenIDExample.metadata)
    response.head.headerFields[.cacheControl] = cacheControl
    scene.server.answer(Self.path, with: response)
  }

  @Test(
    "for as long as the server says, at least five minutes and at most a day",
    arguments: [
      (nil, 300), ("no-store", 300), ("max-age=5", 300), ("max-age=3600", 3600), ("max-age=999999", 86400),
    ] as [(String?, Int64)])
  func life(cacheControl: String?, life: Int64) async throws {
    answer(cacheControl: cacheControl)
    let accounts = scene.accounts(callbackSource: scene.allowing)
    try await signIn(accounts)
    scene.wait(life - 1)
    try await signIn(accounts)
    #expect(fetches == 1)
    scene.wait(1)
    try await signIn(accounts)
    #expect(fetches == 2)
  }

  @Test(
    "a record holds whole seconds within the bounds, whatever life is given",
    arguments: [
      (.milliseconds(301_999), 301), (.seconds(1e20), 86400), (.seconds(-1e20), 300),
    ] as [(Duration, Int64)])
  func record(lifetime: Duration, life: Int64) {
    let metadata = KeptMetadata(JSON.Object(), readAt: Example.now, lifetime: lifetime)
    #expect(metadata.life == .seconds(life) && metadata.json["life"]?.integer == life)
    #expect(KeptMetadata(json: metadata.json) == metadata)
  }

  @Test(
    "112: when an issuer is down for a moment, or answers with an error, its good metadata is used, for a day",
    arguments: [true, false])
  func down(isReached: Bool) async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    try await signIn(accounts)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == Self.path else { return nil }
      guard isReached else { throw TransportFailure.notSent("down") }
      return ResponseMessage(HTTPResponse(status: .badGateway))
    }
    scene.wait(80000)
    try await signIn(accounts)
    #expect(fetches == 2 && scene.eventNames.contains(.tolerated))
    // What is used meanwhile does not become younger.
    scene.wait(6400)
    let expected: OAuthError.Code = isReached ? .serverUnavailable : .unreachable
    #expect(await code { try await signIn(accounts) } == expected)
  }

  @Test("a document that is refused is not used again")
  func refused() async throws {
    let accounts = scene.accounts(callbackSource: scene.allowing)
    scene.server.answer(Self.path, with: ResponseMessage(.ok, json: ["issuer": "https://evil.example"]))
    #expect(await code { try await signIn(accounts) } == .metadataIssuerMismatch)
    scene.server.setFault(nil)
    try await signIn(accounts)
    #expect(fetches == 2)
  }

  @Test("another process uses what the store has, one record for each address; the user's agreement asks the issuer")
  func stored() async throws {
    let folder = TemporaryFolder()
    let store = MetadataRecords(
      in: FileVault(directory: folder.path + "/metadata", key: .keyFile(folder.path + "/key")))
    func accounts() -> Accounts {
      Accounts(
        transport: scene.server, callbackSource: scene.allowing, credentials: scene.credentials, signIns: scene.signIns,
        metadata: store, now: { Example.now })
    }
    try await signIn(accounts())
    try await signIn(accounts())
    #expect(fetches == 1)
    _ = try await accounts().signIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(),
      options: .init(acceptsDowngrade: true))
    #expect(fetches == 2)
    #expect(try await store.metadata(at: try AbsoluteURL("https://other.example/x")) == nil)
  }
}
