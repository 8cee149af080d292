import Testing
import WayleaveWire

@Suite("Names that a misspelt one may mean")
struct NearestNamesTests {
  private let names = ["foursquare", "twitter", "tumblr", "flickr"]

  @Test(
    "the nearest is named first; far ones are not",
    arguments: [("twiter", ["twitter"]), ("TWITER", ["twitter"]), ("xyz", [])])
  func nearest(text: String, nearest: [String]) { #expect(NearestNames.of(text, among: names) == nearest) }

  @Test("a name that begins or ends with the word is near, and each is named once")
  func parts() {
    let names = ["playground-twitter", "playground-tollgate", "playground-foursquare", "twitter"]
    #expect(Set(NearestNames.of("playground", among: names + names)) == Set(names.prefix(3)))
    #expect(NearestNames.of("tollgate", among: names + names) == ["playground-tollgate"])
    #expect(NearestNames.of("playgroud-tollgate", among: names + names) == ["playground-tollgate"])
    #expect(NearestNames.of("er", among: ["playground-twitter"]) == [])
  }

  @Test("without a near one, all are shown; without any, that is said")
  func suggestion() {
    #expect(NearestNames.suggestion(for: "xyz", among: names).hasPrefix("There are: "))
    #expect(NearestNames.suggestion(for: "xyz", among: []) == "There are none yet.")
  }
}
