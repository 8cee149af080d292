package import WayleaveWire

/// A failure as the answer that an MCP client shows its user.
///
/// JSON-RPC 2.0 §5.1.
extension ProtocolMessage {
  /// The message that answers a request by a failure; nil for a line that names no request.
  ///
  /// What was wrong with the line itself has the codes of the specification; everything else has that of a server. The
  /// message is our sentence and what to type, and the stable code stands in `data`.
  package static func refusal(of id: RequestID?, for error: OAuthError) -> [UInt8] {
    let code: Int64 =
      switch (id, error.code) {
      case (nil, .malformedJSON): -32700
      case (nil, _): -32600
      default: -32000
      }
    return refusal(
      of: id,
      by: [
        "code": .number("\(code)"), "message": .string("\(error.message) \(error.remedy.inCommands)"),
        "data": ["code": .string(error.code.rawValue)],
      ])
  }

  /// The server's own refusal, where it did not say which request it is about.
  package func refusal(of id: RequestID) -> [UInt8]? {
    guard isRefusal, let error = try? JSON(decodingAnswer: bytes, maximumDepth: JSON.shownDepth)["error"] else {
      return nil
    }
    return Self.refusal(of: id, by: error)
  }

  private static func refusal(of id: RequestID?, by error: JSON) -> [UInt8] {
    JSON.object(
      JSON.Object(members: [
        .init(name: "jsonrpc", value: "2.0"), .init(name: "id", value: id?.json ?? .null),
        .init(name: "error", value: error),
      ])
    ).encoded()
  }
}
