import Foundation
import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("A saved sign-in: what is written, and what is read")
struct TraceRecordTests {
  private func sample() -> TraceRecord {
    var record = TraceRecord(program: "wayleave 9.9", date: Instant(secondsSinceEpoch: 1_000_000))
    record.add(
      Event(
        .requestSent, rule: .rfc(6749, "4.1.3"), "POST https://shop.example/token",
        fields: [
          .init(name: "DPoP", value: "<secret 12345678>"), .init(name: "grant_type", value: "authorization_code"),
        ]),
      after: .milliseconds(12))
    record.add(
      Event(
        .answerReceived, "400 application/json, 70 bytes, 5 ms", fields: [.init(name: "error", value: "invalid_grant")]),
      after: .milliseconds(17))
    record.add(Event(.userSent, rule: .openID("CIBA", "7.3"), "asked <b>"), after: .seconds(1))
    record.add(Event(.credentialStored, rule: .wayleave("saved before it is used"), "x"), after: .seconds(2))
    record.end(OAuthError.sample(received: "x"), after: .seconds(3))
    return record
  }

  @Test("what was written is read as it was")
  func again() throws {
    let record = sample()
    let read = try TraceRecord(reading: record.json.encoded(), at: "a.json")
    #expect(read.json == record.json && read.steps.map(\.event) == record.steps.map(\.event))
    #expect(read.failure?.code == "token.refused" || read.failure?.code == OAuthError.Code.tokenRefused.rawValue)
  }

  /// A file with a change.
  private func text(_ right: String, _ wrong: String) -> [UInt8] {
    Array(sample().json.encodedText().replacingOccurrences(of: right, with: wrong).utf8)
  }

  @Test(
    "a damaged file is refused with a plain error",
    arguments: [
      ("\"wayleave_trace\":1", "\"x\":1", "it has no “wayleave_trace”"),
      ("{\"wayleave", "x{\"wayleave", "it is not JSON"),
      ("{\"wayleave", "<!doctype html>{\"wayleave", "it is a page or a picture"),
      ("\"wayleave_trace\":1", "\"wayleave_trace\":0", "its head is damaged"),
      ("\"began\":1000000", "\"began\":-1", "its head is damaged"),
      ("\"began\":1000000", "\"began\":9223372036854775807", "its head is damaged"),
      ("\"milliseconds\":3000", "\"milliseconds\":9223372036854775807", "its head is damaged"),
      ("\"steps\"", "\"stops\"", "it has no “steps”"), ("request.sent", "request.eaten", "step 1 cannot be read"),
      ("\"at\":17", "\"at\":-17", "step 2 cannot be read"),
      ("\"rfc\",\"6749\"", "\"rfc\",\"x\"", "step 1 cannot be read"),
      ("\"6749\",\"4.1.3\"", "\"6749\",\"\\\"><script>\"", "step 1 cannot be read"),
      ("\"name\":\"error\"", "\"name\":7", "step 2 cannot be read"),
    ])
  func damaged(right: String, wrong: String, reason: String) throws {
    let bytes = text(right, wrong)
    #expect {
      try TraceRecord(reading: bytes, at: "a.json")
    } throws: { error in
      let error = error as? OAuthError
      return error?.code == .invalidValue && error?.message.contains(reason) == true
    }
  }

  @Test("a record of a newer version is refused with its version")
  func newer() {
    #expect {
      try TraceRecord(reading: text("\"wayleave_trace\":1", "\"wayleave_trace\":7"), at: "a.json")
    } throws: { ($0 as? OAuthError)?.message.contains("of version 7, and this program reads version 1") == true }
  }

  @Test("nothing in a file is trusted: control characters are cleaned, and there are bounds")
  func hostile() throws {
    let read = try TraceRecord(reading: text("invalid_grant", "\\u001b[2J\\u202e"), at: "a.json")
    let value = read.steps[1].event.fields[0].value
    #expect(!value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    let step = #"{"at":1,"step":"user.sent","detail":"x","rule":null,"fields":[]}"#
    let many = Array(repeating: step, count: 2001).joined(separator: ",")
    #expect(throws: OAuthError.self) {
      try TraceRecord(reading: text(#""steps":["#, #""steps":[\#(many),"#), at: "a.json")
    }
    #expect(throws: OAuthError.self) {
      try TraceRecord(reading: Array(repeating: 0x20, count: TraceRecord.largestFile + 1), at: "a.json")
    }
  }

  @Test("the diagram is well-formed, has the four parties, and no markup of a server")
  func diagram() throws {
    let svg = TraceDiagram(of: sample()).svg
    for title in ["User", "App", "Browser", "Provider"] { #expect(svg.contains(">\(title)</text>")) }
    #expect(svg.contains("POST /token (authorization_code)") && svg.contains("400 invalid_grant"))
    #expect(!svg.contains("<b>") && svg.contains("&lt;b&gt;"))
    for tag in ["<script", "href", "url(", "foreignObject"] { #expect(!svg.contains(tag)) }
    let parser = XMLCounter(svg)
    #expect(parser.isWellFormed && parser.count(of: "svg") == 1 && parser.count(of: "text") > 8)
    #expect(TracePage(of: sample()).text.contains(svg))
  }

  @Test("HAR 1.2: each exchange with its parameters, its answer and the time between them")
  func archive() throws {
    let log = try #require(TraceArchive.json(of: sample())["log"])
    let entry = try #require(log["entries"]?.array?.first)
    #expect(log["version"] == "1.2" && log["entries"]?.array?.count == 1 && entry["time"] == 5)
    #expect(entry["startedDateTime"]?.string?.hasPrefix("1970-01-12T13:46:40") == true)
    let (request, response) = (entry["request"], entry["response"])
    #expect(request?["method"] == "POST" && request?["url"] == "https://shop.example/token")
    #expect(request?["headers"]?.array?.first?["value"] == "<secret 12345678>")
    #expect(request?["postData"]?["params"]?.array?.first?["name"] == "grant_type")
    #expect(response?["status"] == 400 && response?["content"]?["mimeType"] == "application/json")
    #expect(
      response?["content"]?["size"] == 70 && response?["content"]?["text"]?.string == #"{"error":"invalid_grant"}"#)
  }
}

/// The tags of a text, as far as they are balanced.
private struct XMLCounter {
  private(set) var isWellFormed = true
  private var counts: [String: Int] = [:]

  init(_ text: String) {
    var open: [String] = []
    for piece in text.components(separatedBy: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">") else {
        isWellFormed = false
        return
      }
      let tag = piece[..<end]
      let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" })
      if tag.hasPrefix("/") {
        if open.popLast() != name { isWellFormed = false }
      } else {
        counts[name, default: 0] += 1
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    if !open.isEmpty { isWellFormed = false }
  }

  func count(of name: String) -> Int { counts[name] ?? 0 }
}
