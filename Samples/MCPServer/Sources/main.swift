import Foundation
import Hummingbird
import WayleaveAsyncHTTPClient
import WayleaveResourceServer

// An MCP server whose tools are for users who have signed in: at the playground's Tollgate, unless ISSUER names another.
let environment = ProcessInfo.processInfo.environment
let issuer = try AbsoluteURL(environment["ISSUER"] ?? "http://127.0.0.1:9765/tollgate")
// The API asks as a client of its own. Where tokens are signed JWTs, `TrustedIssuer(issuer)` is all.
let asking = try Client(
  id: ClientID(environment["CLIENT_ID"] ?? "tollgate-api"),
  secret: Secret(environment["CLIENT_SECRET"] ?? "tollgate-api-secret-not-real"))
var settings = ProtectedResource.Settings()
settings.scopes = ["tools", "tools.count"]
let server = try ProtectedResource(
  AbsoluteURL(environment["URL"] ?? "http://127.0.0.1:8081/mcp"),
  trusting: [.introspecting(issuer, as: asking)], over: AsyncHTTPClientTransport(), settings: settings)

@Sendable func result(of message: JSON, for caller: Caller) -> JSON? {
  let input: JSON = ["type": "object"]
  switch message["method"]?.string {
  case "initialize":
    let version = message["params"]?["protocolVersion"] ?? "2025-11-25"
    return [
      "protocolVersion": version, "capabilities": ["tools": [:]], "serverInfo": ["name": "sample", "version": "1"],
    ]
  case "ping": return [:]
  case "tools/list":
    return ["tools": [["name": "whoami", "inputSchema": input], ["name": "count", "inputSchema": input]]]
  case "tools/call":
    let isCount = message["params"]?["name"] == "count"
    let text = isCount ? "\(caller.scopes.count) scopes" : "You are \(caller.subject ?? "a program")."
    return ["content": [["type": "text", "text": .string(text)]]]
  default: return nil
  }
}

@Sendable func reply(_ json: JSON) -> Response {
  let body = ByteBuffer(bytes: json.encoded())
  return Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: body))
}

let router = Router()
router.get(RouterPath(server.metadataPath)) { _, _ in reply(.object(server.metadata.raw)) }
router.get("mcp") { _, _ in HTTPResponse.Status.methodNotAllowed }
router.post("mcp") { request, _ in
  // A page of elsewhere could use the tools of the person who reads it.
  guard request.headers[.origin] == nil else { return Response(status: .forbidden) }
  let body = try await request.body.collect(upTo: 65_536)
  let message = (try? JSON(decoding: Array(buffer: body))) ?? .null
  let scopes = message["params"]?["name"] == "count" ? ["tools", "tools.count"] : ["tools"]
  do throws(RefusedRequest) {
    let result = result(of: message, for: try await server.check(request.head, scopes: scopes))
    guard let id = message["id"] else { return Response(status: .accepted) }
    let error: JSON = ["code": -32601, "message": "There is no such method."]
    return reply(["jsonrpc": "2.0", "id": id, result == nil ? "error" : "result": result ?? error])
  } catch { return Response(status: error.response.status, headers: error.response.headerFields) }
}
let port = server.identifier.port.map(Int.init) ?? 8081
try await Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port))).runService()
