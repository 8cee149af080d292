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

  @Test("without a near one, all are shown, or of more than ten how many there are; without any, that is said")
  func suggestion() {
    let many = (1...11).map { "shop/\($0)" }
    #expect(NearestNames.suggestion(for: "xyz", among: Array(many.prefix(10))).hasPrefix("There are: shop/1, "))
    #expect(NearestNames.suggestion(for: "xyz", among: many).hasPrefix("There are 11, among them: shop/1, "))
    #expect(!NearestNames.suggestion(for: "xyz", among: many).contains("shop/11"))
    #expect(NearestNames.suggestion(for: "xyz", among: []) == "There are none yet.")
  }
}
