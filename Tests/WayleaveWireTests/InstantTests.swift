import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 3339: points in time")
struct InstantTests {
  @Test(
    "known dates",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (86399, "1970-01-01T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"),
      (951_868_800, "2000-03-01T00:00:00Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
      (1_709_251_199, "2024-02-29T23:59:59Z"),
      (1_735_689_599, "2024-12-31T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"),
      (-2_203_891_200, "1900-03-01T00:00:00Z"), (-11_676_096_000, "1600-01-01T00:00:00Z"),
      (1_000_000_000, "2001-09-09T01:46:40Z"),
      (2_147_483_648, "2038-01-19T03:14:08Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, text: String) {
    #expect(Instant(secondsSinceEpoch: seconds).description == text)
  }

  @Test(
    "beyond the years 1 to 9999 the bare seconds are shown",
    arguments: [.min, .max, -62_135_596_801, 253_402_300_800] as [Int64])
  func beyond(seconds: Int64) {
    #expect(Instant(secondsSinceEpoch: seconds).description == "\(seconds)s")
  }

  @Test("any instant since 1600 is written as Foundation writes it")
  func againstFoundation() {
    var random = SeededGenerator(seed: 3339)
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
      let expected = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
      #expect(Instant(secondsSinceEpoch: seconds).description == expected)
    }
  }

  @Test("seconds are added, and no lifetime makes the sum wrap around")
  func addition() {
    let now = Instant(secondsSinceEpoch: 1_000_000_000)
    #expect(now + 3600 == Instant(secondsSinceEpoch: 1_000_003_600))
    #expect(now + -1 < now)
    #expect(now + .max == Instant(secondsSinceEpoch: .max))
    #expect(Instant(secondsSinceEpoch: -2) + .min == Instant(secondsSinceEpoch: .min))
    #expect(Instant(secondsSinceEpoch: .min) + -1 == Instant(secondsSinceEpoch: .min))
  }

  @Test("the difference of any two instants is exact")
  func subtraction() {
    let now = Instant(secondsSinceEpoch: 1_000_000_000)
    #expect((now + 60) - now == .seconds(60))
    #expect(now - (now + 60) == .seconds(-60))
    let (first, last) = (Instant(secondsSinceEpoch: .min), Instant(secondsSinceEpoch: .max))
    #expect(last - first == .seconds(Int64.max) - .seconds(Int64.min))
    #expect((last - first).wholeSeconds == .max && (first - last).wholeSeconds == .min)
  }

  @Test("a time is added and subtracted in whole seconds; one beyond all time leads to the last instant or the first")
  func durations() {
    let now = Instant(secondsSinceEpoch: 1_000_000_000)
    #expect(now + .seconds(60) == now + 60 && now - .seconds(60) == now + -60)
    #expect(now + .milliseconds(1999) == now + 1 && now - .milliseconds(1999) == now + -1)
    let (first, last) = (Instant(secondsSinceEpoch: .min), Instant(secondsSinceEpoch: .max))
    for time in [Duration.seconds(Int64.max), .seconds(1e20)] {
      #expect(now + time == last && now - .zero == now)
      #expect(Instant(secondsSinceEpoch: -1) - time == first)
    }
    for time in [Duration.seconds(Int64.min), .seconds(-1e20)] {
      #expect(now - time == last && Instant(secondsSinceEpoch: -1) + time == first)
    }
  }

  @Test("the earlier instant comes first")
  func order() {
    let instants = [3, -1, 2].map { Instant(secondsSinceEpoch: $0) }
    #expect(instants.sorted().map(\.secondsSinceEpoch) == [-1, 2, 3])
  }
}
