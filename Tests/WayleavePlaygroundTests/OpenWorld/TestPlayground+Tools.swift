import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

extension TestPlayground {
  /// A token of a client without a secret, for the API with tools.
  func toolToken(
    _ scope: String? = "tools", _ client: TollgateTestClient = .native, resource: String? = nil
  ) async throws -> Secret {
    let resource = resource ?? tollgate.toolsEndpoint.url.text
    let tokens = try await tollgateTokens(client, ["scope": scope, "resource": resource])
    return tokens.accessToken
  }

  /// Sends one message to the API with tools, with the header fields of a client.
  func tools(
    _ message: JSON, with token: Secret? = nil, session: String? = nil, _ fields: [String: String?] = [:]
  ) async throws -> ResponseMessage {
    var request = RequestMessage(.post, to: tollgate.toolsEndpoint.url)
    request.body = message.encoded()
    var all: [String: String?] = [
      "Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Session-Id": session,
      "Authorization": token.map { "Bearer \($0.exposedText)" },
    ]
    all.merge(fields) { $1 }
    for (name, value) in all { request.head.headerFields[name] = value }
    return try await visitor.send(request)
  }

  /// Begins a session, and gives its name.
  func toolSession(_ token: Secret, version: String = "2025-11-25") async throws -> String {
    let answer = try await tools(Self.initialize(version), with: token)
    return answer.head.headerFields["Mcp-Session-Id"] ?? ""
  }

  static func initialize(_ version: String) -> JSON {
    message(
      "initialize",
      [
        "protocolVersion": .string(version), "capabilities": [:], "clientInfo": ["name": "A test", "version": "1"],
      ])
  }

  static func message(_ method: String, _ parameters: JSON = [:], id: JSON? = 1) -> JSON {
    var members = JSON.Object()
    members["jsonrpc"] = "2.0"
    members["id"] = id
    members["method"] = .string(method)
    members["params"] = parameters
    return .object(members)
  }

  /// Lets the server be one of the real ones, at every path.
  func take(_ ways: Fault.Way...) async throws {
    await running.use(Faults(try ways.map { try Fault(at: nil, .way($0)) }))
  }

  /// The metadata of the API with tools at one of its two places.
  func toolsMetadata(atRoot: Bool = false) async throws -> ResponseMessage {
    let place = atRoot ? "" : "/tollgate/mcp"
    return try await visitor.open("\(visitor.origin)/.well-known/oauth-protected-resource\(place)")
  }

  /// Registers a client, and gives the answer.
  func registerClient(at path: String = "/tollgate/register", method: String = "none") async throws -> ResponseMessage {
    var request = RequestMessage(.post, to: try AbsoluteURL(base + path))
    request.head.headerFields[.contentType] = "application/json"
    request.body =
      ([
        "redirect_uris": [.string(Self.callback)], "token_endpoint_auth_method": .string(method),
        "grant_types": ["authorization_code", "refresh_token"], "client_name": "A program",
      ] as JSON).encoded()
    return try await visitor.send(request)
  }
}
