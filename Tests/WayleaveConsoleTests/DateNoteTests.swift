import Testing
import WayleaveWire

@testable import WayleaveConsole

@Suite("DateNote: a number of seconds as people read it")
struct DateNoteTests {
  @Test("the distance is in one unit, past or future", arguments: [(60, "in 1 minute"), (-7200, "2 hours ago")])
  func distance(seconds: Int64, words: String) {
    let now = Instant(secondsSinceEpoch: 1_000_000)
    #expect(DateNote.text(1_000_000 + seconds, at: now).hasSuffix(words))
  }
}
