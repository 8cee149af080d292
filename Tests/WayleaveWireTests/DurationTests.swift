import Testing
import WayleaveWire

@Suite("A time as the whole seconds and milliseconds that protocols and files write")
struct DurationTests {
  @Test(
    "a fraction of a second is dropped, as it is of a negative time",
    arguments: [
      (.zero, 0), (.seconds(60), 60), (.milliseconds(999), 0), (.milliseconds(1999), 1), (.milliseconds(-1999), -1),
      (.nanoseconds(-1), 0), (.seconds(Int64.max) - .nanoseconds(1), .max - 1),
    ] as [(Duration, Int64)])
  func seconds(time: Duration, expected: Int64) {
    #expect(time.wholeSeconds == expected)
  }

  @Test(
    "a fraction of a millisecond is dropped",
    arguments: [
      (.zero, 0), (.seconds(2), 2000), (.microseconds(1999), 1), (.microseconds(-1999), -1), (.milliseconds(-1), -1),
      (.milliseconds(Int64.max) - .nanoseconds(1), .max - 1),
    ] as [(Duration, Int64)])
  func milliseconds(time: Duration, expected: Int64) {
    #expect(time.wholeMilliseconds == expected)
  }

  @Test(
    "a time that no number can hold becomes the nearest one",
    arguments: [
      (.seconds(Int64.max), .max), (.seconds(Int64.min), .min), (.seconds(1.7e20), .max), (.seconds(-1.7e20), .min),
    ] as [(Duration, Int64)])
  func extremes(time: Duration, expected: Int64) {
    #expect(time.wholeSeconds == expected && time.wholeMilliseconds == expected)
  }
}
