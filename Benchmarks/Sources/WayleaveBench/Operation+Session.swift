#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import HTTPTypes
import Synchronization
import Wayleave
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension Operation {
  /// What waits for a transport, which has its answer at once.
  static func session(_ name: String) throws -> Operation? {
    switch name {
    case "ours.exchange-mem": try exchangeInMemory()
    case "ours.session-bare": try bareTransport()
    case "ours.session-fresh": try freshSession()
    case "ours.refresh-10000": try sharedRefresh(callers: 10_000)
    default: nil
    }
  }

  /// The request of a code exchange, an answer that is there already, and its reading.
  private static func exchangeInMemory() throws -> Operation {
    let endpoint = try Endpoint("https://t.example/")
    let client = try Client(id: "id", secret: Secret("secret"))
    let grant = AuthorizationCodeGrant(
      code: Secret("4/0AX4XfWj3e9b7c2d1f0a8"),
      verifier: try CodeVerifier(Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")),
      redirectURI: try RedirectURI("http://127.0.0.1:38291/callback"))
    let transport: any Transport = MemoryTransport()
    return Operation(waiting: { count in
      var length = 0
      for _ in 0..<count {
        let response = try await transport.send(grant.request(to: endpoint, as: client), within: .token)
        length = try TokenResponse(reading: response).accessToken.count
      }
      return String(length)
    })
  }

  /// A request with its token, as a program without a session would send it: what `session-fresh` is compared with.
  private static func bareTransport() throws -> Operation {
    let request = try RequestMessage(.get, to: AbsoluteURL(Held.address))
    let transport: any Transport = MemoryTransport()
    return Operation(waiting: { count in
      var status = 0
      for _ in 0..<count {
        var request = request
        try request.setHeader(.authorization, to: "Bearer \(Held.token.exposedText)")
        status = try await transport.send(request, within: .api).status
      }
      return String(status)
    })
  }

  /// The same through a session whose credential is good.
  private static func freshSession() throws -> Operation {
    let request = try RequestMessage(.get, to: AbsoluteURL(Held.address))
    return Operation(waiting: { count in
      let (session, _) = try await Held.session(expiresIn: 3600, by: MemoryTransport())
      var status = 0
      for _ in 0..<count { status = try await session.send(request).status }
      return String(status)
    })
  }

  /// So many callers at once of a credential that has expired; how many refreshes were sent for each time.
  private static func sharedRefresh(callers: Int) throws -> Operation {
    Operation(waiting: { count in
      let transport = MemoryTransport()
      for _ in 0..<count {
        let (session, accounts) = try await Held.session(expiresIn: -10, by: transport)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<callers { group.addTask { _ = try await accounts.fresh(session.account) } }
          try await group.waitForAll()
        }
      }
      return "\(transport.sent.load(ordering: .relaxed)) refreshes of \(count)"
    })
  }
}

/// An account with its credential, in memory.
private enum Held {
  static let address = "https://api.example.com/v1/me?fields=name,picture"
  static let token = Secret("access-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY")

  static func session(
    expiresIn: Int64, by transport: MemoryTransport
  ) async throws -> (AuthorizedSession, Accounts) {
    let account = Account(provider: "example", client: "reader", subject: "7")
    let service = OAuth2Service(
      authorizationEndpoint: try Endpoint("https://accounts.example.com/authorize"),
      tokenEndpoint: try Endpoint("https://accounts.example.com/token"))
    let credentials = CredentialRecords(in: MemoryVault())
    let now = Instant(secondsSinceEpoch: Int64(time(nil)))
    try await credentials.replace(
      account,
      with: StoredCredential(
        account: account,
        provider: Provider(
          name: "example", title: "Example", service: .oauth2(service),
          apiOrigins: [try Origin("https://api.example.com")]),
        client: try Client(id: "reader"),
        credential: .oauth2(
          .init(accessToken: token, refreshToken: Secret("refresh-0123456789"), expiresAt: now + .seconds(expiresIn))),
        obtainedAt: now),
      expecting: nil)
    let accounts = Accounts(transport: transport, credentials: credentials, signIns: SignInRecords(in: MemoryVault()))
    return (accounts.session(for: account), accounts)
  }
}

/// Answers every request with the same tokens, and counts.
private final class MemoryTransport: Transport {
  let sent = Atomic(0)

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    sent.add(1, ordering: .relaxed)
    return SampleAnswer.tokens
  }
}
