import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("RFC 6749 §4.1.2, RFC 9700 §4.14: the ledger of codes, grants and tokens that all played providers share")
struct LedgerTests {
  private typealias Sample = Ledger<String, String, String>

  private let now = Instant(secondsSinceEpoch: 1_795_000_000)
  private let code = Secret("code")
  private let access = Secret("access")
  private let refresh = Secret("refresh")

  private func standing(_ ledger: Sample, after seconds: Int64 = 0) -> String {
    switch ledger.code(code, at: now + .seconds(seconds))?.standing {
    case .good: "good"
    case .expired: "expired"
    case .used: "used"
    case nil: "unknown"
    }
  }

  @Test func `a code is good for a minute, is remembered for an hour, and is unknown before and afterwards`() {
    var ledger = Sample(revokesAfterReuse: true)
    #expect(standing(ledger) == "unknown")
    ledger.save("request", as: code, at: now)
    #expect(ledger.code(code, at: now)?.content == "request")
    #expect(
      [0, 59, 60, 3599, 3600].map { standing(ledger, after: $0) } == ["good", "good", "expired", "expired", "unknown"])
  }

  @Test func `a used code is used also when its time is over`() {
    var ledger = Sample(revokesAfterReuse: true)
    ledger.save("request", as: code, at: now)
    ledger.spendCode(code, for: ledger.begin("Ada"))
    #expect([0, 61].map { standing(ledger, after: $0) } == ["used", "used"])
  }

  @Test(arguments: [true, false])
  func `the second use of a code ends its tokens, once, where the provider does that`(revokes: Bool) {
    var ledger = Sample(revokesAfterReuse: revokes)
    ledger.save("request", as: code, at: now)
    let grant = ledger.begin("Ada")
    ledger.spendCode(code, for: grant)
    ledger.saveAccessToken("read", as: access, of: grant, at: now)
    ledger.saveRefreshToken("read", as: refresh, of: grant, at: now)
    guard case .used(let earlier) = ledger.code(code, at: now)?.standing else {
      Issue.record("the code counts as used")
      return
    }
    let ended = [ledger.endAfterReuse(earlier, at: now), ledger.endAfterReuse(earlier, at: now)]
    #expect(ended == [revokes ? "Ada" : nil, nil])
    #expect([access, refresh].allSatisfy { (ledger.goodToken($0, at: now) == nil) == revokes })
  }

  @Test func `an ended token is still known, with the reason; one that has expired is known as well`() {
    var ledger = Sample(revokesAfterReuse: false)
    let (ada, ravi) = (ledger.begin("Ada"), ledger.begin("Ravi"))
    ledger.saveAccessToken("read", as: access, of: ada, until: now + .seconds(60), at: now)
    ledger.saveAccessToken("read", as: Secret("other"), of: ravi, at: now)
    let later = now + .seconds(60)
    #expect(ledger.token(access, at: later)?.ending == nil && ledger.goodToken(access, at: later) == nil)
    let ended = ledger.end(.passwordChanged) { $0 == "Ada" }
    #expect(ended == ["Ada"])
    #expect(ledger.token(access, at: now)?.ending == .passwordChanged)
    #expect(ledger.goodToken(Secret("other"), at: now)?.grant == "Ravi")
    let rest = [ledger.end(ada, at: now), ledger.end(ravi, at: now)]
    #expect(rest == [nil, "Ravi"])
  }

  @Test func `a refresh token takes the access token along that came with it, and an access token the refresh token`() {
    var ledger = Sample(revokesAfterReuse: false)
    let grant = ledger.begin("Ada")
    func save() {
      ledger.saveAccessToken("read", as: access, of: grant, at: now)
      ledger.saveRefreshToken("read", as: refresh, of: grant, with: access, at: now)
    }
    save()
    let wrong = ledger.takeRefreshToken(access, at: now)
    #expect(wrong?.isRefresh == nil && ledger.goodToken(access, at: now) != nil)
    let taken = ledger.takeRefreshToken(refresh, at: now)
    #expect(taken?.isRefresh == true)
    #expect(ledger.token(access, at: now) == nil && ledger.token(refresh, at: now) == nil)
    save()
    ledger.revoke(access, at: now)
    #expect(ledger.token(access, at: now) == nil && ledger.token(refresh, at: now) == nil)
  }

  @Test func `a spent refresh token is seen, and tokens end with the time of their grant`() {
    var ledger = Sample(revokesAfterReuse: true)
    let grant = ledger.begin("Ada", until: now + .seconds(60))
    ledger.saveRefreshToken("read", as: refresh, of: grant, at: now)
    #expect(ledger.goodToken(refresh, at: now)?.isSpent == false)
    ledger.spendRefreshToken(refresh, at: now)
    #expect(ledger.goodToken(refresh, at: now)?.isSpent == true)
    #expect(ledger.token(refresh, at: now + .seconds(60)) == nil)
  }

  @Test func `where a second use ends nothing, a spent refresh token is unknown, and its grant goes on`() {
    var ledger = Sample(revokesAfterReuse: false)
    let grant = ledger.begin("Ada")
    ledger.saveAccessToken("read", as: access, of: grant, at: now)
    ledger.saveRefreshToken("read", as: refresh, of: grant, at: now)
    ledger.spendRefreshToken(refresh, at: now)
    #expect(ledger.token(refresh, at: now) == nil && ledger.goodToken(access, at: now) != nil)
  }

  @Test func `beyond its capacity the oldest grant is removed, with its tokens`() {
    var ledger = Sample(revokesAfterReuse: true, capacity: 2)
    let oldest = ledger.begin("1")
    ledger.saveAccessToken("read", as: access, of: oldest, at: now)
    let second = ledger.begin("2")
    #expect(ledger.goodToken(access, at: now) != nil)
    _ = ledger.begin("3")
    #expect(ledger.goodToken(access, at: now) == nil && ledger.grant(oldest, at: now) == nil)
    #expect(ledger.grant(second, at: now) == "2")
  }
}

@Suite("RFC 8628 §3.5: sign-ins that a client polls for")
struct PendingSignInsTests {
  private typealias Sample = PendingSignIns<String, String>

  private let now = Instant(secondsSinceEpoch: 1_795_000_000)
  private let code = Secret("code")
  private let name = Secret("name")

  private func begun(capacity: Int = 10, dropsOldest: Bool = false) -> Sample {
    var pending = Sample(capacity: capacity, dropsOldest: dropsOldest)
    let isKept = pending.begin(
      "question", polledWith: code, named: name, until: now + .seconds(600), memory: .seconds(600), at: now)
    #expect(isKept)
    return pending
  }

  private func word(_ result: Result<Sample.Outcome, Polling<String>.Delay>?) -> String {
    switch result {
    case .success(.allowed(let consent)): consent
    case .success(.denied): "denied"
    case .failure(let delay): delay.rawValue
    case nil: "unknown"
    }
  }

  @Test func `polls that come too soon make the pace slower; the answer of the person comes once`() {
    var pending = begun()
    func poll(after seconds: Int64) -> String { word(pending.poll(with: code, at: now + .seconds(seconds))) }
    #expect([0, 4, 14].map { poll(after: $0) } == ["authorization_pending", "slow_down", "authorization_pending"])
    #expect(pending.interval(polledWith: code, at: now) == .seconds(10))
    let isFirst = pending.answer(name, with: .allowed("Ada"), at: now)
    let isSecond = pending.answer(name, with: .denied, at: now)
    #expect(isFirst && !isSecond)
    #expect([24, 34].map { poll(after: $0) } == ["Ada", "unknown"])
  }

  @Test func `a client that is notified may poll at once, and one that waits too long learns of it`() {
    var pending = begun()
    func poll(after seconds: Int64) -> String { word(pending.poll(with: code, at: now + .seconds(seconds))) }
    #expect(poll(after: 0) == "authorization_pending")
    let isAnswered = pending.answer(name, with: .denied, isTold: true, at: now)
    #expect(isAnswered && poll(after: 0) == "denied")
    pending = begun()
    #expect(poll(after: 600) == "expired_token")
    #expect(pending.question(named: name, at: now + .seconds(600)) == nil)
    #expect(poll(after: 1200) == "unknown")
  }

  @Test(arguments: [true, false])
  func `where there is no room the oldest is removed, or the newest is refused`(dropsOldest: Bool) {
    var pending = begun(capacity: 1, dropsOldest: dropsOldest)
    let isKept = pending.begin(
      "second", polledWith: Secret("2"), named: Secret("second"), until: now + .seconds(600), memory: .zero, at: now)
    #expect(isKept == dropsOldest)
    #expect(pending.unanswered(at: now) == [dropsOldest ? "second" : "question"])
  }
}
