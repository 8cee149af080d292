import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveProvider
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("xAuth: a sign-in by name and password, where the entry says so")
struct PasswordSignInTests {
  static let password = Secret("canary-password")

  static func provider(takesPasswords: Bool = true) throws -> Provider {
    var provider = try Example.oauth1()
    guard case .oauth1(var service) = provider.service else { return provider }
    service.takesPasswords = takesPasswords
    provider.service = .oauth1(service)
    return provider
  }

  @Test("name and password go out once, signed by the consumer; the credential is saved under the user's name")
  func signsIn() async throws {
    let scene = Scene()
    let signedIn = try await scene.accounts().signIn(
      to: try Self.provider(), as: try Example.client(), username: "ada@example.org", password: Self.password,
      options: .init(accountName: "mine"))
    #expect(signedIn.account.subject == "7" && signedIn.stored.name == "mine")
    let request = try #require(scene.server.requests.first)
    #expect(scene.server.paths == ["/token1", "/me"])
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: nil)
    let sent = try PasswordCredentialRequest(reading: signed, of: request)
    #expect(sent == PasswordCredentialRequest(username: "ada@example.org", password: Self.password))
  }

  @Test("the password is in no record, no waiting sign-in and no event")
  func forgotten() async throws {
    let scene = Scene()
    let signedIn = try await scene.accounts().signIn(
      to: try Self.provider(), as: try Example.client(), username: "ada@example.org", password: Self.password)
    let record = try #require(try await scene.credentials.load(signedIn.account)).stored.exposedJSON
    #expect(!String(decoding: record.encoded(), as: UTF8.self).contains("canary-password"))
    #expect(!"\(scene.events)".contains("canary-password"))
  }

  @Test("a wrong password is a refusal, which does not repeat what was sent, and leaves nothing")
  func wrong() async throws {
    let scene = Scene()
    scene.server.answer(
      "/token1", with: ResponseMessage(.unauthorized, json: ["error": "“canary-password” is wrong"]))
    let error = await #expect(throws: OAuthError.self) {
      try await scene.accounts().signIn(
        to: try Self.provider(), as: try Example.client(), username: "ada", password: Self.password)
    }
    #expect(error?.code == .authorizationRefused)
    #expect(error?.refusal?.description?.contains("canary-password") == false)
    #expect(try await scene.accounts().all().isEmpty)
    #expect(scene.server.requests.count == 1)
  }

  @Test("a client that may not use xAuth is blamed itself, and not the password", arguments: ["87", "32"])
  func notPermitted(number: String) async throws {
    let scene = Scene()
    let xml = "<errors><error code=\"\(number)\">No.</error></errors>"
    scene.server.answer("/token1", with: ResponseMessage(HTTPResponse(status: .unauthorized), body: Array(xml.utf8)))
    let error = await #expect(throws: OAuthError.self) {
      try await scene.accounts().signIn(
        to: try Self.provider(), as: try Example.client(), username: "ada", password: Self.password)
    }
    #expect(error?.code == .authorizationRefused && error?.refusal?.error == number)
    #expect(error.map { "\($0.remedy)".contains("allow xAuth") } == (number == "87"))
  }

  @Test("a provider whose entry does not say so gets no password, nor one of OAuth 2")
  func refused() async throws {
    for provider in [
      try Self.provider(takesPasswords: false), try Example.provider(), try Provider(issuer: "https://as.example"),
    ] {
      let scene = Scene()
      let error = await #expect(throws: OAuthError.self) {
        try await scene.accounts().signIn(
          to: provider, as: try Example.client(), username: "ada", password: Self.password)
      }
      #expect(error?.code == .unsupported)
      #expect(scene.server.requests.isEmpty)
    }
  }

  @Test("the entry says it by x_auth")
  func entry() throws {
    let provider = try Self.provider()
    #expect(try Provider(json: provider.json) == provider)
    #expect(provider.json["x_auth"] == true)
    #expect(try Example.oauth1().json["x_auth"] == nil)
  }
}
