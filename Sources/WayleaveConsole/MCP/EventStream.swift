package import WayleaveWire

/// Takes the body of an event stream apart into events, however the bytes are cut.
///
/// HTML Living Standard §9.2.6, "Interpreting an event stream". What is kept is never more than one event of the largest
/// size.
package struct EventStream: Sendable {
  /// One event.
  package struct Event: Equatable, Sendable {
    /// Its type, which is `message` where none is named.
    package let name: String
    package let data: [UInt8]
  }

  /// The id of the last event, by which the server goes on with a stream that broke; nil where it has given none.
  package private(set) var lastID: String?
  /// How long the server asks to be left alone before the stream is asked for again.
  package private(set) var retry: Duration?

  private let maximum: Int
  private var line: [UInt8] = []
  private var data: [UInt8]?
  private var name = ""
  private var id: String?
  private var isFirstLine = true
  /// Whether the last line ended with CR: then LF right behind it is part of the same end.
  private var hadReturn = false

  package init(maximum: Int = MessageLines.maximumSize) { self.maximum = maximum }

  /// Takes the next bytes, and gives the events that end in them; throws `answer.too_large`.
  package mutating func take(_ bytes: [UInt8]) throws(OAuthError) -> [Event] {
    var events: [Event] = []
    var rest = bytes[...]
    if hadReturn, let first = rest.first {
      hadReturn = false
      if first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
    }
    while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      try append(rest[..<end])
      if let event = try endLine() { events.append(event) }
      let next = end + 1
      if rest[end] == UInt8(ascii: "\r") {
        guard next < rest.endIndex else {
          hadReturn = true
          return events
        }
        rest = rest[next...]
        if rest.first == UInt8(ascii: "\n") { rest = rest.dropFirst() }
      } else {
        rest = rest[next...]
      }
    }
    try append(rest)
    return events
  }

  /// Begins again with another body of the same stream: an event without its end is dropped.
  package mutating func begin() {
    (line, data, name, id, isFirstLine, hadReturn) = ([], nil, "", nil, true, false)
  }

  private mutating func append(_ part: ArraySlice<UInt8>) throws(OAuthError) {
    guard line.count + part.count + (data?.count ?? 0) <= maximum else { throw .eventTooLarge(maximum) }
    line += part
  }

  /// Reads a whole line; an empty one ends an event.
  private mutating func endLine() throws(OAuthError) -> Event? {
    defer { line.removeAll(keepingCapacity: line.count < 65536) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: JSON.byteOrderMark) { line.removeFirst(JSON.byteOrderMark.count) }
    }
    guard !line.isEmpty else { return endEvent() }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // Without a name it is a comment, by which servers keep the connection open.
    guard colon != line.startIndex else { return nil }
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    take(String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self), value)
    return nil
  }

  private mutating func take(_ field: String, _ value: ArraySlice<UInt8>) {
    switch field {
    case "data":
      // The lines of one event are one text, with a line break between two.
      if data == nil { data = [] } else { data?.append(UInt8(ascii: "\n")) }
      data? += value
    case "event": name = String(decoding: value, as: UTF8.self)
    case "id": if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      // At most an hour: no server decides that a stream is never asked for again.
      if !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        retry = .milliseconds(min(Int64(String(decoding: value, as: UTF8.self)) ?? .max, 3_600_000))
      }
    default: break
    }
  }

  private mutating func endEvent() -> Event? {
    defer { (data, name) = (nil, "") }
    // An event without data counts for its id alone. An empty id takes back the one before.
    if let id { lastID = id.isEmpty ? nil : id }
    id = nil
    return data.map { Event(name: name.isEmpty ? "message" : name, data: $0) }
  }
}

extension OAuthError {
  fileprivate static func eventTooLarge(_ maximum: Int) -> OAuthError {
    OAuthError(
      .answerTooLarge, message: "The server sends an event that is larger than the \(maximum) bytes allowed.",
      rule: .wayleave("every answer has a cap"), remedy: "Ask for less at once, or tell the operators of the server.")
  }
}
