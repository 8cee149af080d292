import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// A sign-in whose first request is on its way to the endpoint for pushed requests.
struct Pushing {
  var signIn: SignIn
  var random = SeededGenerator()
  let request: RequestMessage

  init(
    as client: Client? = nil, terms: SignIn.Terms = .init(), changing: (inout OAuth2Service) throws -> Void = { _ in }
  )
    throws
  {
    let provider = try Example.provider { service in
      service[.pushedAuthorizationRequest] = try Endpoint("https://as.example/par")
      try changing(&service)
    }
    signIn = SignIn(
      to: provider, as: try client ?? Example.client(), redirectURI: try Example.redirectURI(), terms: terms,
      at: Example.now)
    request = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
  }

  static let name = "urn:ietf:params:oauth:request_uri:canary"

  mutating func receive(_ response: ResponseMessage, after seconds: Int64 = 0) throws -> SignIn.Step {
    try signIn.receive(response, at: Example.now + seconds, using: &random)
  }

  /// The server takes the request; gives where the user is sent.
  mutating func accept() throws -> AbsoluteURL {
    try #require(
      shown(by: try receive(PushedAuthorizationResponse(requestURI: Self.name, expiresIn: 60).response())))
  }

  /// What the server reads of the pushed request.
  var pushed: AuthorizationRequest {
    get throws { try Self.pushed(in: request) }
  }

  static func pushed(in request: RequestMessage) throws -> AuthorizationRequest {
    let push = try PushedAuthorizationRequest(reading: try request.bodyForm, from: "reader")
    guard case .plain(let form) = push.parameters else { throw NotPlain() }
    return try AuthorizationRequest(reading: form)
  }

  struct NotPlain: Error {}

  /// The user comes back with a code; gives the request for tokens.
  mutating func comeBack() throws -> RequestMessage {
    guard case .code(let flow) = signIn.flow, flow.isWaiting else { throw NotPlain() }
    let url = try AbsoluteURL(
      "http://127.0.0.1:7777/cb?code=good&state=\(flow.binding.state.exposedText)&iss=https%3A%2F%2Fas.example")
    return try #require(
      sent(by: try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)))
  }
}
