import Testing

@testable import WayleaveHummingbird

@Suite("What providers are asked about for apps at one moment")
struct ChecksInFlightTests {
  @Test func `RFC 6749 §4.1.2: a code is asked about once at a time, and what is no code as often as it comes`() {
    let checks = ChecksInFlight()
    #expect(checks.begin("code", at: "a") == .free && checks.begin("code", at: "a") == .twice)
    #expect(checks.begin("other", at: "a") == .free)
    #expect(checks.begin(nil, at: "a") == .free && checks.begin(nil, at: "a") == .free)
    checks.end("code", at: "a")
    #expect(checks.begin("code", at: "a") == .free)
  }

  @Test func `223: beyond a bound a provider is asked nothing, and another one is`() {
    let checks = ChecksInFlight()
    for number in 0..<ChecksInFlight.maximum { #expect(checks.begin("\(number)", at: "a") == .free) }
    #expect(checks.begin("more", at: "a") == .tooMany && checks.begin(nil, at: "a") == .tooMany)
    #expect(checks.begin("more", at: "b") == .free)
    checks.end("0", at: "a")
    #expect(checks.begin("new", at: "a") == .free && checks.begin("last", at: "a") == .tooMany)
  }

  @Test func `223: one client has a quarter of it, and leaves the rest to the others`() {
    let checks = ChecksInFlight()
    for _ in 0..<ChecksInFlight.share { #expect(checks.begin(nil, at: "a", for: "flood") == .free) }
    #expect(checks.begin(nil, at: "a", for: "flood") == .tooMany)
    #expect(checks.begin(nil, at: "b", for: "flood") == .free && checks.begin("code", at: "a", for: "other") == .free)
    checks.end(nil, at: "a", for: "flood")
    #expect(checks.begin(nil, at: "a", for: "flood") == .free && checks.begin(nil, at: "a", for: "flood") == .tooMany)
    for _ in 0..<ChecksInFlight.share { checks.end(nil, at: "a", for: "flood") }
    #expect(checks.begin(nil, at: "a", for: "flood") == .free)
  }
}
