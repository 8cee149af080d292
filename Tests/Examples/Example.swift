import HTTPTypes
import WayleaveProvider
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// The providers and clients of the tests, none of which exists.
enum Example {
  static let now = Instant(secondsSinceEpoch: 1_700_000_000)

  /// OAuth 2 with everything: an issuer, revocation, and an API that tells who the user is.
  static func provider(
    authorizationEndpoint: String = "https://as.example/authorize", requiresIssuer: Bool = false,
    dialect: OAuth2Dialect = .init()
  ) throws -> Provider {
    Provider(
      name: "example", title: "Example",
      service: .oauth2(
        OAuth2Service(
          issuer: "https://as.example", requiresIssuerInCallback: requiresIssuer,
          authorizationEndpoint: try Endpoint(authorizationEndpoint),
          tokenEndpoint: try Endpoint("https://as.example/token"),
          otherEndpoints: [.revocation: try Endpoint("https://as.example/revoke")], scopes: ["profile"],
          dialect: dialect)),
      apiOrigins: [try Origin("https://api.example")],
      identity: IdentityRule(endpoint: try Endpoint("https://api.example/me"), subject: "{id}", name: "{name}"))
  }

  /// The provider of OAuth 2 with a service that the test has changed.
  static func provider(changing edit: (inout OAuth2Service) throws -> Void) throws -> Provider {
    var provider = try provider()
    guard case .oauth2(var service) = provider.service else { return provider }
    try edit(&service)
    provider.service = .oauth2(service)
    return provider
  }

  /// A provider that takes devices without a browser.
  static func deviceProvider(changing edit: (inout OAuth2Service) throws -> Void = { _ in }) throws -> Provider {
    try provider { service in
      service[.deviceAuthorization] = try Endpoint("https://as.example/device")
      try edit(&service)
    }
  }

  /// OAuth 1.0a at the same place.
  static func oauth1(isVerifierOptional: Bool = false, offersReverseAuth: Bool = true) throws -> Provider {
    Provider(
      name: "example-one", title: "Example One",
      service: .oauth1(
        OAuth1Service(
          temporaryCredentialEndpoint: try Endpoint("https://as.example/temporary"),
          authorizationEndpoint: try Endpoint("https://as.example/authorize1"),
          tokenEndpoint: try Endpoint("https://as.example/token1"),
          invalidationEndpoint: try Endpoint("https://as.example/invalidate"), offersReverseAuth: offersReverseAuth,
          dialect: .init(isVerifierOptional: isVerifierOptional))),
      apiOrigins: [try Origin("https://api.example")],
      identity: IdentityRule(endpoint: try Endpoint("https://api.example/me"), subject: "{id}"))
  }

  static func client() throws -> Client {
    try Client(
      id: "reader", secret: Secret("canary-client-secret"), redirectURIs: [RedirectURI("http://127.0.0.1:7777/cb")])
  }

  static func redirectURI() throws -> RedirectURI { try RedirectURI("http://127.0.0.1:7777/cb") }

  static func signIn(to provider: Provider, scopes: [String] = []) throws -> SignIn {
    SignIn(to: provider, as: try client(), redirectURI: try redirectURI(), scopes: scopes, at: now)
  }
}

/// What is asked for by a step that sends.
func sent(by step: SignIn.Step) -> RequestMessage? {
  guard case .send(let request, _) = step else { return nil }
  return request
}

/// What is shown by a step that shows.
func shown(by step: SignIn.Step) -> AbsoluteURL? {
  guard case .show(let url) = step else { return nil }
  return url
}

/// The code of what a piece of work throws; nil when it throws nothing.
func refusal<Value>(_ work: () throws -> Value) -> OAuthError.Code? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? OAuthError)?.code }
}

extension ResponseMessage {
  /// A provider's refusal for the time, with its own in the `Date`.
  static func refusingTimestamp(at time: Instant) -> ResponseMessage {
    var response = ResponseMessage(.unauthorized, form: ["oauth_problem": "timestamp_refused"])
    // 2023-11-14T22:13:20Z; the day is that of all the tests' times.
    let text = time.description
    response.head.headerFields[.date] =
      "Tue, \(text.dropFirst(8).prefix(2)) Nov 2023 \(text.dropFirst(11).prefix(8)) GMT"
    return response
  }
}
