import Foundation
import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveProvider

@Suite("The catalogue is what Catalogue/*.yaml say")
struct CatalogueDataTests {
  private static let folder: URL = TestsFolder.url.deletingLastPathComponent().appending(path: "Catalogue")
  /// The names of the files.
  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".yaml") }
    .map { String($0.dropLast(5)) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  private static let tested: [String] = files.filter(TestedEntry.includes)

  private static let advice: Comment = "Write the table again: make catalogue"

  private static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(name).yaml"), encoding: .utf8)
  }

  @Test("the table has each file once, in the order of the names")
  func names() {
    #expect(Self.files.count > 150 && Set(Self.files).count == Self.files.count)
    #expect(BuiltInEntry.all.map(\.name.text) == Self.files, Self.advice)
  }

  @Test("our own reader reads each file as the table has it: it was written by another one", arguments: tested)
  func table(_ name: String) throws {
    let entry = try #require(BuiltInEntry.named(name), Self.advice)
    let json = try EntryText(Self.text(of: name)).json
    #expect(try entry.json == json, Self.advice)
    #expect(entry.title == json["title"]?.string && entry.isTemplate == (json["variables"]?.isEmpty == false))
  }

  @Test("nothing is wrong with a file, and what is read without a check is what the check reads", arguments: tested)
  func check(_ name: String) throws {
    let check = EntryCheck(of: try Self.text(of: name), at: "\(name).yaml", named: ProviderName(name))
    #expect(check.findings.filter { $0.severity == .error }.map(\.error.message) == [])
    let (read, entry) = (try #require(check.entry), try #require(BuiltInEntry.named(name)))
    #expect(read.provider == entry.provider && read.provider?.json == entry.provider?.json)
    guard let template = read.template, let builtIn = entry.template else { return #expect(!entry.isTemplate) }
    #expect(template.name == builtIn.name && template.title == builtIn.title)
    #expect(template.variables == builtIn.variables && template.description == builtIn.description)
    for values in Self.values(of: template) {
      #expect(try template(values) == builtIn(values), "\(values)")
    }
  }

  /// The examples, and in their place each listed word and each exception.
  private static func values(of template: ProviderTemplate) -> [[String]] {
    let examples = template.variables.map(\.example)
    return [examples]
      + template.variables.indices.flatMap { index in
        let words = if case .words(let words) = template.variables[index].form { words } else { [String]() }
        return (words + template.variables[index].exceptions.keys).map { word in
          var values = examples
          values[index] = word
          return values
        }
      }
  }

  @Test("each says on which page its facts are and when they were compared, or that they never were", arguments: tested)
  func sources(_ name: String) throws {
    let json = try EntryText(Self.text(of: name)).json
    let checked = try #require(json["checked"]?.string, "\(name) does not say when it was checked")
    #expect(json["documentation"] != nil || checked == "never", "\(name) was compared with no page")
    #expect(json["retired"] == nil, "`status: ended` takes its place")
  }

  @Test("the entry of an origin is found by the text of the entry", arguments: tested)
  func origins(_ name: String) throws {
    let entry = try #require(BuiltInEntry.named(name))
    guard let provider = entry.provider else { return }
    let origins = provider.apiOrigins + provider.tokenOrigins + (provider.identity?.origins ?? [])
    for origin in origins { #expect(entry.mayName(origin.host), "\(origin)") }
    #expect(!entry.mayName("api.unheard-of.invalid") || entry.isTemplate || !provider.apiDomains.isEmpty)
  }
}
