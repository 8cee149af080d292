import WayleaveWire

/// What the API with tools can do.
///
/// MCP 2025-11-25, Lifecycle; Tools; Progress.
extension Tollgate {
  /// What it says of itself in every revision.
  static var description: JSON.Object {
    let members: JSON = ["capabilities": ["tools": [:]], "instructions": "Made up: one tool repeats, one counts."]
    return members.object ?? JSON.Object()
  }

  static let serverInfo: JSON = ["name": "Tollgate", "title": "The tools of the playground", "version": "1"]

  /// The answer to a message; nil for one that gets none.
  func reply(to message: ToolMessage, isWithoutSession: Bool = false) -> JSON? {
    guard let id = message.id, let method = message.method else { return nil }
    let result: Result<JSON, ToolFailure> =
      switch method {
      case "ping" where !isWithoutSession: .success([:])
      case "tools/list": .success(Self.listed(isWithoutSession: isWithoutSession))
      case "tools/call": Self.call(message).map { Self.complete($0, isWithoutSession: isWithoutSession) }
      case "server/discover" where isWithoutSession: .success(Self.discovered)
      default: .failure(.unknownMethod)
      }
    switch result {
    case .success(let result): return Self.reply(to: message, result)
    case .failure(let failure):
      let isMethod = failure == .unknownMethod
      let sentence = isMethod ? "There is no such method." : "There is no such tool, or it takes no such value."
      return ["jsonrpc": "2.0", "id": id, "error": failure.json(sentence)]
    }
  }

  static func reply(to message: ToolMessage, _ result: JSON) -> JSON {
    ["jsonrpc": "2.0", "id": message.id ?? .null, "result": result]
  }

  /// What is sent on the way to the result; nothing unless the sender follows it.
  func progress(of message: ToolMessage) -> [JSON] {
    guard isCount(message), let token = message.progressToken, let end = Self.end(of: message) else { return [] }
    return (1...end).map { number in
      [
        "jsonrpc": "2.0", "method": "notifications/progress",
        "params": ["progressToken": token, "progress": JSON(number), "total": JSON(end)],
      ]
    }
  }

  func isCount(_ message: ToolMessage) -> Bool {
    message.method == "tools/call" && message.params["name"] == "count"
  }

  private static func call(_ message: ToolMessage) -> Result<JSON, ToolFailure> {
    switch message.params["name"]?.string {
    case "echo":
      guard let text = message.params["arguments"]?["text"]?.string else { return .failure(.invalidParameters) }
      return .success(content(text))
    case "count":
      guard let end = end(of: message) else { return .failure(.invalidParameters) }
      return .success(content((1...end).map(String.init).joined(separator: " ")))
    default: return .failure(.invalidParameters)
    }
  }

  /// Up to which number is counted.
  private static func end(of message: ToolMessage) -> Int64? {
    message.params["arguments"]?["to"]?.integer.flatMap { (1...100).contains($0) ? $0 : nil }
  }

  private static func content(_ text: String) -> JSON { ["content": [["type": "text", "text": .string(text)]]] }

  private static func listed(isWithoutSession: Bool) -> JSON {
    let tools: JSON = [
      tool("echo", "Repeats a text.", "text", ["type": "string"]),
      tool("count", "Counts from 1, and tells its progress.", "to", ["type": "integer", "minimum": 1, "maximum": 100]),
    ]
    return complete(["tools": tools], isWithoutSession: isWithoutSession, isCacheable: true)
  }

  private static func tool(_ name: String, _ description: String, _ argument: String, _ schema: JSON) -> JSON {
    var properties = JSON.Object()
    properties[argument] = schema
    return [
      "name": .string(name), "description": .string(description),
      "inputSchema": ["type": "object", "properties": .object(properties), "required": [.string(argument)]],
    ]
  }

  /// MCP 2026-07-28: `server/discover` in the place of `initialize`.
  private static var discovered: JSON {
    var members = description
    members["supportedVersions"] = [.string(ToolSession.versionWithoutSession)]
    members["_meta"] = ["io.modelcontextprotocol/serverInfo": serverInfo]
    return complete(.object(members), isWithoutSession: true, isCacheable: true)
  }

  /// MCP 2026-07-28: a result says that it is whole, and a list how long it may be kept.
  private static func complete(_ result: JSON, isWithoutSession: Bool, isCacheable: Bool = false) -> JSON {
    guard isWithoutSession, var members = result.object else { return result }
    members["resultType"] = "complete"
    if isCacheable {
      members["ttlMs"] = 0
      members["cacheScope"] = "private"
    }
    return .object(members)
  }
}
