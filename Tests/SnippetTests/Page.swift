import Foundation

/// A page that people read: Markdown at the root of the repository, in `Documentation`, or in a `.docc` catalogue.
struct Page: Sendable {
  /// Its path from the root.
  let name: String
  /// Its fenced blocks.
  let blocks: [FencedBlock]

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every page, by name.
  static func all() throws -> [Page] {
    let files = FileManager.default
    let atRoot = try files.contentsOfDirectory(atPath: root.path)
    let below = try ["Documentation", "Sources", "Tests"].flatMap { folder in
      try files.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path).map { "\(folder)/\($0)" }
    }
    let names = (atRoot + below.filter { $0.hasPrefix("Documentation/") || $0.contains(".docc/") }).filter {
      $0.hasSuffix(".md")
    }.sorted()
    return try names.map { name in
      let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      return Page(name: name, blocks: FencedBlock.all(in: text, named: name))
    }
  }
}
