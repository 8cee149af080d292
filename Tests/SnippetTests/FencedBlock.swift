import Foundation

/// A fenced block of a Markdown page.
struct FencedBlock: Sendable {
  /// The page and the line of the opening fence, for whoever must mend it.
  let place: String
  /// The first word after the fence.
  let language: String
  /// The lines between the fences, without their common indentation.
  let lines: [String]

  /// The blocks of a page, in order.
  static func all(in page: String, named name: String) -> [FencedBlock] {
    var blocks: [FencedBlock] = []
    var open: (line: Int, fence: Substring, language: String, body: [String])?
    for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let text = line.drop { $0 == " " }
      if let block = open {
        if text.hasPrefix(block.fence) {
          blocks.append(
            FencedBlock(place: "\(name):\(block.line)", language: block.language, lines: unindented(block.body)))
          open = nil
        } else {
          open?.body.append(String(line))
        }
      } else if text.hasPrefix("```") {
        let fence = text.prefix { $0 == "`" }
        let language = text.dropFirst(fence.count).prefix { !$0.isWhitespace }
        open = (number + 1, fence, String(language), [])
      }
    }
    return blocks
  }

  /// Lines without the indentation that all of them share, and without blank lines at either end.
  static func unindented(_ lines: [String]) -> [String] {
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let shared = lines.filter { !isBlank($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let moved = lines.map { isBlank($0) ? "" : String($0.dropFirst(shared)) }
    return Array(moved.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed())
  }
}
