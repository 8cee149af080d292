import Testing
import WayleaveWire
import WayleaveConsole

@Suite("Names within a third of the length in changes of one character")
struct NameDistanceTests {
  @Test(
    "one insertion, removal or change counts as one, and two are allowed at least",
    arguments: [
      ("flickr", "flickr", true), ("flick", "flickr", true), ("flickrr", "flickr", true), ("flockr", "flickr", true),
      ("lickr", "flickr", true), ("fickr", "flickr", true), ("filckr", "flickr", true), ("flXXkr", "flickr", true),
      ("fXXXkr", "flickr", false), ("flickrabc", "flickr", true), ("flickrabcd", "flickr", false),
      ("123456789", "123456xyz", true), ("123456789", "12345wxyz", false), ("123456789012", "12345678wxyz", true),
      ("xy", "ab", false), ("abc", "xyc", true), ("fo", "foursquare", true), ("ou", "foursquare", false),
    ])
  func limit(typed: String, name: String, isNear: Bool) {
    #expect(NearestNames.of(typed, among: [name]) == (isNear ? [name] : []))
  }

  @Test("the nearest comes first, equal ones by name, and no more than three")
  func order() {
    #expect(NearestNames.of("abcd", among: ["abxy", "zbcd", "abcd", "abcx"]) == ["abcd", "abcx", "zbcd"])
    #expect(NearestNames.of("", among: ["c", "b", "a", "d"]) == ["a", "b", "c"])
    #expect(NearestNames.of("abcd", among: []) == [])
  }

  @Test("ten names are shown where none is near, and no eleventh")
  func all() {
    let names = (10..<21).map { "provider-\($0)" }
    let text = NearestNames.suggestion(for: "x", among: names)
    #expect(text.contains("provider-19") && !text.contains("provider-20"))
    #expect(NearestNames.suggestion(for: "flickrr", among: ["flickr", "zzz"]) == "Did you mean flickr?")
  }
}
