import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6750 §3.1: an API that refuses a renewed token at once does not cause a renewal with every request")
struct RefusedRenewalTests {
  private let scene = Scene()
  private let api = API()

  private final class API: Sendable {
    /// The tokens that it takes, as they stand in a request.
    let accepted = Lock<Set<String>>([])
  }

  private var renewals: Int { scene.server.paths.filter { $0 == "/token" }.count }

  private func refuse(_ challenge: String? = #"Bearer error="invalid_token""#) {
    scene.server.setFault { [api] request in
      guard request.pathWithoutQuery == "/x" else { return nil }
      let token = request.head.headerFields[.authorization] ?? ""
      guard !api.accepted.withLock({ $0.contains(token) }) else { return nil }
      var response = ResponseMessage(.unauthorized, json: [:])
      response.head.headerFields[.wwwAuthenticate] = challenge
      return response
    }
  }

  private func get(_ session: AuthorizedSession, _ url: String = "https://api.example/x") async throws -> Int {
    try await session.get(url).status
  }

  @Test(
    "one renewal, in whichever process the next requests are sent, and the next one after a pause",
    arguments: [#"Bearer error="invalid_token""#, "Bearer", nil] as [String?])
  func once(challenge: String?) async throws {
    let account = try await scene.hold(expiresIn: 3600)
    refuse(challenge)
    let session = scene.accounts().session(for: account)
    for _ in 1...3 { #expect(try await get(session) == 401) }
    #expect(scene.server.paths == ["/x", "/token", "/x", "/x", "/x"])
    // Another process reads it in the store.
    #expect(try await get(scene.accounts().session(for: account)) == 401 && renewals == 1)
    #expect(scene.events.contains { $0.detail.contains("its refusal stands") })
    // The account has not ended: its provider takes the token elsewhere, and renews it when its time is over.
    #expect(try await scene.accounts().stored(account)?.endedBecause == nil)
    scene.wait(299)
    #expect(try await get(session) == 401 && renewals == 1)
    scene.wait(1)
    for _ in 1...2 { #expect(try await get(session) == 401) }
    #expect(renewals == 2)
  }

  @Test("a token that the API took before, and that has ended, is renewed at once, however often that happens")
  func ended() async throws {
    let account = try await scene.hold(expiresIn: 3600)
    let session = scene.accounts().session(for: account)
    refuse()
    for number in 1...3 {
      api.accepted.withLock { $0 = ["Bearer canary-access-\(number)"] }
      #expect(try await get(session) == 200 && renewals == number)
      #expect(try await get(session) == 200 && renewals == number)
    }
  }

  @Test("the pause is that API's alone, and a renewal that has another reason ends it for none")
  func otherReasons() async throws {
    var provider = try Example.provider()
    provider.apiOrigins.append(try Origin("https://api2.example"))
    let account = try await scene.hold(expiresIn: 3600, provider: provider)
    refuse()
    let accounts = scene.accounts()
    let session = accounts.session(for: account)
    for (count, host) in [(1, "api"), (2, "api2"), (2, "api"), (2, "api2")] {
      #expect(try await get(session, "https://\(host).example/x") == 401)
      #expect(renewals == count, "\(host)")
    }
    _ = try await accounts.fresh(account, forcing: true)
    #expect(try await get(session) == 401 && renewals == 3)
  }

  @Test("a new sign-in ends the pause")
  func signedInAgain() async throws {
    let first = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.provider(), as: try Example.client())
    refuse()
    let session = scene.accounts().session(for: first.account)
    for _ in 1...2 { #expect(try await get(session) == 401) }
    let before = renewals
    let again = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.provider(), as: try Example.client())
    #expect(again.account == first.account && again.stored.refusedRenewals == RefusedRenewals())
    // The exchange of the code, and one renewal.
    for _ in 1...2 { #expect(try await get(session) == 401) }
    #expect(renewals == before + 2)
  }

  @Test("what is stored of it comes back, and a clock that was set back makes no pause longer")
  func stored() throws {
    let (api, other) = (try Origin("https://api.example"), try Origin("https://other.example"))
    var noted = RefusedRenewals()
    noted.note(api, at: Example.now)
    noted.note(api, at: Example.now + 200)
    #expect(RefusedRenewals(json: try JSON(decoding: noted.json.encoded())) == noted)
    #expect(noted.isPaused(at: api, at: Example.now + 299) && !noted.isPaused(at: api, at: Example.now + 300))
    #expect(!noted.isPaused(at: other, at: Example.now) && !noted.isPaused(at: nil, at: Example.now))
    #expect(!noted.isPaused(at: api, at: Example.now + -1))
    #expect(RefusedRenewals(json: ["nonsense": 1, "https://api.example": "x"]) == RefusedRenewals())
    #expect(RefusedRenewals(json: nil).json == .null)
  }
}
