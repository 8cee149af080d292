import Crypto
import Foundation
import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("Loopback listener: which requests are callbacks")
struct LoopbackRequestTests {
  /// What is sent, and the status of the answer; nil for a connection that is closed without a word.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let status: Int?
    var testDescription: String { name }

    init(_ name: String, _ request: String, _ status: Int?) {
      (self.name, self.request, self.status) = (name, request, status)
    }
  }

  static let target = WaitingSignIn.callback
  static let refused = [
    Row("another path", "GET /other?code=A&state=S HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    Row("the path and a slash", "GET /cb/?code=A&state=S HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    Row("a path with an escape", "GET /c%62?code=A&state=S HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    Row("favicon", "GET /favicon.ico HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    Row("the root", "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", 404),
    Row("a foreign Host", "GET \(target) HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    Row("another port in Host", "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", 421),
    Row("no port in Host", "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421),
    Row("an empty Host", "GET \(target) HTTP/1.1\r\nHost:\r\n\r\n", 421),
    Row("no Host", "GET \(target) HTTP/1.1\r\n\r\n", 400),
    Row("two Hosts", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n", 400),
    Row(
      "an absolute target with another host", "GET http://evil.example\(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    Row("an https target", "GET https://{host}\(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    Row("no target but an asterisk", "GET * HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    Row("an image", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: no-cors\r\n\r\n", 403),
    Row("a script's call", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nsec-fetch-mode: cors\r\n\r\n", 403),
    Row(
      "two modes", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Mode: cors\r\n\r\n",
      403),
    Row(
      "a frame of another page",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n\r\n", 403),
    Row("an old frame", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Dest: frame\r\n\r\n", 403),
    Row("an object in a page", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Dest: embed\r\n\r\n", 403),
    Row(
      "two destinations",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Dest: iframe\r\n\r\n", 403),
    Row(
      "a call of another page, in a browser that sends no Sec-Fetch-Mode",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\nOrigin: https://evil.example\r\n\r\n", 403),
    Row(
      "a question whether one may call",
      "OPTIONS \(target) HTTP/1.1\r\nHost: {host}\r\nOrigin: https://evil.example\r\n\r\n", 403),
    Row("POST", "POST \(target) HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\n\r\ncode", 405),
    Row("DELETE", "DELETE \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 405),
    Row("HEAD", "HEAD \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 200),
    Row("a folded field", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nA: b\r\n c\r\n\r\n", 400),
    Row("a space before the colon", "GET \(target) HTTP/1.1\r\nHost : {host}\r\n\r\n", 400),
    Row("a space in another field's name", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nA b: c\r\n\r\n", 400),
    Row("a space before another colon", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nA : c\r\n\r\n", 400),
    Row("a bare line feed in the fields", "GET \(target) HTTP/1.1\r\nHost: {host}\n\r\n\r\n", 400),
    Row("a control character in a field", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nA: \u{0}\r\n\r\n", 400),
    Row("a character that no URL has", "GET \(target)&a=\"b\" HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    Row("a fragment", "GET \(target)#a HTTP/1.1\r\nHost: {host}\r\n\r\n", 400),
    Row("a long URL", "GET \(target)&a=\(String(repeating: "a", count: 17000)) HTTP/1.1\r\nHost: {host}\r\n\r\n", 414),
    Row(
      "a URL just too long", "GET \(target)&a=\(String(repeating: "a", count: 16345)) HTTP/1.1\r\nHost: {host}\r\n\r\n",
      414),
    Row("a URL without an end", "GET \(target)&a=\(String(repeating: "a", count: 17000))", 414),
    Row(
      "many fields", "GET \(target) HTTP/1.1\r\nHost: {host}\r\n\(String(repeating: "A: bcdefgh\r\n", count: 2000))",
      431),
    Row("complete fields, one byte too many", "GET \(target) HTTP/1.1\r\n\(fields(of: 16385))", 431),
    Row(
      "many fields with an end",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\n\(String(repeating: "A: bcdefgh\r\n", count: 2000))\r\n", 431),
    Row("one long field", "GET \(target) HTTP/1.1\r\nHost: {host}\r\nA: \(String(repeating: "a", count: 17000))", 431),
    Row("HTTP/0.9", "GET \(target)\r\n", nil),
    Row("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", nil),
    Row("HTTP/1.1 with bare line feeds", "GET \(target) HTTP/1.1\nHost: {host}\n\n", nil),
    Row("a method in lower case", "get \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", nil),
    Row("two spaces", "GET  \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", nil),
    Row("TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", nil),
    Row("anything", "HELLO WORLD\r\n", nil),
    Row("a line without an end", String(repeating: "A", count: 20000), nil),
  ]

  /// The fields of a request and the empty line behind them, of so many bytes; `{host}` becomes one of 15 bytes.
  private static func fields(of size: Int) -> String {
    let ends = "Host: 127.0.0.1:12345\r\nA: \r\n\r\n"
    return "Host: {host}\r\nA: \(String(repeating: "a", count: size - ends.utf8.count))\r\n\r\n"
  }

  // attacks 48 to 52, 54, 56, 59
  @Test(arguments: refused)
  func `what is no callback is answered, sends no request, and the sign-in goes on waiting`(row: Row) async throws {
    let waiting = try await WaitingSignIn()
    let reply = try await waiting.exchange(row.request)
    #expect(reply?.status == row.status)
    if row.status == nil { #expect(reply?.text == "") }
    #expect(waiting.asked.isEmpty)
    try await waiting.finish()
  }

  // F1
  @Test(
    "what browsers leave raw in a query is taken; what they encode themselves is not",
    arguments: ["|", "{", "}", "^", "`", "100%"])
  func rawInQuery(character: String) async throws {
    let waiting = try await WaitingSignIn()
    let raw = "GET \(Self.target)&a=\(character)b HTTP/1.1\r\nHost: {host}\r\n\r\n"
    #expect(try await waiting.exchange(raw)?.status == 200)
    #expect(await waiting.outcome.value == nil)
    let url = try AbsoluteURL(arriving: try #require(waiting.asked.first))
    #expect(try Form(decoding: url.query ?? "").text(of: "a") == "\(character)b")
    await waiting.session.close()
    // The path is ours: nothing in it is read loosely.
    let other = try await WaitingSignIn()
    #expect(try await other.exchange("GET /cb\(character)?a=b HTTP/1.1\r\nHost: {host}\r\n\r\n")?.status == 404)
    try await other.finish()
  }

  static let accepted = [
    Row("a plain request", "GET \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 200),
    Row("HTTP/1.0", "GET \(target) HTTP/1.0\r\nHost: {host}\r\n\r\n", 200),
    Row("a user's own step", "GET \(target) HTTP/1.1\r\nhost:{host} \r\nSec-Fetch-Mode: navigate\r\n\r\n", 200),
    Row(
      "a window of its own",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n", 200),
    Row("the largest fields", "GET \(target) HTTP/1.1\r\n\(fields(of: 16384))", 200),
    Row("an absolute target with our host", "GET http://{host}\(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 200),
    Row("a long URL", "GET \(target)&a=\(String(repeating: "a", count: 16000)) HTTP/1.1\r\nHost: {host}\r\n\r\n", 200),
    Row(
      "many fields",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\n\(String(repeating: "A: bcdefgh\r\n", count: 1200))\r\n", 200),
    Row(
      "a second request behind it",
      "GET \(target) HTTP/1.1\r\nHost: {host}\r\n\r\nGET \(target) HTTP/1.1\r\nHost: {host}\r\n\r\n", 200),
  ]

  // attack 58
  @Test(arguments: accepted)
  func `a callback is asked about once, and ends the sign-in`(row: Row) async throws {
    let waiting = try await WaitingSignIn()
    let reply = try await waiting.exchange(row.request)
    #expect(reply?.status == row.status)
    #expect(reply?.text.components(separatedBy: "HTTP/1.1 ").count == 2)
    #expect(await waiting.outcome.value == nil)
    #expect(waiting.asked.count == 1)
    #expect(waiting.asked.first?.hasPrefix("http://\(waiting.authority)\(Self.target)") == true)
    await waiting.session.close()
  }

  @Test(
    "9700-15: what a proxy would say of host, scheme, path or method changes nothing, and makes up for no wrong Host",
    arguments: ["Forwarded", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Original-URL", "X-HTTP-Method-Override"])
  func forwarded(name: String) async throws {
    let waiting = try await WaitingSignIn()
    for value in ["evil.example", waiting.authority, "host=\(waiting.authority)", Self.target, "GET"] {
      let header = "\(name): \(value)\r\n\r\n"
      let misdirected = try await waiting.exchange("GET \(Self.target) HTTP/1.1\r\nHost: evil.example\r\n\(header)")
      #expect(misdirected?.status == 421)
      #expect(try await waiting.exchange("GET /other HTTP/1.1\r\nHost: {host}\r\n\(header)")?.status == 404)
      #expect(try await waiting.exchange("POST \(Self.target) HTTP/1.1\r\nHost: {host}\r\n\(header)")?.status == 405)
    }
    #expect(waiting.asked.isEmpty)
    let reply = try await waiting.exchange(
      "GET \(Self.target) HTTP/1.1\r\nHost: {host}\r\n\(name): evil.example\r\n\r\n")
    #expect(reply?.status == 200)
    #expect(await waiting.outcome.value == nil)
    #expect(waiting.asked.first?.hasPrefix("http://\(waiting.authority)\(Self.target)") == true)
    await waiting.session.close()
  }

  @Test func `a callback that comes in many pieces is put together`() async throws {
    let waiting = try await WaitingSignIn()
    let client = try RawClient(port: waiting.port)
    await client.sendInPieces("GET \(Self.target) HTTP/1.1\r\nHost: \(waiting.authority)\r\n\r\n")
    #expect(await client.readToEnd()?.status == 200)
    #expect(await waiting.outcome.value == nil)
    await waiting.session.close()
  }

  /// The listener's part of the vectors: those that name a path or a host. The rest are the verdict's.
  @Test func `the callbacks of the vectors reach the verdict or are refused as they say`() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Vectors/callbacks.json")
    let cases = try JSON(decoding: Array(try Data(contentsOf: file)))["cases"]?.array ?? []
    var tried = 0
    for row in cases {
      guard let text = row["url"]?.string, text.hasPrefix("http://"), let expect = row["expect"]?.string else {
        continue
      }
      let rest = text.dropFirst("http://".count)
      let slash = try #require(rest.firstIndex(of: "/"))
      let target = rest[slash...].prefix { $0 != "#" }
      let waiting = try await WaitingSignIn()
      let host = rest[..<slash].replacingOccurrences(of: "51234", with: "\(waiting.port)")
      let status = try await waiting.exchange("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.status
      switch expect {
      case let words where words.hasPrefix("404"): #expect(status == 404 && waiting.asked.isEmpty)
      case let words where words.hasPrefix("421") || words.hasPrefix("Host header localhost"):
        #expect(status == 421 && waiting.asked.isEmpty)
      default: #expect(waiting.asked == ["http://\(waiting.authority)\(target)"])
      }
      waiting.outcome.cancel()
      await waiting.session.close()
      tried += 1
    }
    #expect(tried >= 20)
  }
}
