import struct WayleaveTestSupport.SeededGenerator
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

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
