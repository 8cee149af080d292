import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave

@Suite("RFC 6749 §4.2.2: the listener takes an answer that stands in the fragment")
struct LoopbackFragmentTests {
  private static let pairs = "access_token=T&state=S"

  private func gate(at uri: String = "http://127.0.0.1:7777/cb") throws -> LoopbackGate {
    LoopbackGate(address: try #require(LoopbackAddress(RedirectURI(uri))))
  }

  private let way = LoopbackGate.Way(page: "https://provider.example", isInFragment: true)

  private func decision(
    _ method: String, _ target: String = "/cb", _ fields: [(name: String, value: String)] = [],
    by way: LoopbackGate.Way? = nil, at uri: String = "http://127.0.0.1:7777/cb"
  ) throws -> LoopbackGate.Decision {
    let head = RequestHead(
      method: method, target: target, fields: [("host", "127.0.0.1:7777")] + fields, length: 0)
    return try gate(at: uri).decision(on: head, by: way ?? self.way)
  }

  private func form(_ fields: (name: String, value: String)...) -> [(name: String, value: String)] {
    [("content-type", "application/x-www-form-urlencoded"), ("content-length", "\(Self.pairs.utf8.count)")] + fields
  }

  private func isPage(_ decision: LoopbackGate.Decision) -> Bool {
    if case .answer(let answer, nil) = decision { answer.bytes == LoopbackAnswer.fragmentPage.bytes } else { false }
  }

  private func isForm(_ decision: LoopbackGate.Decision) -> Bool {
    if case .form(Self.pairs.utf8.count) = decision { true } else { false }
  }

  @Test("the browser gets a page that posts the fragment, where a fragment is awaited and nowhere else")
  func page() throws {
    #expect(isPage(try decision("GET", "/cb", [("sec-fetch-mode", "navigate")])))
    #expect(isPage(try decision("GET", "/cb?tenant=a", at: "http://127.0.0.1:7777/cb?tenant=a")))
    for other in [LoopbackGate.Way(), LoopbackGate.Way(isPosted: true)] {
      #expect(!isPage(try decision("GET", by: other)))
    }
    #expect(!isPage(try decision("GET", "/cb", [("sec-fetch-mode", "cors")])))
  }

  @Test("the page posts from its own origin: a form of any other page is refused, the provider's among them")
  func origins() throws {
    for origin in ["http://127.0.0.1:7777", "null"] {
      #expect(isForm(try decision("POST", "/cb", form(("origin", origin)))), "\(origin)")
    }
    #expect(isForm(try decision("POST", "/cb", form())))
    for origin in ["https://provider.example", "https://evil.example", "http://127.0.0.1:7778"] {
      #expect(!isForm(try decision("POST", "/cb", form(("origin", origin)))), "\(origin)")
    }
    #expect(!isForm(try decision("POST", "/cb", form(), by: LoopbackGate.Way())))
    #expect(!isForm(try decision("POST", "/cb?code=A", form())))
  }

  @Test("what is posted is the fragment that the browser had, so a token is never read as one of the query")
  func body() throws {
    func url(_ body: String, at uri: String = "http://127.0.0.1:7777/cb") throws -> String? {
      let decision = try gate(at: uri).decision(onBody: Array(body.utf8)[...], by: way)
      return if case .callback(let url) = decision { url.text } else { nil }
    }
    #expect(try url(Self.pairs) == "http://127.0.0.1:7777/cb#\(Self.pairs)")
    #expect(
      try url(Self.pairs, at: "http://127.0.0.1:7777/cb?tenant=a") == "http://127.0.0.1:7777/cb?tenant=a#\(Self.pairs)")
    for body in ["a b", "a#b", "a\u{1}"] { #expect(try url(body) == nil, "\(body)") }
  }

  @Test("a refusal in the query is a callback as well")
  func query() throws {
    let decision = try decision("GET", "/cb?error=access_denied&state=S")
    guard case .callback(let url) = decision else {
      Issue.record("a callback")
      return
    }
    #expect(url.text == "http://127.0.0.1:7777/cb?error=access_denied&state=S")
  }

  @Test("from the page to the end: the token is asked about once, and its page is not shown for another one")
  func whole() async throws {
    let waiting = try await LoopbackFormTests.waiting(mode: .fragment)
    let page = try await waiting.get("/cb")
    #expect(page?.status == 200 && page?.field("Referrer-Policy") == "same-origin")
    let policy = try #require(page?.field("Content-Security-Policy"))
    #expect(
      policy.contains("default-src 'none'") && policy.contains("form-action 'self'") && !policy.contains("unsafe"))
    #expect(page?.body.contains("location.hash") == true && waiting.asked.isEmpty)
    let posted = LoopbackFormTests.post(Self.pairs, "Origin: http://{host}", "Sec-Fetch-Mode: navigate")
    _ = try await waiting.exchange(posted)
    #expect(waiting.asked == ["http://\(waiting.authority)/cb#\(Self.pairs)"])
    await waiting.session.close()
  }
}
