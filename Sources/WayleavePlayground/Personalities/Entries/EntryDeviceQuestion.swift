import WayleaveWire

/// What a person is asked at an entry in the name of a device.
///
/// RFC 8628 §3.2 to §3.5.
struct EntryDeviceQuestion: Sendable {
  let play: String
  let scopes: [String]
  let userCode: String
}
