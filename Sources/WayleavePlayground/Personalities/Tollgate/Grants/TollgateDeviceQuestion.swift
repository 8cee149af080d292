import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// What the person is asked in the device's name.
  struct DeviceQuestion: Sendable {
    let clientID: ClientID
    let clientName: String
    let access: RequestedAccess
    let userCode: String
  }
}
