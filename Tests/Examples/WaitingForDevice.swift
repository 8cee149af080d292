import HTTPTypes
import Testing
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// A sign-in that has shown its code and waits for another device.
struct WaitingForDevice {
  var signIn: SignIn
  var random = SeededGenerator()
  /// The request for the codes.
  let first: RequestMessage
  let codes: DeviceAuthorizationResponse

  static let page = "https://as.example/device-page"

  init(
    at provider: Provider? = nil, as client: Client? = nil, interval: Int64? = nil, expiresIn: Int64 = 600,
    page: String = WaitingForDevice.page
  ) throws {
    signIn = SignIn(
      to: try provider ?? Example.deviceProvider(), as: try client ?? Example.client(), redirect: .device,
      at: Example.now)
    first = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
    let step = try signIn.receive(
      Self.answer(interval: interval, expiresIn: expiresIn, page: page), at: Example.now, using: &random)
    guard case .showCode(let codes) = step else { throw NoCode() }
    self.codes = codes
  }

  struct NoCode: Error {}

  static func answer(
    interval: Int64? = nil, expiresIn: Int64 = 600, page: String = WaitingForDevice.page
  ) -> ResponseMessage {
    var members: JSON.Object = JSON.Object()
    members["device_code"] = "canary-device-code"
    members["user_code"] = "WDJB-MJHT"
    members["verification_uri"] = .string(page)
    members["verification_uri_complete"] = .string("\(page)?user_code=WDJB-MJHT")
    members["expires_in"] = JSON(expiresIn)
    members["interval"] = JSON(interval)
    return ResponseMessage(.ok, json: .object(members))
  }

  static let tokens = ResponseMessage(
    .ok, json: ["access_token": "canary-access", "token_type": "Bearer", "expires_in": 3600])

  /// Polls so many seconds after the beginning.
  mutating func poll(after seconds: Int64) throws -> SignIn.Step {
    try signIn.poll(at: Example.now + seconds, using: &random)
  }

  mutating func receive(_ response: ResponseMessage, after seconds: Int64) throws -> SignIn.Step {
    try signIn.receive(response, at: Example.now + seconds, using: &random)
  }

  mutating func receive(_ error: String, after seconds: Int64) throws -> SignIn.Step {
    try receive(TokenErrorResponse(error).response(), after: seconds)
  }
}

extension SignIn.Step {
  /// How many seconds after the beginning it wants to be asked again; nil for another wish.
  var waits: Int64? {
    guard case .wait(let next) = self else { return nil }
    return (next - Example.now).wholeSeconds
  }
}
