import Wayleave
import WayleaveWire

/// A list of texts in one record, each until a time: what the records of one user are found by.
struct TimedList: Sendable {
  private struct Entry: Equatable {
    let text: String
    let end: Instant

    init(text: String, end: Instant) {
      self.text = text
      self.end = end
    }

    init?(json: JSON) {
      guard let text = json["text"]?.string, let end = json["until"]?.instant else { return nil }
      self.init(text: text, end: end)
    }

    var json: JSON { ["text": .string(text), "until": JSON(end)] }
  }

  let records: WebsiteRecords
  let name: RecordName

  /// The texts whose time is not over, the oldest first.
  func texts(at now: Instant) async throws(OAuthError) -> [String] {
    Self.entries(try await records.read(name)?.json).filter { now < $0.end }.map(\.text)
  }

  /// A list with a text added at its end, and those that have to go where there are more than `maximum`.
  static func adding(
    _ text: String, until end: Instant, to json: JSON?, at now: Instant, maximum: Int
  ) -> (json: JSON, dropped: [String]) {
    var entries = Self.entries(json).filter { now < $0.end } + [Entry(text: text, end: end)]
    let dropped = entries.prefix(max(0, entries.count - maximum)).map(\.text)
    entries.removeFirst(dropped.count)
    return (Self.json(entries), dropped)
  }

  /// Takes texts out.
  func remove(_ texts: [String]) async throws(OAuthError) {
    try await records.change(name) { json in
      let left = Self.entries(json).filter { entry in !texts.contains { $0.hasSameBytes(as: entry.text) } }
      return left.isEmpty ? nil : Self.json(left)
    }
  }

  private static func entries(_ json: JSON?) -> [Entry] {
    json?["entries"]?.array?.compactMap(Entry.init(json:)) ?? []
  }

  private static func json(_ entries: [Entry]) -> JSON {
    let end = entries.map(\.end).max() ?? Instant(secondsSinceEpoch: 0)
    return ["entries": .array(entries.map(\.json)), "until": JSON(end)]
  }
}
