import WayleaveOAuth2
import WayleaveWire

/// What the person is asked in the device's name.
struct TollgateDeviceQuestion: Sendable {
  let clientID: ClientID
  let clientName: String
  let access: RequestedAccess
  let userCode: String
}
