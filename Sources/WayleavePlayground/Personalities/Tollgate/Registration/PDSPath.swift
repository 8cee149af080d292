/// The paths of the personal data server that programs with a client id or a token come to.
enum PDSPath: String, CaseIterable {
  case push = "/pds/par"
  case authorize = "/pds/authorize"
  case token = "/pds/token"
  case revoke = "/pds/revoke"
  case session = "/xrpc/com.atproto.server.getSession"
}
