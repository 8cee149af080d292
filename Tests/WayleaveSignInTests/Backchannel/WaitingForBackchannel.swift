import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// A sign-in whose user is being asked on a device of theirs.
struct WaitingForBackchannel {
  var signIn: SignIn
  var random = SeededGenerator()
  /// The request by which the user is asked.
  let first: RequestMessage
  let begun: BackchannelAuthenticationResponse

  static let question = BackchannelQuestion(.login("jane@example.com"), bindingMessage: "W4SCT")
  static let pinged = BackchannelQuestion(.login("jane@example.com"), delivery: .ping)
  static let requestID = Secret("canary-request-id")

  init(
    asking question: BackchannelQuestion = Self.question, at provider: Provider? = nil, as client: Client? = nil,
    terms: SignIn.Terms = SignIn.Terms(), interval: Int64? = nil, expiresIn: Int64 = 600
  ) throws {
    signIn = SignIn(
      to: try provider ?? Example.backchannelProvider(), as: try client ?? Example.client(), asking: question,
      terms: terms, at: Example.now)
    first = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
    let step = try signIn.receive(
      Self.answer(interval: interval, expiresIn: expiresIn), at: Example.now, using: &random)
    guard case .asked(let begun) = step else { throw NobodyAsked() }
    self.begun = begun
  }

  struct NobodyAsked: Error {}

  static func answer(interval: Int64? = nil, expiresIn: Int64 = 600) -> ResponseMessage {
    var members = JSON.Object()
    members["auth_req_id"] = .string(requestID.exposedText)
    members["expires_in"] = JSON(expiresIn)
    members["interval"] = JSON(interval)
    return ResponseMessage(.ok, json: .object(members))
  }

  /// The token that was given for the ping.
  var notificationToken: Secret {
    get throws { try #require(try BackchannelAuthenticationRequest(reading: first.bodyForm).notificationToken) }
  }

  static func ping(_ token: Secret, about id: Secret = Self.requestID) throws -> RequestMessage {
    try BackchannelPing(requestID: id).request(to: Endpoint("https://client.example/ping"), notificationToken: token)
  }

  mutating func poll(after seconds: Int64) throws -> SignIn.Step {
    try signIn.poll(at: Example.now + seconds, using: &random)
  }

  mutating func receive(_ error: String, after seconds: Int64) throws -> SignIn.Step {
    try signIn.receive(TokenErrorResponse(error).response(), at: Example.now + seconds, using: &random)
  }
}

extension Example {
  /// A provider that asks users on devices of theirs.
  static func backchannelProvider(changing edit: (inout OAuth2Service) throws -> Void = { _ in }) throws -> Provider {
    try provider { service in
      service[.backchannelAuthentication] = try Endpoint("https://as.example/backchannel")
      service.scopes = ["openid"]
      try edit(&service)
    }
  }
}
