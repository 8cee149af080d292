import HTTPTypes
import Testing
import Wayleave
import WayleaveResourceServer
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("Sign-ins that were begun and not finished, in a bounded number")
struct WaitingSignInTests {
  @Test func `beyond the bound the oldest is forgotten, and the others can be finished`() async throws {
    let site = try TestSite(maximumWaiting: 3)
    var begun: [(browser: TestBrowser, callback: String)] = []
    for _ in 0..<5 {
      let browser = site.browser()
      begun.append((browser, try await browser.begin(at: site.issuer, as: .brook)))
    }
    #expect(await site.count(.signIn) == 3)
    // What the website knows of a sign-in is in the same record.
    #expect(await site.count(.website) == 0)
    for (index, (browser, callback)) in begun.enumerated() {
      #expect(try await browser.open(callback, site: "cross-site").status == (index < 2 ? 400 : 303))
    }
    #expect(await site.count(.signIn) == 0)
  }

  @Test(
    "223: a flood of half-open sign-ins pushes out its own, and no one who signs in meanwhile",
    arguments: [["198.51.100.9"], ["2001:db8:1:2::%", "2001:db8:1:2:0:%::"], ["198.51.100.9", "198.51.100.10", ""]])
  func flood(addresses: [String]) async throws {
    let site = try TestSite(maximumWaiting: 20)
    var waiting: [(browser: TestBrowser, callback: String)] = []
    for number in 0..<60 {
      if number % 12 == 0 {
        let browser = site.browser(from: "192.0.2.\(number)")
        waiting.append((browser, try await browser.begin(at: site.issuer, as: .ada)))
      }
      let address = addresses[number % addresses.count].replacing("%", with: String(number, radix: 16))
      _ = try await site.browser(from: address).begin(at: site.issuer, as: .brook)
    }
    #expect(await site.count(.signIn) == 20)
    for (browser, callback) in waiting {
      #expect(try await browser.open(callback, site: "cross-site").status == 303)
    }
  }

  @Test func `223: of ten thousand who wait, one each, a flood of another ten thousand pushes out none`() throws {
    let order = WaitingOrder(maximum: 10_000)
    func key(_ number: Int) -> SignIn.Key { SignIn.Key(state: Secret("state-\(number)")) }
    // Half of the room is taken by visitors, each at an address of their own.
    for number in 0..<5000 { #expect(order.add(key(number), of: "visitor \(number)") == nil) }
    for number in 5000..<10_000 { #expect(order.add(key(number), of: "flood") == nil) }
    for number in 10_000..<20_000 { #expect(order.add(key(number), of: "flood") == key(number - 5000)) }
    // Among those who have one each, the oldest goes.
    let even = WaitingOrder(maximum: 2)
    #expect(even.add(key(1), of: "a") == nil && even.add(key(2), of: "b") == nil)
    #expect(even.add(key(3), of: "c") == key(1))
    even.remove(key(2))
    // Room that is made before is not made again.
    #expect(even.makeRoom(for: "d") == nil)
    #expect(even.add(key(4), of: "a") == nil && even.add(key(5), of: "b") == key(3))
    #expect(even.makeRoom(for: "c") == key(4) && even.add(key(6), of: "c") == nil)
  }

  @Test func `223: of many that begin at once each makes room for itself, or does not begin`() async throws {
    let records = FailingVault()
    let site = try TestSite(records: records)
    let waiting = WaitingSignIns(of: site.accounts, maximum: 1)
    let keys = (0..<3).map { SignIn.Key(state: Secret("state-\($0)")) }
    try await waiting.add(keys[0], of: nil)
    try await waiting.add(keys[1], of: nil)
    records.removesNothing = true
    await #expect(throws: OAuthError.self) { try await waiting.add(keys[2], of: nil) }
    await #expect(throws: Never.self) { try await waiting.makeRoom(for: nil) }
  }

  @Test(
    "of an IPv6 address the network counts, of another one the whole",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"), ("2001:db8:1:2::6", "2001:db8:1:2"), ("2001:db8::6", "2001:db8:0:0"),
      ("::1", "0:0:0:0"), ("2001:db8:1::", "2001:db8:1:0"), ("1::2:3:4:5:6:7", "1:0:2:3"), ("::", "0:0:0:0"),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("192.0.2.1", "192.0.2.1"), ("a name", "a name"), ("", ""),
      ("1:2:3:4:5:6:7::8:9", "1:2:3:4:5:6:7::8:9"),
    ])
  func network(address: String, network: String) { #expect(ClientAddress.network(of: address) == network) }

  @Test func `what is finished makes room, over many sign-ins`() async throws {
    let site = try TestSite(maximumWaiting: 2)
    let waiting = site.browser()
    let callback = try await waiting.begin(at: site.issuer, as: .ada)
    for _ in 0..<150 { try await site.browser().signIn(at: site.issuer, as: .brook) }
    #expect(try await waiting.open(callback, site: "cross-site").status == 303)
  }

  @Test func `what no one finishes goes when its time is over, with those that begin later`() async throws {
    let site = try TestSite()
    for _ in 0..<10 { _ = try await site.browser().begin(at: site.issuer, as: .ada) }
    #expect(await site.count(.signIn) == 10)
    site.clock.advance(by: 601)
    for _ in 0..<3 { _ = try await site.browser().begin(at: site.issuer, as: .ada) }
    #expect(await site.count(.signIn) == 3)
  }

  @Test func `what has ended goes with those that begin later, however many users there are`() async throws {
    let site = try TestSite()
    for number in 0..<100 {
      _ = try await site.users.create(from: Identity(issuer: Issuer(site.issuer.text), subject: "user-\(number)"))
    }
    #expect(await site.count(.user) == 200)
    for _ in 0..<10 { _ = try await site.browser().begin(at: site.issuer, as: .ada) }
    site.clock.advance(by: 601)
    for _ in 0..<3 { _ = try await site.browser().begin(at: site.issuer, as: .ada) }
    #expect(await site.count(.signIn) == 3)
    #expect(await site.count(.user) == 200)
  }
}
