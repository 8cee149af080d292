import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("RFC 5849: an app hands over an Echo, or a token with its secret")
struct AppSignatureTests {
  private let clock = TestClock()
  private let vault = MemoryVault()
  private let accounts: Accounts
  private let website: Website

  init() throws {
    let (clock, vault) = (self.clock, self.vault)
    accounts = Accounts(
      transport: TestSigner(), credentials: CredentialRecords(in: vault),
      signIns: SignInRecords(in: vault, now: { clock.now }), now: { clock.now })
    let client = try Client(id: ClientID(TestSigner.consumer), secret: TestSigner.consumerSecret)
    website = try Website(
      at: TestSite.origin, accounts: accounts, providers: [],
      apps: [AppProvider("signer", TestSigner.provider, as: client, accepting: [.echo, .tokenAndSecret])], vault: vault)
  }

  private func post(_ form: Form = Form(), echo: EchoRequest? = nil) async throws -> WebsiteAnswer {
    var request = RequestMessage(
      HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: "/app/sign-in/signer"))
    request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.body = form.encoded()
    try echo?.apply(to: &request)
    return try #require(await website.answer(to: request))
  }

  private func echo(
    by consumer: String = TestSigner.consumer, secret: Secret = TestSigner.secret
  ) throws -> EchoRequest {
    var random = SystemRandomNumberGenerator()
    return try EchoRequest(
      of: AbsoluteURL(TestSigner.user), as: ConsumerCredential(key: consumer, secret: TestSigner.consumerSecret),
      token: TokenCredential(token: TestSigner.token, secret: secret), stamp: Stamp(at: clock.now, using: &random))
  }

  private func session(of answer: WebsiteAnswer) async throws -> WebSession? {
    guard let token = TestApp.token(in: answer) else { return nil }
    return try await website.session(of: TestApp.request(with: "Bearer \(token)"))
  }

  @Test func `an Echo signs in once, by the first who hands it over, and leaves nothing to store`() async throws {
    let echo = try echo()
    #expect(try await session(of: try await post(echo: echo))?.name == "Ada")
    #expect(try await accounts.all().isEmpty)
    let again = try await post(echo: echo)
    #expect(TestApp.error(in: again) == "invalid_grant" && again.failure == nil)
  }

  @Test func `an Echo of another consumer, one that the provider does not confirm, and a late one sign no one in`()
    async throws
  {
    let late = try echo()
    for echo in [try echo(by: "another"), try echo(secret: Secret("another"))] {
      #expect(TestApp.error(in: try await post(echo: echo)) == "invalid_grant")
    }
    clock.advance(by: 3600)
    #expect(TestApp.error(in: try await post(echo: late)) == "invalid_grant")
    #expect(try await accounts.all().isEmpty)
  }

  @Test func `a token with its secret is stored, and one without, or with another, signs no one in`() async throws {
    var form = Form()
    form.append("oauth_token", TestSigner.token)
    #expect(TestApp.error(in: try await post(form)) == "invalid_request")
    var foreign = form
    foreign.append("oauth_token_secret", Secret("another"))
    #expect(TestApp.error(in: try await post(foreign)) == "invalid_grant")
    #expect(try await accounts.all().isEmpty)
    form.append("oauth_token_secret", TestSigner.secret)
    let answer = try await post(form)
    let account = try #require(try await session(of: answer)).account
    guard case .oauth1(let stored)? = try await accounts.stored(account)?.credential else {
      Issue.record("no token")
      return
    }
    #expect(stored.token == TestSigner.token && stored.secret == TestSigner.secret)
    // Two things at once say nothing of who is to sign in.
    #expect(TestApp.error(in: try await post(form, echo: echo())) == "invalid_request")
  }
}

/// A provider of OAuth 1.0a that says who the user of a signed request is.
private struct TestSigner: Transport {
  static let user = "https://signer.example/1.1/account/verify_credentials.json"
  static let consumer = "consumer-of-the-app"
  static let consumerSecret = Secret("a-secret-of-the-website")
  static let token = Secret("token-of-ada")
  static let secret = Secret("secret-of-ada")

  static var provider: Provider {
    get throws {
      let entry = """
        {
          "format": 1, "name": "signer", "title": "Signer", "protocol": "oauth1",
          "temporary_credential_endpoint": "https://signer.example/oauth/request_token",
          "authorization_endpoint": "https://signer.example/oauth/authenticate",
          "token_endpoint": "https://signer.example/oauth/access_token",
          "api_origins": ["https://signer.example"],
          "identity": {"endpoint": "\(user)", "subject": "{id_str}", "name": "{name}", "handle": "{screen_name}"},
          "hand_over": {"verify_credentials": "\(user)"}
        }
        """
      return try Provider(json: JSON(decoding: Array(entry.utf8)))
    }
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard let signed = try? SignedRequest(reading: request), signed.token == Self.token,
      (try? signed.verify(consumerSecret: Self.consumerSecret, tokenSecret: Self.secret)) != nil
    else { return ResponseMessage(HTTPResponse(status: .unauthorized)) }
    return ResponseMessage(.ok, json: ["id_str": "ada-1", "name": "Ada", "screen_name": "ada"])
  }
}
