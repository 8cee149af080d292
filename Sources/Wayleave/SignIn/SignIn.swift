import WayleaveWire
/// stub to be replaced
public struct SignIn: Sendable {
  public typealias Key = String
  var exposedJSON: JSON { .null }
  init?(exposedJSON json: JSON) { }
}
