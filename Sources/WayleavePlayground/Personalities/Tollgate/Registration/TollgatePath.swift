/// The paths of Tollgate, below ``mount``.
enum TollgatePath: String {
  case providerMetadata = "/.well-known/openid-configuration"
  case keys = "/jwks"
  case authorize = "/authorize"
  case push = "/par"
  case token = "/token"
  case deviceAuthorization = "/device_authorization"
  case device = "/device"
  case backchannel = "/backchannel"
  case telephone = "/telephone"
  case revoke = "/revoke"
  case introspect = "/introspect"
  case register = "/register"
  case registration = "/registration"
  case userInfo = "/userinfo"
  case logout = "/logout"
  case notes = "/notes"
  case vault = "/vault"
  case tools = "/mcp"

  /// Where everything of Tollgate is; its issuer ends with it.
  static let mount = "/tollgate"
}
