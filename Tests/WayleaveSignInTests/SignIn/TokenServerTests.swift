import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// Zoho's `accounts-server` and VK's `device_id`: RFC 6749 §4.1.2 has neither, so each is in the entry of the provider.
@Suite("What a callback says in addition goes where the entry says, and nowhere else")
struct TokenServerTests {
  private static func provider(_ change: (inout AuthorizationDialect) throws -> Void) throws -> Provider {
    var provider = try Example.provider { service in
      service.issuer = nil
      service.dialect.refresh.endpoint = try Endpoint("https://as.example/renew?a=b")
      try change(&service.dialect.authorization)
    }
    provider.identity?.endpoint = try Endpoint(template: "https://as.example/user/{token.user_id}")
    return provider
  }

  private static func zoho() throws -> Provider {
    try provider {
      $0.tokenServer = TokenServer(member: "accounts-server", origins: [try Origin("https://eu.example")])
    }
  }

  @Test(
    "the code goes to the server of the entry that the callback names; without a name, to the token endpoint",
    arguments: [
      ("", "https://as.example/token"), ("&accounts-server=https%3A%2F%2Feu.example", "https://eu.example/token"),
      ("&accounts-server=https%3A%2F%2FEU.example%3A443%2F", "https://eu.example/token"),
    ])
  func codeAtServer(named: String, url: String) throws {
    var waiting = try WaitingForCode(at: Self.zoho())
    let step = try waiting.receive(query: "code=good&state=\(waiting.state)\(named)")
    #expect(sent(by: step)?.url == url)
  }

  @Test(
    "RFC 9700 §4.4: a callback never sends the code to a server that the entry does not have",
    arguments: [
      "https://evil.example", "https://eu.example.evil.example", "https://eu.example:8443", "http://eu.example",
      "https://eu.example/evil", "https://eu.example@evil.example", "evil.example", "//eu.example", "x",
    ])
  func foreignServer(named: String) throws {
    var waiting = try WaitingForCode(at: Self.zoho())
    var query: Form = ["code": "good", "state": waiting.state]
    query.append("accounts-server", named)
    let text = String(decoding: query.encodedForQuery(), as: UTF8.self)
    #expect(refusal { try waiting.receive(query: text) } == .malformedCallback)
  }

  private static func credential(after query: String, at provider: Provider) throws -> (StoredCredential, SignIn) {
    var waiting = try WaitingForCode(at: provider)
    _ = try waiting.receive(query: "code=good&state=\(waiting.state)\(query)")
    let step = try waiting.receive(
      TokenResponse(accessToken: Secret("a"), expiresIn: 3600, refreshToken: Secret("r")).response())
    guard case .done(let credential) = step else { throw CancellationError() }
    let stored = StoredCredential(
      account: Account(provider: "example", client: "reader", subject: "7"), provider: waiting.signIn.provider,
      client: try Example.client(), credential: credential, obtainedAt: Example.now)
    return (stored, waiting.signIn)
  }

  @Test("the refresh, the revocation and the question who the user is go to that server too, and the page stays")
  func laterRequests() throws {
    let (stored, signIn) = try Self.credential(after: "&accounts-server=https%3A%2F%2Feu.example", at: Self.zoho())
    #expect(signIn.provider.identity?.endpoint == (try Endpoint(template: "https://eu.example/user/{token.user_id}")))
    // Today's entry knows the server by the callback alone; a record of before has no callback.
    let today = Registration(provider: try Self.zoho(), client: try Example.client()).completed(by: stored)
    guard case .oauth2(let service) = today.provider.service else { throw CancellationError() }
    #expect(service.tokenEndpoint.url.text == "https://eu.example/token")
    #expect(service[.revocation]?.url.text == "https://eu.example/revoke")
    #expect(service[.authorization]?.url.text == "https://as.example/authorize")
    let plan = try RefreshPlan(stored, by: today)
    #expect(plan.request.endpoint.url.text == "https://eu.example/renew?a=b")
    #expect(try StoredCredential(exposedJSON: stored.exposedJSON)?.credential.callback == stored.credential.callback)
    let (plain, _) = try Self.credential(after: "", at: Self.zoho())
    #expect(
      Registration(provider: try Self.zoho(), client: try Example.client()).completed(by: plain).provider
        == (try Self.zoho()))
  }

  @Test("what a server itself calls callback in its answer leaves an issuer its endpoints")
  func memberOfServer() throws {
    let found = try Example.provider()
    var tokens = Credential.Tokens(accessToken: Secret("a"))
    tokens.add(JSON.Object(members: [.init(name: "callback", value: ["accounts-server": "https://evil.example"])]))
    let stored = StoredCredential(
      account: Account(provider: "example", client: "reader", subject: "7"), provider: found,
      client: try Example.client(), credential: .oauth2(tokens), obtainedAt: Example.now)
    var today = found
    today.service = .issuer(try AbsoluteURL("https://as.example"))
    let completed = Registration(provider: today, client: try Example.client()).completed(by: stored)
    #expect(completed.provider.service == found.service)
  }

  @Test("a server that the entry no longer has gets nothing: the requests go where the entry says")
  func serverGone() throws {
    let (stored, _) = try Self.credential(after: "&accounts-server=https%3A%2F%2Feu.example", at: Self.zoho())
    let other = try Self.provider {
      $0.tokenServer = TokenServer(member: "accounts-server", origins: [try Origin("https://in.example")])
    }
    let today = Registration(provider: other, client: try Example.client())
    #expect(today.completed(by: stored).provider == other)
  }

  @Test("a saved client shows its secret at the servers of the entry, and no entry adds one unseen")
  func secretPlaces() throws {
    let places = try Self.zoho().secretOrigins
    #expect(places.contains(.origin(try Origin("https://eu.example"))))
    let saved = try RegisteredClient(
      name: "mine", provider: "example", client: Example.client(), secretOrigins: Example.provider().secretOrigins)
    #expect(!saved.isFor(try Self.zoho()))
  }

  @Test("a member of the callback is repeated in the token request and in each refresh, and no other is")
  func repeated() throws {
    let vk = try Self.provider { $0.tokenCallbackMembers = ["device_id"] }
    var waiting = try WaitingForCode(at: vk)
    let step = try waiting.receive(query: "code=good&state=\(waiting.state)&device_id=d%2B1&user=u")
    let form = try #require(sent(by: step)).bodyForm
    #expect(try form.text(of: "device_id") == "d+1" && !form.contains("user"))
    let (stored, _) = try Self.credential(after: "&device_id=d%2B1&user=u", at: vk)
    var random = SystemRandomNumberGenerator()
    let refresh = try RefreshPlan(stored, by: Registration(provider: vk, client: Example.client())).request
      .attempt(nonce: nil, at: Example.now, using: &random)
    #expect(try refresh.bodyForm.text(of: "device_id") == "d+1")
    let (without, _) = try Self.credential(after: "", at: vk)
    #expect(without.credential.callback == nil)
  }

  @Test("RFC 7636 §4.3: the request says the method that the entry names, and the verifier fits its challenge")
  func challengeForms() throws {
    for form in CodeChallengeForm.allCases {
      var random = SystemRandomNumberGenerator()
      var signIn = try Example.signIn(to: Self.provider { $0.codeChallenge = form })
      let page = try #require(shown(by: try signIn.begin(at: Example.now, using: &random)))
      let query = try Form(decoding: page.query ?? "")
      #expect(try query.text(of: "code_challenge_method") == form.method)
      let request = try AuthorizationRequest(reading: query, challenge: form)
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=c&state=\(request.state?.exposedText ?? "")")
      let step = try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
      let grant = try AuthorizationCodeGrant(reading: #require(sent(by: step)).bodyForm)
      #expect(grant.isVerified(for: request.codeChallenge), "\(form)")
    }
  }
}
