import Testing
import WayleaveWire

@Suite("attacks.md 201: advice holds what it is about, and nothing that a terminal would obey")
struct RemedyTextTests {
  private static let hostile = "name\u{1B}[2J\u{202E}"

  @Test("texts from outside are cleaned in every remedy that has some")
  func cleaned() {
    let demand = AccessDemand(
      scopes: [Self.hostile], authenticationContextClasses: [Self.hostile], maximumAge: .seconds(9))
    let remedies: [Remedy] = [
      .signIn(provider: Self.hostile), .registerClient(provider: Self.hostile), .addToEntry(Self.hostile),
      .signInOnTerms(demand, account: Self.hostile), .signInOnTerms(AccessDemand(), account: Self.hostile),
      .askForScopes([Self.hostile]),
    ]
    for remedy in remedies {
      #expect(remedy.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }, "\(remedy)")
      #expect(remedy.description.contains("name"), "\(remedy)")
    }
  }

  @Test("the terms of a sign-in are all named, and none where there are none")
  func terms() throws {
    let all = AccessDemand(scopes: ["s1", "s2"], authenticationContextClasses: ["c1", "c2"], maximumAge: .seconds(61))
    let text = Remedy.signInOnTerms(all, account: "ada").description
    for part in ["ada", "s1 s2", "c1", "c2", "61"] { #expect(text.contains(part), "\(part)") }
    let none = Remedy.signInOnTerms(AccessDemand(), account: "ada").description
    #expect(none.contains("ada") && !none.contains(",") && none.utf8.count < text.utf8.count)
    let age = Remedy.signInOnTerms(AccessDemand(maximumAge: .milliseconds(1999)), account: "ada").description
    #expect(age.contains(" 1 ") && !age.contains("2"))
  }

  @Test(
    "a time is written in whole seconds, one of them in the singular, and what is past is now",
    arguments: [
      (.seconds(2), "in 2 seconds"), (.seconds(1), "in 1 second."), (.milliseconds(1999), "in 1 second."),
      (.zero, "now"),
      (.milliseconds(999), "now"), (.seconds(-5), "now"), (.seconds(3600), "in 3600 seconds"),
    ] as [(Duration, String)])
  func times(time: Duration, words: String) {
    #expect(Remedy.wait(time).description.contains(words))
  }

  @Test("the clocks are compared in minutes, whichever of them is fast", arguments: [600, -600, 659, -659] as [Int64])
  func clocks(seconds: Int64) throws {
    let text = Remedy.compareClocks(of: try Origin("https://as.example"), apart: .seconds(seconds)).description
    #expect(text.contains("10 minutes") && text.contains("https://as.example") && !text.contains("-"))
  }

  @Test("two clocks that are less than two minutes apart are compared in seconds")
  func nearClocks() throws {
    let origin = try Origin("https://as.example")
    #expect(Remedy.compareClocks(of: origin, apart: .seconds(-90)).description.contains("90 seconds apart"))
    #expect(Remedy.compareClocks(of: origin, apart: .seconds(120)).description.contains("2 minutes apart"))
  }

  @Test("each remedy is another sentence")
  func distinct() throws {
    let origin = try Origin("https://as.example")
    let remedies: [Remedy] = [
      "Do it.", .signIn(provider: "p"), .allowOrigin(origin), .giveSecret, .giveKey, .giveCertificate,
      .leaveOutCertificate,
      .registerClient(provider: nil), .addToEntry("k"), .correctEntry,
      .chooseIssuer(api: try AbsoluteURL("https://api.example/?key=s3cret")),
      .signInOnTerms(AccessDemand(), account: "a"), .signInElsewhere(issuer: try AbsoluteURL("https://as.example")),
      .signInInBrowser, .registerLoopbackRedirectURI, .sendUnpushed, .allowPushing, .allowRenewal,
      .finishSignOut(left: ["the refresh token", "the access token"]), .askForScopes([]), .wait(.seconds(3)),
      .giveMoreTime,
      .acceptDowngrade, .compareClocks(of: origin, apart: .seconds(600)), .trustAuthority, .tellProvider,
    ]
    #expect(Set(remedies).count == remedies.count && Set(remedies.map(\.description)).count == remedies.count)
    for remedy in remedies {
      #expect(remedy.description.hasSuffix(".") && !remedy.description.contains("s3cret"), "\(remedy)")
    }
    #expect(Remedy("x") == .advice("x") && "\(Remedy("x"))" == "x")
  }
}
