import Foundation

/// A region of a file of this folder, between `// snippet: NAME` and `// end of snippet`: the compiler has read it.
struct CompiledSnippet: Sendable {
  /// The name after the opening marker.
  let name: String
  /// The lines between the markers, without their common indentation.
  let lines: [String]
  /// The import lines of its file.
  let imports: Set<String>

  /// Whether a block of a page shows the region: alone, or after imports of its file and an empty line.
  func isShown(by block: FencedBlock) -> Bool {
    let imported = block.lines.prefix { $0.hasPrefix("import ") }
    guard !imported.isEmpty, !lines.starts(with: imported) else { return block.lines == lines }
    return imports.isSuperset(of: imported) && Array(block.lines.dropFirst(imported.count)) == [""] + lines
  }

  private static let opening = "// snippet: "
  private static let closing = "// end of snippet"

  /// Every region of every file of this folder; those of `Snippets/` can use only what is public.
  ///
  /// What is for Apple's systems is compiled by `make test-apple`.
  static func all() throws -> [CompiledSnippet] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let forApple = folder.appendingPathComponent("../../AppleOnLinux/Documented").standardizedFileURL
    return try [folder, forApple].flatMap(all(in:))
  }

  private static func all(in folder: URL) throws -> [CompiledSnippet] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try names.sorted().flatMap { name in
      regions(in: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
  }

  /// The regions of one file; one that is not closed is left out, and so matches no page.
  static func regions(in source: String) -> [CompiledSnippet] {
    var found: [CompiledSnippet] = []
    let all = source.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = Set(all.filter { $0.hasPrefix("import ") }.map(String.init))
    var open: (name: String, body: [String])?
    for line in all {
      let text = line.drop { $0 == " " }
      if text.hasPrefix(opening) {
        open = (String(text.dropFirst(opening.count)), [])
      } else if text == closing, let region = open {
        found.append(CompiledSnippet(name: region.name, lines: FencedBlock.unindented(region.body), imports: imports))
        open = nil
      } else {
        open?.body.append(String(line))
      }
    }
    return found
  }
}
