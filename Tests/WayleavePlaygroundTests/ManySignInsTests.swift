import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("Many sign-ins: the oldest is removed, and no one is refused")
struct ManySignInsTests {
  private static let base = "http://127.0.0.1:8080"
  private static let redirectURI = "http://127.0.0.1/callback"
  /// RFC 7636, Appendix B.
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let page: String
    let tokenPath: String
    let client: ClientID
    let secret: String?

    static let all = [
      Case(
        testDescription: "Foursquare", page: "/oauth2/authenticate", tokenPath: "/oauth2/access_token",
        client: "wayleave-demo", secret: "playground-secret-not-real"),
      Case(
        testDescription: "Tollgate", page: "/tollgate/authorize", tokenPath: "/tollgate/token",
        client: "tollgate-native", secret: nil),
      Case(
        testDescription: "an entry", page: "/entries/github/github.com/login/oauth/authorize",
        tokenPath: "/entries/github/github.com/login/oauth/access_token", client: EntryPlay.clientID,
        secret: EntryPlay.secret.exposedText),
    ]
  }

  @Test(arguments: Case.all)
  func `more codes than are remembered: the newest is redeemed, the oldest is unknown`(_ provider: Case) async throws {
    let tenants = try tenants()
    var codes: [String] = []
    for _ in 0..<IssuingLimits.capacity + 1 { codes.append(try await code(at: provider, of: tenants)) }
    let newest = try await redeem(try #require(codes.last), at: provider, of: tenants)
    #expect(newest.head.status == .ok && String(decoding: newest.body, as: UTF8.self).contains("access_token"))
    let oldest = try await redeem(try #require(codes.first), at: provider, of: tenants)
    // The second word is GitHub's own.
    let word = try JSON(decoding: oldest.body)["error"]?.string
    #expect(["invalid_grant", "bad_verification_code"].contains(word))
  }

  private func tenants() throws -> Tenants {
    var configuration = try PlaygroundConfiguration()
    configuration.approval = .automatic(PlaygroundPerson.residents[0])
    let tenants = try Tenants(configuration: configuration)
    tenants.open(port: 8080)
    return tenants
  }

  private func code(at provider: Case, of tenants: Tenants) async throws -> String {
    let form: Form = [
      "client_id": provider.client.text, "redirect_uri": Self.redirectURI, "response_type": "code", "state": "state-1",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ]
    let page = try AbsoluteURL(AbsoluteURL(Self.base + provider.page).text(adding: form))
    let answer = await tenants.answer(RequestMessage(.get, to: page))
    let location = try AbsoluteURL(try #require(answer.head.headerFields[.location]))
    return try #require(try location.queryForm.nonEmptyText(of: "code"))
  }

  private func redeem(_ code: String, at provider: Case, of tenants: Tenants) async throws -> ResponseMessage {
    var form: Form = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirectURI,
      "client_id": provider.client.text, "code_verifier": Self.verifier,
    ]
    if let secret = provider.secret { form.append("client_secret", secret) }
    return await tenants.answer(RequestMessage(posting: form, to: try Endpoint(Self.base + provider.tokenPath)))
  }
}

@Suite("attacks.md 244: a full table removes the oldest first")
struct ExpiringTableOrderTests {
  private let now = Instant(secondsSinceEpoch: 1000)

  @Test func `what was taken out makes no one else leave`() {
    var table = ExpiringTable<Int>(capacity: 3)
    for round in 0..<100 {
      for name in ["a", "b", "c", "d"] {
        table.insertDroppingOldest(round, for: Secret("\(name)\(round)"), until: now + 10, at: now)
      }
      #expect(table.value(for: Secret("a\(round)"), at: now) == nil)
      #expect(table.values(at: now).count == 3)
      let taken = table.take(Secret("c\(round)"), at: now)
      #expect(taken == round)
      table.insertDroppingOldest(-1, for: Secret("e\(round)"), until: now + 10, at: now)
      #expect(table.value(for: Secret("b\(round)"), at: now) == round)
    }
  }

  @Test func `all of a kind are removed, and nothing else`() {
    var table = ExpiringTable<Int>(capacity: 10)
    for number in 0..<4 {
      table.insertDroppingOldest(number, for: Secret("\(number)"), until: now + 10, at: now)
    }
    table.removeAll { $0.isMultiple(of: 2) }
    #expect(table.values(at: now) == [1, 3])
  }
}
