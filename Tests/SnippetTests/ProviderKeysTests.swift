import Foundation
import Testing

@Suite("Documentation/providers.md lists the keys of an entry")
struct ProviderKeysTests {
  /// The keys that the readers of entries name, wherever in the sources they are.
  private func keysOfReaders() throws -> Set<String> {
    let reads =
      /\b(?:reader|section)\.(?:required|requiredEndpoint|endpoint|text|texts|bool|integer|choice|choices|pairs|objects|object)\(\s*"([a-z_0-9]+)"/
    let folders = ["Sources/Wayleave/Provider", "Sources/WayleaveProvider"].map { Page.root.appendingPathComponent($0) }
    var keys: Set<String> = []
    for folder in folders {
      for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
      where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        keys.formUnion(text.matches(of: reads).map { String($0.1) })
      }
    }
    return keys
  }

  /// The keys in the first column of the tables; `a.b` is the key `b` in the section `a`.
  private func keysOfPage() throws -> Set<String> {
    let page = try String(contentsOf: Page.root.appendingPathComponent("Documentation/providers.md"), encoding: .utf8)
    let cells = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "|").first }
    let names = cells.flatMap { $0.matches(of: /`([a-z_0-9.]+)`/).map { $0.1 } }
    return Set(names.flatMap { $0.split(separator: ".").map(String.init) })
  }

  @Test("N5: every key that is read is documented, and every documented key is read")
  func equal() throws {
    let (read, documented) = (try keysOfReaders(), try keysOfPage())
    #expect(read.count > 40)
    #expect(read.subtracting(documented) == [], "read, and not documented")
    #expect(documented.subtracting(read) == [], "documented, and not read")
  }
}
