import struct WayleaveTestSupport.SeededGenerator
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect Core §3.1.2.1: the terms of a sign-in")
struct SignInTermsTests {
  private func begin(
    _ terms: SignIn.Terms, at provider: Provider? = nil, redirect: RedirectTarget? = nil, scopes: [String] = []
  ) throws -> SignIn.Step {
    var random = SeededGenerator()
    var signIn = SignIn(
      to: try provider ?? Example.provider(), as: try Example.client(),
      redirect: try redirect ?? .uri(Example.redirectURI()), scopes: scopes, terms: terms, at: Example.now)
    return try signIn.begin(at: Example.now, using: &random)
  }

  private func openID() throws -> Provider {
    try Example.provider { service in
      service[.keySet] = try Endpoint("https://as.example/keys")
      service.scopes = ["openid", "profile"]
    }
  }

  @Test("claims and ui_locales are sent as they are, and come back from a record")
  func claims() throws {
    let text = #"{"id_token":{"email":{"essential":true},"acr":{"values":["a","b"]}}}"#
    let terms = SignIn.Terms(claims: try ClaimsRequest(reading: text), languages: ["de-CH", "de"])
    let url = try #require(shown(by: try begin(terms)))
    let form = try Form(decoding: url.query ?? "")
    #expect(try form.text(of: "claims") == text && form.text(of: "ui_locales") == "de-CH de")
    #expect(SignIn.Terms(json: terms.json) == terms)
    let other = SignIn.Terms(pushesRequest: false)
    #expect(SignIn.Terms(json: other.json) == other)
  }

  @Test("C4: parameters of one sign-in are sent, go before those of the entry, and come back from a record")
  func parameters() throws {
    var terms = SignIn.Terms()
    terms.parameters = ["auth_type": "rerequest", "access_type": "online"]
    let provider = try Example.provider { $0.dialect.authorization.parameters = ["access_type": "offline", "z": "1"] }
    let form = try Form(decoding: try #require(shown(by: try begin(terms, at: provider))).query ?? "")
    #expect(try form.text(of: "auth_type") == "rerequest" && form.text(of: "access_type") == "online")
    #expect(try form.text(of: "z") == "1")
    #expect(SignIn.Terms(json: terms.json) == terms)
  }

  @Test(
    "C4: a parameter of the protocol is not the user's to choose",
    arguments: [
      "state", "redirect_uri", "client_id", "code_challenge", "code_challenge_method", "response_type", "scope",
      "request_uri", "nonce", "oauth_callback", "oauth_token", "",
      // Claims of a signed request: RFC 9101 §4.
      "iss", "aud", "sub", "exp", "nbf", "iat", "jti",
    ])
  func parametersOfProtocol(name: String) throws {
    var terms = SignIn.Terms()
    terms.parameters = [name: "x"]
    #expect(refusal { try begin(terms) } == .invalidValue)
    #expect(refusal { try begin(terms, at: try Example.oauth1()) } == .invalidValue)
  }

  @Test(
    "C4: parameters go to the provider's page: a sign-in without one is refused with them",
    arguments: [("page", nil), ("device", .unsupported), ("question", .unsupported), ("password", .unsupported)]
      as [(String, OAuthError.Code?)])
  func parametersWithoutPage(way: String, code: OAuthError.Code?) throws {
    var terms = SignIn.Terms()
    terms.parameters = ["auth_type": "rerequest"]
    var (random, provider) = (SeededGenerator(), try Example.deviceProvider())
    if way == "password" { provider = try Example.oauth1() }
    var signIn = SignIn(
      to: provider, as: try Example.client(),
      redirect: way == "device" ? .device : .uri(try Example.redirectURI()), terms: terms, at: Example.now)
    if way == "question" { signIn.question = BackchannelQuestion(.login("ada")) }
    if way == "password" {
      signIn.password = PasswordCredentialRequest(username: "ada", password: Secret("canary-password"))
    }
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == code)
  }

  @Test("C3: scopes of OAuth 1.0a go where the entry says, and are refused where it says nothing")
  func scopesOfOAuth1() throws {
    #expect(refusal { try begin(.init(), at: try Example.oauth1(), scopes: ["write"]) } == .unsupported)
    #expect(refusal { try begin(.init(), at: .flickr, scopes: ["write"]) } == nil)
    guard case .oauth1(let flickr) = Provider.flickr.service else { throw OAuthError.outOfOrder("OAuth 1.0a") }
    let dialect = flickr.dialect
    #expect(dialect.adding(scopes: [], parameters: [:]) == dialect)
    #expect(dialect.adding(scopes: ["write"], parameters: [:]).authorizationParameters == ["perms": "write"])
    #expect(
      dialect.adding(scopes: ["a", "b"], parameters: ["x": "y"]).authorizationParameters == ["perms": "a,b", "x": "y"])
  }

  @Test("tokens that are bound to a key are refused where OAuth 1.0a has none")
  func bindingOfOAuth1() throws {
    #expect(refusal { try begin(SignIn.Terms(binding: .required), at: try Example.oauth1()) } == .unsupported)
    #expect(refusal { try begin(SignIn.Terms(binding: .whereOffered), at: try Example.oauth1()) } == nil)
  }

  @Test(
    "what only OAuth 2 can carry is refused at a provider of OAuth 1.0a, with a page and with a password",
    arguments: [
      #"{"resources":["https://api.example/"]}"#, #"{"authorization_details":[{"type":"read"}]}"#,
      #"{"login_hint":"ada"}"#, #"{"prompt":"login"}"#, #"{"secured_callback":true}"#,
      #"{"response_mode":"form_post"}"#, #"{"claims":"{}"}"#, #"{"ui_locales":["de"]}"#,
    ])
  func foreignToOAuth1(text: String) throws {
    let terms = SignIn.Terms(json: try JSON(decoding: Array(text.utf8)))
    #expect(refusal { try begin(terms, at: try Example.oauth1()) } == .unsupported)
    var signIn = SignIn(
      to: try Example.oauth1(), as: try Example.client(), redirect: .uri(try Example.redirectURI()), terms: terms,
      at: Example.now)
    signIn.password = PasswordCredentialRequest(username: "ada", password: Secret("canary-password"))
    var random = SeededGenerator()
    do {
      _ = try signIn.begin(at: Example.now, using: &random)
      Issue.record("it was not refused")
    } catch { #expect(error.rule == .wayleave("what is asked for is sent or refused")) }
    // Nothing is pushed there, and no token is bound: what is declined is not there.
    #expect(refusal { try begin(.init(binding: .never, pushesRequest: false), at: try Example.oauth1()) } == nil)
  }

  @Test(
    "M8: acr_values and max_age are refused where no ID token would be verified",
    arguments: [SignIn.Terms(maximumAge: .seconds(60)), SignIn.Terms(authenticationContextClasses: ["silver"])])
  func unverifiable(terms: SignIn.Terms) throws {
    #expect(refusal { try begin(terms) } == .unsupported)
    #expect(refusal { try begin(terms, at: try Example.oauth1()) } == .unsupported)
    #expect(refusal { try begin(terms, at: try openID()) } == nil)
    let device = try Example.deviceProvider { service in
      service[.keySet] = try Endpoint("https://as.example/keys")
      service.scopes = ["openid"]
    }
    #expect(refusal { try begin(terms, at: device, redirect: .device) } == .unsupported)
    #expect(refusal { try begin(.init(), at: device, redirect: .device) } == nil)
  }

  @Test("where the provider is an OpenID provider, openid is added to the scopes that were named")
  func openIDAdded() throws {
    let url = try #require(shown(by: try begin(.init(maximumAge: .seconds(5)), at: try openID(), scopes: ["notes"])))
    let request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
    #expect(request.scopes == ["openid", "notes"] && request.additional.contains("nonce"))
    let plain = try #require(shown(by: try begin(.init(), at: try openID(), scopes: ["notes"])))
    #expect(try AuthorizationRequest(reading: RequestMessage(.get, to: plain)).scopes == ["notes"])
  }

  @Test("T10: a request is not pushed where the user or the entry says so, unless the provider demands it")
  func notPushed() throws {
    func provider(demanding: Bool = false) throws -> Provider {
      try Example.provider { service in
        service[.pushedAuthorizationRequest] = try Endpoint("https://as.example/par")
        service.requiresPushedAuthorizationRequests = demanding
      }
    }
    #expect(sent(by: try begin(.init(), at: try provider())) != nil)
    #expect(shown(by: try begin(.init(pushesRequest: false), at: try provider())) != nil)
    var described = try provider()
    described.pushesRequests = false
    let entry = try Provider(json: described.json)
    #expect(!entry.pushesRequests)
    #expect(shown(by: try begin(.init(), at: entry)) != nil)
    #expect(refusal { try begin(.init(pushesRequest: false), at: try provider(demanding: true)) } == .unsupported)
  }
}
