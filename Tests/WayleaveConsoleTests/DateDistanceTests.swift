import Testing
import WayleaveWire

@testable import WayleaveConsole

@Suite("DateNote: the largest unit that fits, rounded down")
struct DateDistanceTests {
  private let now: Int64 = 1_700_000_000
  private func note(_ distance: Int64) -> String {
    DateNote.text(now + distance, at: Instant(secondsSinceEpoch: now))
  }

  @Test(
    "each unit begins at its own length",
    arguments: [
      (0, "now"), (1, "in 1 second"), (59, "in 59 seconds"), (60, "in 1 minute"), (119, "in 1 minute"),
      (120, "in 2 minutes"), (3599, "in 59 minutes"), (3600, "in 1 hour"), (7200, "in 2 hours"), (86399, "in 23 hours"),
      (86400, "in 1 day"), (172_800, "in 2 days"), (31_557_599, "in 365 days"), (31_557_600, "in 1 year"),
      (63_115_200, "in 2 years"), (-1, "1 second ago"), (-59, "59 seconds ago"), (-60, "1 minute ago"),
      (-3600, "1 hour ago"), (-86400, "1 day ago"), (-31_557_600, "1 year ago"),
    ] as [(Int64, String)])
  func unit(distance: Int64, words: String) { #expect(note(distance).hasSuffix(", " + words)) }

  @Test("two hundred years and more say nothing of the distance")
  func longest() {
    let longest: Int64 = 200 * 31_557_600
    #expect(note(longest - 1).hasSuffix("in 199 years") && !note(longest).contains(" in "))
    #expect(note(1 - longest).hasSuffix("199 years ago") && !note(-longest).contains("ago"))
  }

  @Test(
    "a claim with the largest or the smallest number is shown, and ends nothing",
    arguments: [Int64.max, .min, .min + 1])
  func extremes(seconds: Int64) {
    for now in [0, Int64.max, .min] { #expect(!DateNote.text(seconds, at: Instant(secondsSinceEpoch: now)).isEmpty) }
  }
}
