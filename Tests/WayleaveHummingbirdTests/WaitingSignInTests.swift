import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveWire

@Suite("Sign-ins that were begun and not finished, in a bounded number")
struct WaitingSignInTests {
  @Test func `beyond the bound the oldest is forgotten, in both stores, and the others can be finished`() async throws {
    let site = try TestSite(maximumWaiting: 3)
    var begun: [(browser: TestBrowser, callback: String)] = []
    for _ in 0..<5 {
      let browser = site.browser()
      begun.append((browser, try await browser.begin(at: site.issuer, as: .brook)))
    }
    #expect(await site.count(.signIn) == 3)
    #expect(await site.count(.website) == 3)
    for (index, (browser, callback)) in begun.enumerated() {
      #expect(try await browser.open(callback, site: "cross-site").status == (index < 2 ? 400 : 303))
    }
    #expect(await site.count(.signIn) == 0)
  }

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
    #expect(await site.count(.website) == 10)
    site.clock.advance(by: 601)
    for _ in 0..<3 { _ = try await site.browser().begin(at: site.issuer, as: .ada) }
    #expect(await site.count(.website) == 3)
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
    #expect(await site.count(.website) == 3)
    #expect(await site.count(.user) == 200)
  }
}
