import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

/// Where a provider differs from the last words, a row says how that is known.
@Suite("RFC 6749 §4.1.2: a code that is used twice is refused, and its tokens SHOULD be revoked")
struct CodeReuseTests {
  /// What one provider does.
  struct Row: Sendable, CustomTestStringConvertible {
    let provider: String
    /// The status of the second answer, and what it says.
    let status: Int
    let word: String
    /// Whether the token of the first answer opens the API afterwards.
    let staysGood: Bool
    let source: Source

    var testDescription: String { provider }
  }

  /// Why a token is revoked, or is not.
  enum Source: Sendable {
    /// The specification, which Tollgate follows to the letter.
    case specification
    /// A page of the provider, with its words.
    case page(String, words: String)
    /// No source is known: the provider's pages name the refusal, and say nothing of the first token.
    case unknown
  }

  static let rows = [
    Row(provider: "tollgate", status: 400, word: "invalid_grant", staysGood: false, source: .specification),
    // The real one has no page about it: the specification's advice is followed.
    Row(provider: "foursquare", status: 400, word: "invalid_grant", staysGood: false, source: .unknown),
    // An entry without anything of its own: it stands for all such entries.
    Row(provider: "entries/discord", status: 400, word: "invalid_grant", staysGood: true, source: .unknown),
    Row(provider: "entries/foursquare", status: 400, word: "invalid_grant", staysGood: false, source: .unknown),
    Row(provider: "entries/facebook", status: 400, word: "36009", staysGood: true, source: .unknown),
    Row(provider: "entries/github", status: 200, word: "bad_verification_code", staysGood: true, source: .unknown),
    Row(provider: "entries/github-app", status: 200, word: "bad_verification_code", staysGood: true, source: .unknown),
    Row(provider: "entries/google", status: 400, word: "invalid_grant", staysGood: true, source: .unknown),
    Row(
      provider: "entries/microsoft", status: 400, word: "AADSTS54005", staysGood: true,
      source: .page(
        "https://learn.microsoft.com, “Microsoft Entra authentication and authorization error codes”",
        words: "please retry with a new valid code or use an existing refresh token")),
    Row(provider: "entries/slack", status: 200, word: "code_already_used", staysGood: true, source: .unknown),
    Row(provider: "entries/x", status: 400, word: "authorization code was invalid", staysGood: true, source: .unknown),
    Row(provider: "entries/zatar", status: 400, word: "invalid_grant", staysGood: true, source: .unknown),
  ]

  @Test(arguments: rows)
  func `the second use is refused, and the first token is revoked or is not`(_ row: Row) async throws {
    try await TestPlayground.withTollgate { playground in
      let (second, apiStatus) = try await secondUse(at: row.provider, playground)
      #expect(second.status == row.status && second.text.contains(row.word), "\(second.status): \(second.text)")
      #expect(apiStatus == (row.staysGood ? 200 : 401))
    }
  }

  @Test func `at an entry a request with a wrong verifier does not use a code up`() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await playground.entryCode(
        "discord", "discord.com/oauth2/authorize",
        ["code_challenge": TestPlayground.challenge, "code_challenge_method": "S256"])
      let wrong = String(repeating: "w", count: 43)
      for (verifier, word) in [
        (wrong, "invalid_grant"), (TestPlayground.verifier, nil), (TestPlayground.verifier, "invalid_grant"),
      ] {
        let answer = try await playground.post(
          "discord", "discord.com/api/oauth2/token",
          [
            "grant_type": "authorization_code", "code": code, "redirect_uri": TestPlayground.callback,
            "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
            "code_verifier": verifier,
          ])
        #expect(answer.status == (word == nil ? 200 : 400) && answer.oauthError == word)
      }
    }
  }

  /// The answer to the second use of a code, and the status with which the API answers the first token then.
  private func secondUse(
    at provider: String, _ playground: TestPlayground
  ) async throws -> (second: ResponseMessage, apiStatus: Int) {
    switch provider {
    case "tollgate":
      let code = try await playground.tollgateCode()
      let token = try TokenResponse(reading: try await playground.redeemTollgate(code)).accessToken
      let notes = playground.tollgate.notesEndpoint
      #expect(try await playground.ask(notes, with: token).status == 200)
      return (try await playground.redeemTollgate(code), try await playground.ask(notes, with: token).status)
    case "foursquare":
      let code = try await playground.code()
      let token = try playground.token(of: try await playground.redeem(code)).accessToken
      #expect(try await playground.user(token).status == 200)
      return (try await playground.redeem(code), try await playground.user(token).status)
    default: return try await repeating(String(provider.dropFirst("entries/".count)), playground)
    }
  }

  /// Our own client signs in and asks the API; then both requests are sent again as they were.
  private func repeating(
    _ entry: String, _ playground: TestPlayground
  ) async throws -> (second: ResponseMessage, apiStatus: Int) {
    let wire = try Wire()
    let clock = playground.clock
    let accounts = Accounts(
      transport: wire, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()),
      now: { clock.now })
    let signedIn = try await playground.signIn(to: entry, by: accounts)
    let redemption = try #require(wire.requests.first { $0.isRedemption })
    let name = ProviderName(entry)
    let real = try Provider.builtIn(named: name) ?? Provider.builtInTemplate(named: name)?.example()
    let host = try #require(real?.apiOrigins.first?.host)
    let api = playground.address(entry, "\(host)/playground")
    #expect(try await accounts.session(for: signedIn.account).get(api).status == 200)
    let call = try #require(wire.requests.last)
    let second = try await playground.visitor.send(redemption)
    return (second, try await playground.visitor.send(call).status)
  }
}

/// A network that remembers what was sent.
private final class Wire: Transport {
  private let sent = Lock<[RequestMessage]>([])
  private let network: AsyncHTTPClientTransport

  init() throws { network = try AsyncHTTPClientTransport(proxy: .none) }

  var requests: [RequestMessage] { sent.withLock { $0 } }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    sent.withLock { $0.append(request) }
    return try await network.send(request, within: limits)
  }
}

extension Message where Head == HTTPRequest {
  /// Whether a code is exchanged for tokens.
  fileprivate var isRedemption: Bool {
    let pairs = (try? bodyForm) ?? (try? Form(decoding: query ?? "")) ?? Form()
    return pairs.contains("code")
  }
}
