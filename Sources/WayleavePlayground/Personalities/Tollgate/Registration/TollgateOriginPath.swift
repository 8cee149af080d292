/// The paths of the second server, which is the one of the origin: where a client goes that finds no metadata.
///
/// MCP 2025-03-26, Authorization §2.3.3.
enum TollgateOriginPath: String, CaseIterable {
  case metadata = "/.well-known/oauth-authorization-server"
  case authorize = "/authorize"
  case token = "/token"
  case register = "/register"
}
