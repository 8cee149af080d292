import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("JSON-RPC 2.0 §4 to §6: what a message is")
struct ProtocolMessageTests {
  private func message(_ text: String) throws -> ProtocolMessage { try ProtocolMessage(reading: Array(text.utf8)) }

  @Test("requests, notifications, answers and batches differ, and their bytes stay")
  func kinds() throws {
    let one = try #require(RequestID(1))
    let cases: [(String, [ProtocolMessage.Kind])] = [
      (#"{"method":"tools/list", "id":1}"#, [.request(one, method: "tools/list")]),
      (#"{"method":"notifications/initialized"}"#, [.notification(method: "notifications/initialized")]),
      (#"{"id":1,"result":{}}"#, [.answer(one)]), (#"{"id":1,"result":null}"#, [.answer(one)]),
      (#"{"id":null,"error":{"code":-32700}}"#, [.answer(nil)]),
      (#" [{"method":"a","id":1},{"method":"b"}] "#, [.request(one, method: "a"), .notification(method: "b")]),
      (#"{"id":1,"method":"a","params":"\#(#"\ud83d"#)"}"#, [.request(one, method: "a")]),
    ]
    for (text, kinds) in cases {
      let read = try message(text)
      #expect(read.kinds == kinds && read.bytes == Array(text.utf8), "\(text)")
    }
    #expect(RequestID("1") != RequestID(1) && RequestID("a") == RequestID("a"))
  }

  @Test(
    "what is no message is refused",
    arguments: [
      ("nonsense", OAuthError.Code.malformedJSON), ("{", .malformedJSON), ("{} {}", .malformedJSON),
      (#"{"id":1,"id":2,"method":"a"}"#, .malformedJSON),
      (String(repeating: "[", count: 200) + String(repeating: "]", count: 200), .malformedJSON),
      ("{}", .invalidValue), ("[]", .invalidValue), ("7", .invalidValue), (#"{"id":1}"#, .invalidValue),
      (#"{"id":null,"method":"a"}"#, .invalidValue), (#"{"id":true,"method":"a"}"#, .invalidValue),
      (#"{"id":1,"error":"no"}"#, .invalidValue), (#"[{"method":"a"},7]"#, .invalidValue),
    ])
  func refused(text: String, code: OAuthError.Code) throws {
    #expect(try refusal { try message(text) } == code)
  }

  @Test("the members that decide where a message goes are read")
  func members() throws {
    let cancel = try message(#"{"method":"notifications/cancelled","params":{"requestId":"x"}}"#)
    #expect(cancel.cancelled == RequestID("x") && cancel.requests.isEmpty)
    #expect(try message(#"{"id":1,"result":{"protocolVersion":"2025-06-18"}}"#).chosenRevision == "2025-06-18")
    let call = try message(
      #"{"id":1,"method":"tools/call","params":{"name":"read","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
    )
    #expect(call.revision == "2026-07-28" && call.subject == "read" && !call.precedesOthers)
    #expect(try message(#"{"id":1,"method":"resources/read","params":{"uri":"a:b","name":"c"}}"#).subject == "a:b")
    #expect(try message(#"{"id":1,"method":"initialize"}"#).precedesOthers)
    #expect(try message(#"{"method":"notifications/initialized"}"#).precedesOthers)
  }

  @Test("JSON-RPC 2.0 §5.1: a failure is an answer with a number, our code and what to do")
  func failure() throws {
    let error = OAuthError(
      .unknownAccount, message: "There is none.", rule: .wayleave("x"), remedy: "Sign in: `wayleave login URL`.")
    #expect(
      try JSON(decoding: ProtocolMessage.refusal(of: RequestID("a"), for: error)) == [
        "jsonrpc": "2.0", "id": "a",
        "error": [
          "code": -32000, "message": "There is none. Sign in: `wayleave login URL`.",
          "data": ["code": "configuration.unknown_account"],
        ],
      ])
    for (text, number) in [("nonsense", JSON(-32700)), ("{}", -32600)] {
      do throws(OAuthError) { _ = try ProtocolMessage(reading: Array(text.utf8)) } catch {
        let answer = try JSON(decoding: ProtocolMessage.refusal(of: nil, for: error))
        #expect(answer["id"] == .null && answer["error"]?["code"] == number, "\(text)")
      }
    }
    let unread = try message(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"No"}}"#)
    let answer = try #require(RequestID(5).flatMap { unread.refusal(of: $0) })
    #expect(
      try JSON(decoding: answer) == ["jsonrpc": "2.0", "id": 5, "error": ["code": -32601, "message": "No"]])
    #expect(try message(#"{"id":1,"result":{}}"#).refusal(of: #require(RequestID(5))) == nil)
  }
}
