import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire
import WayleaveSignIn

/// Each entry says it, and the playground demands it: an entry that says too little cannot be replayed.
@Suite("An entry is played with what its provider demands in addition")
struct EntryDemandTests {
  @Test(
    "Etsy and Bungie: a request without the key of the app is refused, and with it answered",
    arguments: [
      ("etsy", "api.etsy.com/v3/x", "x-api-key"), ("bungie", "www.bungie.net/platform/x", "X-API-Key"),
    ])
  func apiKeys(entry: String, path: String, field: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: entry, by: accounts)
      #expect(signedIn.unidentifiedBecause == nil)
      guard case .oauth2(let tokens) = signedIn.stored.credential else { throw CancellationError() }
      let bearer = "Bearer \(tokens.accessToken.exposedText)"
      let bare = try await playground.get(entry, path, ["Authorization": bearer])
      #expect(bare.head.status == .unauthorized)
      let wrong = try await playground.get(entry, path, ["Authorization": bearer, field: "another"])
      #expect(wrong.head.status == .unauthorized)
      let answer = try await accounts.session(for: signedIn.account).get(playground.address(entry, path))
      #expect(answer.status == 200)
    }
  }

  @Test("a client that lacks the key is signed in, and shown what is missing")
  func missingKey() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let client = try Client(
        id: ClientID(TestPlayground.entryClient), redirectURIs: [RedirectURI(TestPlayground.callback)])
      let signedIn = try await playground.signIn(to: "etsy", as: client, by: accounts)
      #expect(signedIn.unidentifiedBecause?.contains("client secret") == true)
    }
  }

  @Test(
    "Naver, SoundCloud, Oura, Square, Stripe and Seznam: a token is given back by their own request alone",
    arguments: ["naver", "soundcloud", "oura", "square", "stripe", "seznam"])
  func revocations(entry: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: entry, by: accounts)
      let played = try #require(await playground.running.entry(named: ProviderName(entry)))
      guard case .oauth2(let service) = played.provider.service else { throw CancellationError() }
      let endpoint = try #require(service[.revocation])
      let plain = RevocationRequest(token: Secret("any"), kind: .accessToken)
      let refused = try await playground.visitor.send(plain.request(to: endpoint, as: played.clients[0]))
      #expect(refused.status != 200, "\(entry)")
      #expect(try await accounts.signOut(signedIn.account).revocation == .revoked, "\(entry)")
    }
  }
}
