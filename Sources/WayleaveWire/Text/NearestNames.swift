/// Finds the names that a misspelt one may mean.
package enum NearestNames {
  /// Up to three names within a third of the length in single-character changes, the nearest first; also those that begin
  /// or end with the text. Capital letters count as small ones.
  package static func of(_ text: String, among names: [String]) -> [String] {
    let (text, limit) = (text.lowercased(), max(2, text.count / 3))
    return Set(names).map { (name: $0, lowercase: $0.lowercased()) }
      .map { (name: $0.name, lowercase: $0.lowercase, distance: distance(text, $0.lowercase)) }
      .filter {
        ($0.distance <= limit && $0.distance < $0.lowercase.count) || $0.lowercase.hasPrefix(text)
          || (text.count > 2 && $0.lowercase.hasSuffix(text))
      }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// A remedy that shows the nearest names, or all names when none is near; of many the first, and how many there are.
  package static func suggestion(for text: String, among names: [String]) -> String {
    let near = of(text, among: names)
    if !near.isEmpty { return "Did you mean \(near.joined(separator: ", "))?" }
    guard names.count > shownAtMost else {
      return names.isEmpty ? "There are none yet." : "There are: \(names.joined(separator: ", "))."
    }
    return "There are \(names.count), among them: \(names.prefix(shownAtMost).joined(separator: ", "))."
  }

  private static let shownAtMost = 10

  /// How many characters to insert, remove or change to turn one text into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let changed = diagonal + (character == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(changed, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
