import HTTPTypes
import Testing
import WayleaveConsole
import WayleaveWire

@Suite("wayleave request --dry-run: what was added to a request is shown without its values")
struct ShownRequestLeakTests {
  private static let canary = "canary-canary-canary"

  private func shown(_ url: String, asked: String, fields: [(String, String)] = [], isWhole: Bool = false) throws
    -> String
  {
    var request = RequestMessage(.get, to: try AbsoluteURL(url))
    for (name, value) in fields {
      request.head.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    let typed =
      asked.isEmpty
      ? RequestMessage(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil))
      : RequestMessage(.get, to: try AbsoluteURL(asked))
    let shown = ShownRequest(request, asked: typed, showingCredential: isWhole)
    let text = shown.text
    #expect(shown.json["url"]?.string.map(text.contains) == true)
    return text
  }

  @Test(
    "a token in the query is hidden, and what the user typed is not",
    arguments: [
      ("https://api.example/me", "?oauth_token=\(canary)", "https://api.example/me?oauth_token=…"),
      ("https://api.example/me?a=b", "&oauth_token=\(canary)", "https://api.example/me?a=b&oauth_token=…"),
      ("https://api.example/me?a=b", "&oauth_token=\(canary)&v=1", "https://api.example/me?a=b&oauth_token=…&v=…"),
      ("https://api.example/me?a=b", "", "https://api.example/me?a=b"),
      ("https://api.example/me", "", "https://api.example/me"),
    ])
  func added(asked: String, added: String, text: String) throws {
    let shown = try shown(asked + added, asked: asked)
    #expect(shown.hasPrefix("GET \(text)") && !shown.contains("canary"), "\(shown)")
    #expect(try self.shown(asked + added, asked: asked, isWhole: true).hasPrefix("GET \(asked + added)"))
  }

  @Test(
    "where the request goes to another address than was typed, all values are hidden",
    arguments: ["", "https://other.example/me"])
  func elsewhere(asked: String) throws {
    let shown = try shown("https://api.example/me?a=\(Self.canary)", asked: asked)
    #expect(shown.hasPrefix("GET https://api.example/me?a=…") && !shown.contains("canary"))
  }

  @Test(
    "RFC 9110 §11.6.2: a credential is hidden by every scheme, in any case",
    arguments: ["Bearer", "bearer", "Token", "Basic", "oauth", "DPoP"])
  func schemes(scheme: String) throws {
    let fields = [("Authorization", "\(scheme) \(Self.canary)")]
    let shown = try shown("https://api.example/me", asked: "https://api.example/me", fields: fields)
    #expect(shown.contains("Authorization: \(scheme) <secret \(Secret(Self.canary).fingerprint)>"))
    #expect(!shown.contains(Self.canary))
    #expect(try self.shown("https://api.example/me", asked: "", fields: fields, isWhole: true).contains(Self.canary))
  }

  @Test("a header with nothing but a credential shows none of it past the first word")
  func bare() throws {
    let shown = try shown("https://api.example/me", asked: "", fields: [("Authorization", "Token a \(Self.canary)")])
    #expect(!shown.contains("canary"))
  }

  @Test("RFC 5849 §3.5.1: each secret of a signed header is hidden, whatever spaces stand around it")
  func signed() throws {
    for name in ["oauth_token", "oauth_verifier", "oauth_session_handle", "x_auth_password", "oauth_signature"] {
      for space in ["", " ", "  "] {
        let header = "OAuth realm=\"plain\",\(space)oauth_consumer_key=\"app\",\(space)\(name)=\"\(Self.canary)\""
        let shown = try shown("https://api.example/me", asked: "", fields: [("Authorization", header)])
        #expect(!shown.contains("canary") && shown.contains("oauth_consumer_key=\"app\""), "\(shown)")
      }
    }
  }

  @Test("control characters and 10,000 characters of a header are not shown as they are")
  func hostile() throws {
    let shown = try shown(
      "https://api.example/me", asked: "",
      fields: [("X-A", "\u{9B}2J\u{202E}"), ("X-B", String(repeating: "x", count: 10_000))])
    #expect(!shown.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" } && shown.count < 2500)
  }
}
