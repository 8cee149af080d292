import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9110 §11.6.1: challenges")
struct ChallengeTests {
  struct Vectors: Decodable {
    struct Case: Decodable {
      struct Expected: Decodable {
        let scheme: String
        let params: [String: String]
      }
      let header: String
      let challenges: [Expected]?
    }
    let cases: [Case]
  }

  @Test("every published header is read as its challenges, or as none when it is malformed")
  func vectors() throws {
    let vectors = try VectorFile.read("www_authenticate", as: Vectors.self).cases
    #expect(vectors.count == 11)
    for vector in vectors {
      let challenges = Challenge.list(in: vector.header)
      #expect((challenges == nil) == (vector.challenges == nil), "\(vector.header)")
      guard let challenges, let expected = vector.challenges else { continue }
      #expect(challenges.count == expected.count, "\(vector.header)")
      for (challenge, expected) in zip(challenges, expected) {
        #expect(challenge.isScheme(expected.scheme))
        #expect(Dictionary(uniqueKeysWithValues: challenge.parameters.map { ($0.name, $0.value) }) == expected.params)
        #expect(challenge.token68 == nil)
      }
    }
  }

  @Test("§11.2: a token68 stands in place of parameters", arguments: ["abc", "YWJj/+-._~0==", "a=", "a"])
  func token68(token: String) throws {
    let challenges = try #require(Challenge.list(in: "Negotiate \(token), Bearer realm=x"))
    #expect(challenges.map(\.scheme) == ["Negotiate", "Bearer"])
    #expect(challenges[0].token68 == token && challenges[0].parameters.isEmpty)
    #expect(challenges[1].token68 == nil && challenges[1]["realm"] == "x")
  }

  @Test("several schemes without parameters are separate challenges")
  func bareSchemes() {
    #expect(Challenge.list(in: "Negotiate, Basic ,Bearer,")?.map(\.scheme) == ["Negotiate", "Basic", "Bearer"])
  }

  @Test("an empty list has no challenge", arguments: ["", " ", ",", " ,\t, "])
  func empty(header: String) {
    #expect(Challenge.list(in: header)?.isEmpty == true)
  }

  @Test("§5.6.4: a backslash takes the next character as it is, and commas and signs in quotes are text")
  func quotedPairs() {
    let header = #"Bearer realm="a\"b\\c\d, Basic x=\"y\"", error="", scope="é €""#
    let challenge = Challenge.list(in: header)?.first
    #expect(challenge?["realm"] == #"a"b\cd, Basic x="y""#)
    #expect(challenge?["error"] == "")
    #expect(challenge?["scope"] == "é €")
  }

  @Test("§5.6.3: spaces and tabs around the sign are read")
  func spaces() {
    let challenges = Challenge.list(in: "\tBearer \t realm \t=\t \"x\" \t,\terror = y")
    #expect(challenges?.count == 1)
    #expect(challenges?.first?["realm"] == "x" && challenges?.first?["error"] == "y")
  }

  @Test("schemes and names are compared whatever their case, values are not changed")
  func cases() {
    let challenge = Challenge.list(in: "dPoP ERROR=Use_DPoP_Nonce")?.first
    #expect(challenge?.isScheme("DPoP") == true && challenge?.isScheme("DPo") == false)
    #expect(challenge?["error"] == "Use_DPoP_Nonce" && challenge?["ERROR"] == nil)
  }

  @Test(
    "what is malformed is no challenge at all",
    arguments: [
      "=", "\"x\"", "Bearer =x", "Bearer realm=x y", "Bearer realm=\"x\" error=y", "Bearer realm=\"x\"y",
      "Bearer realm=\"x", "Bearer realm=\"x\\",
      "Bearer realm=\"x\\\"", "Bearer realm=x, Realm=y", "Bearer realm=, error=x", "Bearer abc def", "Bearer abc def=1",
      "Bearer a=b=c",
      "Bearer realm=(x)", "Bearer(x)", "Bearer;realm=x", "Bearer realm=x; error=y", "Beärer", "Bearer realm=ä",
      "Bearer abc=d=",
      "Bearer realm=\"a\nb\"", "Bearer realm=\"a\\\u{0}\"", "Bearer realm=\"\u{7F}\"", "Bearer abc==, =",
      "Bearer realm=x,,=y",
    ])
  func malformed(header: String) {
    #expect(Challenge.list(in: header) == nil)
  }

  @Test(
    "§11.2: a challenge that repeats a parameter is left out, and those next to it are read",
    arguments: [
      ("Bearer realm=x, Realm=y, DPoP error=e", ["DPoP"]), ("DPoP error=e, Bearer realm=x, realm=x", ["DPoP"]),
      ("Basic realm=a, Bearer a=1, b=2, A=3, b=4, DPoP algs=\"ES256\", Negotiate", ["Basic", "DPoP", "Negotiate"]),
    ])
  func repeatedParameter(header: String, schemes: [String]) {
    let challenges = Challenge.list(in: header)
    #expect(challenges?.map(\.scheme) == schemes)
    #expect(challenges?.allSatisfy { $0["realm"] == nil || $0["realm"] == "a" } == true)
    // What is malformed behind it still makes the whole unread.
    #expect(Challenge.list(in: header + ", =") == nil)
  }

  @Test("a header of 8192 bytes is read, a longer one is not")
  func length() {
    let header = "Bearer realm=\"" + String(repeating: "a", count: Challenge.maximumLength - 15) + "\""
    #expect(Challenge.list(in: header)?.first?["realm"]?.utf8.count == 8177)
    #expect(Challenge.list(in: header + " ") == nil)
  }

  @Test("challenges are equal when all their bytes are")
  func equality() {
    func only(_ header: String) -> Challenge? { Challenge.list(in: header)?.first }
    #expect(only("A b=\"c\", d=e") == only("A b=c, d=e"))
    #expect(only("A b=c") != only("A b=d"))
    #expect(only("A b=c, d=e") != only("A d=e, b=c"))
    #expect(only("A b") != only("A c"))
    #expect(only("A") != only("a"))
    #expect(only("A b=\"\u{E9}\"") != only("A b=\"e\u{301}\""))
    #expect(only("A") != Challenge(scheme: "A", token68: ""))
  }

  // attack 274
  @Test("no bytes make the reader crash")
  func randomBytes() {
    var random = SeededGenerator(seed: 9110)
    let pieces = ["Bearer", " ", ",", "=", "\"", "\\", "a", "b=c", "==", "\t", "é", "/", ";"]
    var accepted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...9, using: &random)
      let header = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let challenges = Challenge.list(in: header) else { continue }
      accepted += 1
      #expect(challenges.allSatisfy { !$0.scheme.isEmpty && ($0.token68 == nil || $0.parameters.isEmpty) })
    }
    #expect(accepted > 100)
  }
}
