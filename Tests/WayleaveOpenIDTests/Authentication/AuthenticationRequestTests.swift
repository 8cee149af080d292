import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Core §3.1.2.1: the authentication request")
struct AuthenticationRequestTests {
  private let endpoint: Endpoint
  private let authorization: AuthorizationRequest

  init() throws {
    endpoint = try Endpoint("https://server.example.com/authorize")
    authorization = AuthorizationRequest(
      clientID: "s6BhdRkqt3", redirectURI: try RedirectURI("https://client.example.org/cb"),
      scopes: ["openid", "profile", "email"], state: Secret("af0ifjsldkj"), codeChallenge: nil)
  }

  @Test("the example of the specification")
  func example() throws {
    #expect(
      try AuthenticationRequest(authorization, nonce: nil).url(at: endpoint).text
        == "https://server.example.com/authorize?response_type=code&client_id=s6BhdRkqt3"
        + "&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb&scope=openid%20profile%20email&state=af0ifjsldkj")
  }

  @Test("what a client asks is what a provider reads, everything said")
  func bothDirections() throws {
    var full = authorization
    full.responseType = .codeAndIDToken
    full.responseMode = .formPost
    full.additional = ["audience": "https://api.example"]
    let request = AuthenticationRequest(
      full, nonce: Secret("n-0S6_WzA2Mj"), prompts: [.login, .consent], maximumAge: 86400,
      loginHint: "janedoe@example.com", idTokenHint: Secret("eyJ.e.s"), languages: ["fr-CA", "en"],
      authenticationContextClasses: ["urn:mace:incommon:iap:silver", "1"], display: .popup,
      claims: ClaimsRequest(idToken: [ClaimsRequest.Entry("auth_time", ClaimsRequest.Individual(isEssential: true))]))
    let url = try request.url(at: endpoint)
    #expect(try AuthenticationRequest(reading: RequestMessage(.get, to: url), allowing: [.codeAndIDToken]) == request)
    let form = try request.form()
    #expect(try form.text(of: "max_age") == "86400")
    #expect(try form.text(of: "prompt") == "login consent")
    #expect(try form.text(of: "ui_locales") == "fr-CA en")
    #expect(try form.text(of: "acr_values") == "urn:mace:incommon:iap:silver 1")
    #expect(try form.text(of: "response_mode") == "form_post")
  }

  @Test("the scope “openid” is added where it is missing, and is never there twice")
  func scope() throws {
    for scopes in [[], ["email"], ["email", "openid"]] {
      var bare = authorization
      bare.scopes = scopes
      let scope = try AuthenticationRequest(bare, nonce: nil).form().text(of: "scope")
      #expect(scope == (scopes.isEmpty ? "openid" : scopes == ["email"] ? "openid email" : "email openid"))
    }
  }

  @Test("“none” stands alone, an age is not negative, and a hybrid request has a nonce")
  func refusedToBuild() throws {
    func code(_ change: (inout AuthenticationRequest) -> Void) throws -> OAuthError.Code? {
      var request = AuthenticationRequest(authorization, nonce: nil)
      change(&request)
      return try refusal { try request.url(at: endpoint) }
    }
    #expect(try code { $0.prompts = [.none] } == nil)
    #expect(try code { $0.prompts = [.none, .login] } == .invalidValue)
    #expect(try code { $0.maximumAge = 0 } == nil)
    #expect(try code { $0.maximumAge = -1 } == .invalidValue)
    #expect(try code { $0.authorization.responseType = .codeAndIDToken } == .invalidValue)
    #expect(
      try code {
        $0.authorization.responseType = .codeAndIDToken
        $0.nonce = Secret("n")
      } == nil)
  }

  @Test(
    "attacks.md 279: an additional pair that names one of ours is refused",
    arguments: ["nonce", "prompt", "max_age", "login_hint", "claims", "scope", "response_type"])
  func injected(name: String) throws {
    var request = AuthenticationRequest(
      authorization, nonce: Secret("n"), prompts: [.login], maximumAge: 1, loginHint: "jane", claims: ClaimsRequest())
    #expect(try refusal { try request.url(at: endpoint) } == nil)
    request.authorization.additional.append(name, "evil")
    #expect(try refusal { try request.url(at: endpoint) } == .duplicateParameter)
  }

  @Test("what a provider cannot take for a request is refused")
  func refusedToRead() throws {
    func code(_ query: String) throws -> OAuthError.Code? {
      let url = try AbsoluteURL("https://op.example/authorize?client_id=c&redirect_uri=app:/cb&\(query)")
      return try refusal { try AuthenticationRequest(reading: RequestMessage(.get, to: url)) }
    }
    let whole = "response_type=code&scope=openid"
    #expect(try code(whole) == nil)
    #expect(try code("response_type=code&scope=email") == .invalidValue)
    #expect(try code("response_type=code%20id_token&scope=openid&nonce=n") == .invalidValue)
    #expect(try code("\(whole)&prompt=none%20login") == .invalidValue)
    #expect(try code("\(whole)&prompt=dance") == .invalidValue)
    for age in ["-1", "1.5", "soon", "%2B1", "99999999999999999999"] {
      #expect(try code("\(whole)&max_age=\(age)") == .invalidValue)
    }
    #expect(try code("\(whole)&claims=%5B%5D") == .invalidValue)
    #expect(try code("\(whole)&claims=x") == .malformedJSON)
    #expect(try code("\(whole)&nonce=a&nonce=a") == .duplicateParameter)
    #expect(try code("\(whole)&display=cinema") == nil)
  }

  @Test("OIDC-13: §3.1.2.6: the answers to prompt=none differ, and it is known which of them a shown page cures")
  func refusals() {
    let cured = AuthenticationErrorCode.allCases.filter(\.isCuredByInteraction).map(\.rawValue)
    #expect(cured == ["interaction_required", "login_required", "account_selection_required", "consent_required"])
    #expect(ProviderRefusal(error: "login_required").authenticationErrorCode == .loginRequired)
    #expect(ProviderRefusal(error: "access_denied").authenticationErrorCode == nil)
  }
}
