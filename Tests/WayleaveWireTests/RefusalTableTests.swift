import Testing
import WayleaveWire

@Suite("RFC 6749 §5.2: what the words of a provider mean")
struct RefusalTableTests {
  private typealias Row = RefusalTable.Row

  private func refusal(
    _ error: String, subcode: String? = nil, description: String? = nil, shape: ProviderRefusal.Shape = .word
  ) -> ProviderRefusal {
    ProviderRefusal(error: error, subcode: subcode, description: description, shape: shape)
  }

  @Test("the first row that fits counts, and rows of an entry stand before the common ones")
  func order() {
    let common = RefusalTable([Row("190", means: .tokenInvalid), Row("4", means: .rateLimited)])
    #expect(common.meaning(of: refusal("190")) == .tokenInvalid && common.meaning(of: refusal("191")) == nil)
    let table = RefusalTable([Row("190", subcode: "458", means: .grantGone)], before: common)
    #expect(table.rows.count == 3)
    #expect(table.meaning(of: refusal("190", subcode: "458")) == .grantGone)
    #expect(table.meaning(of: refusal("190", subcode: "459")) == .tokenInvalid)
    #expect(table.meaning(of: refusal("190")) == .tokenInvalid)
    #expect(table.meaning(of: refusal("4")) == .rateLimited)
    #expect(RefusalTable([Row("4", means: .final), Row("4", means: .unavailable)]).meaning(of: refusal("4")) == .final)
  }

  @Test("a row of one shape says nothing about another shape", arguments: ProviderRefusal.Shape.allCases)
  func shapes(shape: ProviderRefusal.Shape) {
    let table = RefusalTable([Row("89", in: .list, means: .grantGone)])
    #expect(table.meaning(of: refusal("89", shape: shape)) == (shape == .list ? .grantGone : nil))
    #expect(RefusalTable([Row("89", means: .final)]).meaning(of: refusal("89", shape: shape)) == .final)
  }

  @Test(
    "a row that names words of the description needs all of them, in any case and order",
    arguments: [
      ("The token has EXPIRED", true), ("expired: the Token", true), ("token", false), ("has expired", false),
      ("", false), (nil, false),
    ] as [(String?, Bool)])
  func described(description: String?, fits: Bool) {
    let table = RefusalTable([Row("invalid_request", describedBy: ["Token", "expired"], means: .tokenInvalid)])
    #expect((table.meaning(of: refusal("invalid_request", description: description)) != nil) == fits)
    #expect(table.meaning(of: refusal("invalid_grant", description: "token expired")) == nil)
  }

  @Test(
    "a word that ends a grant counts in any case and between spaces; no other word does",
    arguments: [
      ("invalid_grant", true, false), ("Invalid_Grant", true, true), (" invalid_grant ", true, true),
      ("INVALID_GRANT  ", true, true), ("invalid grant", false, false), ("invalid_grant.", false, false),
      ("invalid_gran", false, false), ("", false, false), ("   ", false, false),
    ])
  func tolerance(word: String, fits: Bool, isTolerated: Bool) {
    let table = RefusalTable([Row("invalid_grant", means: .grantGone)])
    #expect((table.meaning(of: refusal(word)) == .grantGone) == fits)
    #expect(table.toleratedWord(in: refusal(word)) == (isTolerated ? "invalid_grant" : nil))
    let strict = RefusalTable([Row("invalid_grant", means: .tokenInvalid)])
    #expect((strict.meaning(of: refusal(word)) != nil) == (word == "invalid_grant"))
    #expect(strict.toleratedWord(in: refusal(word)) == nil)
  }

  @Test("words and subcodes are compared by bytes")
  func bytes() {
    let table = RefusalTable([Row("caf\u{E9}", subcode: "\u{E9}", means: .final)])
    #expect(table.meaning(of: refusal("caf\u{E9}", subcode: "\u{E9}")) == .final)
    #expect(table.meaning(of: refusal("cafe\u{301}", subcode: "\u{E9}")) == nil)
    #expect(table.meaning(of: refusal("caf\u{E9}", subcode: "e\u{301}")) == nil)
  }

  private static let demand = AccessDemand(
    scopes: ["read"], authenticationContextClasses: ["mfa"], maximumAge: .seconds(60))

  @Test(
    "each meaning has its action, with the terms that the provider names",
    arguments: [
      (.grantGone, .signIn), (.tokenInvalid, .refresh), (.consentNeeded, .askConsent(demand)),
      (.denied, .askConsent(demand)),
      (.stepUpNeeded, .stepUp(demand)), (.rateLimited, .wait(.seconds(60))), (.unavailable, .wait(.seconds(5))),
      (.retryNow, .wait(.zero)), (.final, .giveUp), (.accountSuspended, .giveUp),
    ] as [(RefusalTable.Meaning, RecommendedAction)])
  func actions(meaning: RefusalTable.Meaning, action: RecommendedAction) {
    let table = RefusalTable([Row("w", means: meaning)])
    #expect(table.action(for: ProviderRefusal(error: "w", demand: Self.demand)) == action)
    // An answer that says when to try again is believed, whatever its word means.
    #expect(
      table.action(for: ProviderRefusal(error: "w", retryAfter: .seconds(9), demand: Self.demand)) == .wait(.seconds(9))
    )
    #expect(table.action(for: ProviderRefusal(error: "x", demand: Self.demand)) == nil)
    #expect(table.action(for: ProviderRefusal(error: "x", retryAfter: .seconds(9))) == .wait(.seconds(9)))
  }

  @Test("without terms, the user is asked in general")
  func withoutDemand() {
    let table = RefusalTable([Row("c", means: .consentNeeded), Row("s", means: .stepUpNeeded)])
    #expect(
      table.action(for: refusal("c")) == .askConsent && table.action(for: refusal("s")) == .stepUp(AccessDemand()))
    #expect(RecommendedAction.retry == .wait(.zero) && RecommendedAction.askConsent != .askConsent(Self.demand))
  }

  @Test("every meaning has a stable name", arguments: RefusalTable.Meaning.allCases)
  func names(meaning: RefusalTable.Meaning) {
    #expect(RefusalTable.Meaning(rawValue: meaning.rawValue) == meaning)
    #expect(meaning.rawValue.utf8.allSatisfy { $0.isLetter && $0.lowercased == $0 || $0 == UInt8(ascii: "_") })
  }

  @Test("§5.2: the texts of a refusal have their limits, and the subcode too")
  func limits() {
    func text(_ count: Int) -> String { String(repeating: "a", count: count) }
    let whole = ProviderRefusal(error: text(100), subcode: text(100), description: text(300))
    #expect(whole.error == text(100) && whole.subcode == text(100) && whole.description == text(300))
    let cut = ProviderRefusal(error: text(101), subcode: text(101), description: text(301))
    #expect(cut.error == text(100) + "…" && cut.subcode == text(100) + "…" && cut.description == text(300) + "…")
    #expect(ProviderRefusal(error: "e", subcode: "\u{1B}").subcode == "\\u{1b}")
  }
}

@Suite("M2: a failure that a reader of a provider's document marks")
struct MarkedFailureTests {
  private func error(_ fault: OAuthError.Fault?, member: String? = nil) -> OAuthError {
    OAuthError(
      .malformedURL, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "Do it.", fault: fault,
      member: member)
  }

  @Test(
    "what its caller or a client did wrong becomes the fault of who wrote the text",
    arguments: OAuthError.Fault.allCases)
  func blame(fault: OAuthError.Fault) {
    for other in OAuthError.Fault.allCases {
      let marked = error(fault).blamedOn(other, member: "m")
      let moves = fault == .caller || fault == .client
      #expect(marked.fault == (moves ? other : fault), "\(other)")
      #expect(marked.remedy == (moves && other != fault && other == .provider ? .tellProvider : "Do it."), "\(other)")
      #expect(marked.member == (moves || other == fault ? "m" : nil), "\(other)")
      #expect(error(fault, member: "inner").blamedOn(other, member: "m").member == "inner")
    }
  }

  @Test("the value of a reader comes through, and its failure is the provider's")
  func blaming() throws {
    #expect(try OAuthError.blamingProvider(member: "m") { () throws(OAuthError) in 7 } == 7)
    do throws(OAuthError) {
      _ = try OAuthError.blamingProvider(member: "m") { () throws(OAuthError) -> Int in throw error(nil) }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.fault == .provider && error.member == "m" && error.category == .unverified)
    }
  }

  @Test("a member of a hundred characters is whole, a longer one is cut")
  func members() {
    let name = String(repeating: "m", count: 100)
    #expect(error(nil, member: name).member == name && error(nil, member: name + "m").member == name + "…")
    #expect(error(nil).blamedOn(.provider, member: name + "m").member == name + "…")
  }

  @Test("other advice changes nothing else")
  func remedied() {
    let changed = error(.provider, member: "m").remedied(by: .giveSecret)
    #expect(changed.remedy == .giveSecret && changed.fault == .provider && changed.member == "m")
    #expect(changed.remedied(by: "Do it.") == error(.provider, member: "m") && changed != error(.provider, member: "m"))
  }
}
