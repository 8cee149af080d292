import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// An OAuth 2 sign-in that has been shown to the user and waits.
struct WaitingForCode {
  var signIn: SignIn
  var random: SeededGenerator
  /// What the authorization server reads.
  let request: AuthorizationRequest

  init(at provider: Provider? = nil, scopes: [String] = [], seed: UInt64 = 1) throws {
    random = SeededGenerator(seed: seed)
    signIn = try Example.signIn(to: try provider ?? Example.provider(), scopes: scopes)
    let step = try signIn.begin(at: Example.now, using: &random)
    request = try AuthorizationRequest(reading: RequestMessage(.get, to: try #require(shown(by: step))))
  }

  var state: String { request.state?.exposedText ?? "" }

  /// Hands over the callback with this query, as it would arrive.
  mutating func receive(query: String, at redirectURI: String = "http://127.0.0.1:7777/cb") throws -> SignIn.Step {
    let url = try AbsoluteURL("\(redirectURI)?\(query)")
    return try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
  }

  /// The good callback, which every refusal must leave possible: gives the request for tokens.
  mutating func receiveGoodCallback() throws -> AuthorizationCodeGrant {
    let step = try receive(query: "code=good&state=\(state)&iss=https%3A%2F%2Fas.example")
    return try AuthorizationCodeGrant(reading: try #require(sent(by: step)).bodyForm)
  }

  mutating func receive(_ response: ResponseMessage) throws -> SignIn.Step {
    try signIn.receive(response, at: Example.now, using: &random)
  }
}

/// An OAuth 1.0a sign-in that has been shown to the user and waits for the temporary token `temporary`.
struct WaitingForVerifier {
  var signIn: SignIn
  var random = SeededGenerator()
  /// The request for temporary credentials that went before.
  let first: RequestMessage
  /// Where the user was sent.
  let page: AbsoluteURL

  init(at provider: Provider? = nil) throws {
    signIn = try Example.signIn(to: try provider ?? Example.oauth1())
    first = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
    let answer = TemporaryCredentialResponse(
      TemporaryCredential(token: Secret("temporary"), secret: Secret("canary-temporary-secret")))
    page = try #require(
      shown(by: try signIn.receive(answer.response(), at: Example.now, using: &random)))
  }

  mutating func receive(query: String) throws -> SignIn.Step {
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?\(query)")
    return try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
  }

  mutating func receive(_ response: ResponseMessage) throws -> SignIn.Step {
    try signIn.receive(response, at: Example.now, using: &random)
  }
}
