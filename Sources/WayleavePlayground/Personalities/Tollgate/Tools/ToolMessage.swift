import HTTPTypes
import WayleaveWire

/// One message of JSON-RPC 2.0 that a client sent.
struct ToolMessage {
  /// What its answer repeats; nil for what gets no answer.
  let id: JSON?
  /// What is asked; nil for the answer to a request of ours, of which there is none.
  let method: String?
  let params: JSON

  /// Reads a message; nil for what is none.
  ///
  /// JSON-RPC 2.0 §4. MCP, Base Protocol: an id "MUST NOT be null".
  init?(_ json: JSON) {
    guard let members = json.object, members["jsonrpc"] == "2.0" else { return nil }
    let id = members["id"]
    guard id.map({ $0.string != nil || $0.integer != nil }) ?? true else { return nil }
    let isAnswer = members["result"] != nil || members["error"] != nil
    method = members["method"]?.string
    guard method != nil || (isAnswer && id != nil) else { return nil }
    self.id = method == nil ? nil : id
    params = members["params"] ?? [:]
  }

  /// What the sender says of the request itself.
  var meta: JSON? { params["_meta"] }

  /// By what the sender follows the progress; nil where it does not.
  var progressToken: JSON? { meta?["progressToken"].flatMap { $0.string != nil || $0.integer != nil ? $0 : nil } }
}

/// Why a message has no result.
///
/// JSON-RPC 2.0 §5.1; the last two are those of MCP 2026-07-28.
enum ToolFailure: Int64, Error {
  case unreadable = -32_700
  case invalidRequest = -32_600
  case unknownMethod = -32_601
  case invalidParameters = -32_602
  case headerMismatch = -32_020
  case unknownVersion = -32_022

  /// The member `error`.
  func json(_ message: String, data: JSON? = nil) -> JSON {
    var members = JSON.Object()
    members["code"] = JSON(rawValue)
    members["message"] = .string(message)
    members["data"] = data
    return .object(members)
  }

  /// The whole answer to a message that is not taken.
  func response(
    _ message: String, to id: JSON? = nil, status: HTTPResponse.Status = .badRequest, data: JSON? = nil
  ) -> ResponseMessage {
    ResponseMessage(status, json: ["jsonrpc": "2.0", "id": id ?? .null, "error": json(message, data: data)])
  }
}
