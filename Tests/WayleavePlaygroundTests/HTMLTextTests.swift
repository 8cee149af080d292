import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleavePlayground

@Suite("attack 232: no value of a page becomes markup")
struct HTMLTextTests {
  /// What a browser would read as a tag or the end of an attribute, hidden from a search by `Character`.
  static let hostile = "\u{0600}<evil a=1>\u{0301}<\u{0301}x\"\u{0301}evil='\u{0301}&\u{0301}amp;"
  private static let escaped =
    "\u{0600}&lt;evil a=1&gt;\u{0301}&lt;\u{0301}x&quot;\u{0301}evil=&#39;\u{0301}&amp;\u{0301}amp;"

  @Test(arguments: [
    ("plain", "plain"), ("<a href=\"'&'\">", "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;"), (hostile, escaped),
    ("\u{070F}<b>", "\u{070F}&lt;b&gt;"), ("\u{110BD}<b\u{200D}>", "\u{110BD}&lt;b\u{200D}&gt;"), ("é<ł", "é&lt;ł"),
  ])
  func `markup is escaped scalar by scalar, and all else stays`(raw: String, escaped: String) {
    guard case .escaped(let html) = PageValue.text(raw) else {
      Issue.record("a text that is not escaped")
      return
    }
    #expect(html.hasSameBytes(as: escaped))
  }

  @Test func `no template leaves the escaping to the library`() {
    let templates = Pages.templates.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(templates.count == 10)
    for template in templates { #expect(!leavesEscapingToLibrary(template), "\(template)") }
    #expect(leavesEscapingToLibrary("{{{name}}} {{name}}") && leavesEscapingToLibrary("{{ name }}"))
  }

  /// Whether a variable has two braces only.
  private func leavesEscapingToLibrary(_ template: String) -> Bool {
    !template.replacing(/\{\{\{[^}]*\}\}\}/, with: "").matches(of: /\{\{[^#\/<$^]/).isEmpty
  }

  @Test(arguments: Pages.templates.map(\.name).filter { $0 != "layout" })
  func `every variable of every template is shown escaped`(name: String) throws {
    let template = try #require(Pages.templates.first { $0.name == name })
    let variables = String(decoding: template.bytes, as: UTF8.self).matches(of: /\{\{\{([A-Za-z]+)\}\}\}/).map {
      String($0.1)
    }
    var content: [String: PageValue] = [:]
    for variable in variables { content[variable] = .text(Self.hostile) }
    let record = PageValue.record(content)
    let lists = [
      "providers", "endpoints", "clients", "people", "questions", "stories", "steps", "sent", "received", "events",
      "rules", "groups", "choices", "whens", "entries", "demands",
    ]
    for list in lists {
      content[list] = .list([record, record])
    }
    for list in ["permissions", "callbacks", "paths", "clientIDs", "faults"] {
      content[list] = .texts([Self.hostile, Self.hostile])
    }
    for flag in [
      "isQuiet", "givesPIN", "isAskedElsewhere", "hasStories", "hasRules", "isFiltered", "isOwn", "signs", "showsHome",
    ] {
      content[flag] = .flag(true)
    }
    let page = try Pages().page(name, of: nil, content)
    #expect(page.body.occurrences(of: Self.escaped) >= variables.count - 3)
    #expect(page.holdsNoHostileMarkup)
  }
}

extension Message where Head == HTTPResponse {
  /// Whether nothing of ``HTMLTextTests/hostile`` is markup to a browser, which reads bytes.
  var holdsNoHostileMarkup: Bool {
    ["<evil", "<\u{0301}", "x\"\u{0301}", "='\u{0301}"].allSatisfy { body.occurrences(of: $0) == 0 }
  }
}

extension Message where Head == HTTPResponse {
  /// Whether the hostile text is on the page, escaped; by bytes, since U+0600 and “&” are one `Character`.
  var showsHostileText: Bool { body.occurrences(of: "&lt;evil") > 0 }
}

extension [UInt8] {
  /// How often a text occurs, byte for byte.
  fileprivate func occurrences(of text: String) -> Int {
    let text = Array(text.utf8)
    return indices.count { self[$0...].starts(with: text) }
  }
}
