import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("HTML Living Standard §9.2.6: an event stream is taken apart into events")
struct EventStreamTests {
  /// A body, and what it says.
  struct Body: CustomTestStringConvertible, Sendable {
    let text: String
    var events: [String] = []
    var lastID: String?
    var retry: Duration?
    var testDescription: String { text.debugDescription }
  }

  static let bodies = [
    Body(text: "data: a\n\n", events: ["message a"]), Body(text: "data:a\r\n\r\n", events: ["message a"]),
    Body(text: "data: a\rdata:  b\r\r", events: ["message a\n b"]),
    Body(text: "\u{FEFF}data: a\n\n", events: ["message a"]),
    Body(text: "event: ping\ndata: x\n\ndata: y\n\n", events: ["ping x", "message y"]),
    Body(text: ": a comment\n\ndata\n\n", events: ["message "]),
    Body(text: "data: {\"a\":\ndata: 1}\n\n", events: ["message {\"a\":\n1}"]),
    Body(text: "other: x\ndat: y\n\n"),
    // What has no empty line behind it is no event, and its id does not count.
    Body(text: "id: 1\ndata: a\n\nid: 2\ndata: b\n", events: ["message a"], lastID: "1"),
    Body(text: "id: 7\ndata: a\n\ndata: b\n\n", events: ["message a", "message b"], lastID: "7"),
    Body(text: "id: 7\n\n", lastID: "7"), Body(text: "id: 7\n\nid\n\n"),
    Body(text: "id: a\0b\ndata: x\n\n", events: ["message x"]),
    Body(text: "retry: 250\n\n", retry: .milliseconds(250)), Body(text: "retry: 2s\nretry:\n\n"),
    Body(text: "retry: 99999999999999999999\n\n", retry: .seconds(3600)),
    Body(text: "data: ä€😀\n\n", events: ["message ä€😀"]),
  ]

  private func read(_ parts: [[UInt8]]) throws -> Body {
    var stream = EventStream()
    let events = try parts.flatMap { try stream.take($0) }
    return Body(
      text: "", events: events.map { "\($0.name) \(String(decoding: $0.data, as: UTF8.self))" }, lastID: stream.lastID,
      retry: stream.retry)
  }

  @Test("the events are the same wherever the bytes are cut", arguments: bodies)
  func cuts(body: Body) throws {
    let bytes = Array(body.text.utf8)
    let cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
    for parts in cuts {
      let read = try read(parts)
      #expect(read.events == body.events && read.lastID == body.lastID && read.retry == body.retry, "\(parts)")
    }
  }

  @Test("a stream that begins again keeps the id, and drops what had no end")
  func again() throws {
    var stream = EventStream()
    #expect(try stream.take(Array("id: 1\ndata: a\n\nid: 2\ndata: b\r".utf8)).count == 1)
    stream.begin()
    #expect(stream.lastID == "1")
    #expect(try stream.take(Array("\ndata: c\n\n".utf8)).map(\.data) == [Array("c".utf8)])
  }

  @Test(
    "an event is not larger than the limit, in one line or in many; comments and many events are no event",
    arguments: [
      (Array(repeating: "x", count: 80), true), (["data: "] + Array(repeating: "x", count: 80), true),
      (Array(repeating: "data: 12345678\n", count: 8), true), (Array(repeating: ": 12345678\n", count: 100), false),
      (Array(repeating: "data: 12345678\n\n", count: 100), false),
    ])
  func limit(parts: [String], isRefused: Bool) throws {
    var stream = EventStream(maximum: 64)
    let refused = try refusal { for part in parts { _ = try stream.take(Array(part.utf8)) } }
    #expect(refused == (isRefused ? .answerTooLarge : nil))
  }
}
