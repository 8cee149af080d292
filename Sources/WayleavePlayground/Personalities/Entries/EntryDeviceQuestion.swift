import WayleaveOAuth2
import WayleaveWire

/// What a person is asked at an entry in the name of a device.
///
/// RFC 8628 §3.2 to §3.5.
struct EntryDeviceQuestion: Sendable {
  let play: String
  let client: ClientID
  let scopes: [String]
  let userCode: String
}
