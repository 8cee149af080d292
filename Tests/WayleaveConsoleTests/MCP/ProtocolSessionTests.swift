import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("Model Context Protocol 2025-11-25, Transports: what the headers say of a session")
struct ProtocolSessionTests {
  private func message(_ text: String) throws -> ProtocolMessage { try ProtocolMessage(reading: Array(text.utf8)) }

  private func fields(_ fields: HTTPFields) -> [String: String] {
    Dictionary(uniqueKeysWithValues: fields.map { ($0.name.canonicalName, $0.value) })
  }

  private func head(_ session: String) throws -> HTTPResponse {
    HTTPResponse(status: .ok, headerFields: [try #require(HTTPField.Name("Mcp-Session-Id")): session])
  }

  @Test("session and revision are those of the answer to `initialize`, on every later request, until the next one")
  func session() throws {
    var session = ProtocolSession()
    let initialize = try message(#"{"id":1,"method":"initialize"}"#)
    let list = try message(#"{"id":2,"method":"tools/list"}"#)
    let common = ["content-type": "application/json", "accept": "application/json, text/event-stream"]
    #expect(fields(session.fields(for: initialize)) == common)
    session.note(sent: initialize)
    session.note(head: try head("s-1"), to: initialize)
    session.note(answer: try message(#"{"id":1,"result":{"protocolVersion":"2025-06-18"}}"#), to: initialize)
    let named = ["mcp-session-id": "s-1", "mcp-protocol-version": "2025-06-18"]
    #expect(fields(session.fields(for: list)) == common.merging(named) { $1 })
    #expect(fields(session.fields) == named)
    #expect(
      fields(session.fields(after: "e-1"))
        == named.merging(["accept": "text/event-stream", "last-event-id": "e-1"]) { $1 })
    // The answer to another request changes neither.
    session.note(head: try head("s-2"), to: list)
    session.note(answer: try message(#"{"id":2,"result":{"protocolVersion":"x"}}"#), to: list)
    #expect(fields(session.fields) == named)
    session.note(sent: initialize)
    #expect(session.id == nil && session.fields.isEmpty)
  }

  @Test("what is not visible ASCII is not sent back", arguments: ["a b", "ä", String(repeating: "x", count: 5000)])
  func invisible(text: String) throws {
    var session = ProtocolSession()
    let initialize = try message(#"{"id":1,"method":"initialize"}"#)
    session.note(head: try head(text), to: initialize)
    session.note(answer: try message(#"{"id":1,"result":{"protocolVersion":"\#(text)"}}"#), to: initialize)
    #expect(session.id == nil && session.fields.isEmpty)
    #expect(fields(session.fields(after: text)) == ["accept": "text/event-stream"])
  }

  @Test(
    "2026-07-28: a request says in its headers what it is, in Base64 where that is not plain",
    arguments: [
      ("read notes", "read notes"), ("größe", "=?base64?Z3LDtsOfZQ==?="), (" a", "=?base64?IGE=?="),
      ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
    ])
  func modern(name: String, value: String) throws {
    var session = ProtocolSession()
    let call = try message(
      #"{"id":1,"method":"tools/call","params":{"name":"\#(name)","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
    )
    session.note(sent: call)
    let fields = fields(session.fields(for: call))
    #expect(fields["mcp-method"] == "tools/call" && fields["mcp-name"] == value)
    #expect(fields["mcp-protocol-version"] == "2026-07-28" && fields["mcp-session-id"] == nil)
  }
}
