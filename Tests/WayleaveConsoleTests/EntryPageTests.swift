import Foundation
import Testing
import WayleaveProvider
import WayleaveWire

@Suite("Documentation/providers.md and the schema list the keys of an entry")
struct EntryPageTests {
  /// The variable with which the test writes both files.
  private static let variable = "WAYLEAVE_WRITE_PROVIDERS_PAGE"

  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation")

  private var isWriting: Bool { ProcessInfo.processInfo.environment[Self.variable] != nil }

  private let advice: Comment = "Write it again: WAYLEAVE_WRITE_PROVIDERS_PAGE=1 swift test --filter EntryPageTests"

  private func values(of form: EntryKey.Form) -> String {
    switch form {
    case .flagOr(let words): ": " + (["true", "false"] + words).map { "`\($0)`" }.joined(separator: ", ")
    case .choice(let words): ": " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(.choice(let words)): "; a list of " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(.text), .list(.endpoint), .list(.shaped): "; a list"
    case .pairs: "; names with texts"
    default: ""
    }
  }

  private func markdown(_ table: EntryFormat.Table) -> String {
    let rows = table.rows.map { row in
      "| `\(row.path)` | \(row.key.meaning)\(values(of: row.key.form)) | \(row.key.absent ?? "needed") |"
    }
    return (["| key | meaning | default |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  @Test("N5: the page has a table for each part of the format, with every key that is read and no other")
  func page() throws {
    let file = folder.appendingPathComponent("providers.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    var page = written
    for table in EntryFormat.tables {
      let (begin, end) = ("<!-- keys: \(table.name) -->\n", "\n<!-- end of keys -->")
      let start = try #require(page.range(of: begin), "\(table.name)")
      let stop = try #require(page.range(of: end, range: start.upperBound..<page.endIndex), "\(table.name)")
      page.replaceSubrange(start.upperBound..<stop.lowerBound, with: markdown(table))
    }
    if isWriting { try page.write(to: file, atomically: true, encoding: .utf8) }
    #expect(written == page, advice)
  }

  @Test("the schema describes the same keys")
  func schema() throws {
    let file = folder.appendingPathComponent("provider.schema.json")
    let text = try JSONSerialization.data(
      withJSONObject: JSONSerialization.jsonObject(with: Data(EntryFormat.schema.encoded())),
      options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    if isWriting { try (text + Data("\n".utf8)).write(to: file) }
    #expect(try Data(contentsOf: file) == text + Data("\n".utf8), advice)
  }

  @Test("every key of a table has a meaning, and no key stands in a table twice")
  func rows() {
    for table in EntryFormat.tables {
      #expect(table.rows.allSatisfy { !$0.key.meaning.isEmpty })
      #expect(Set(table.rows.map(\.path)).count == table.rows.count, "\(table.name)")
    }
  }
}
