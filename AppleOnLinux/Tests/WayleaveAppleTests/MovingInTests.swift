import Foundation
import HTTPTypes
import Security
import Synchronization
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("What AppAuth, GTMAppAuth and OAuthSwift stored is read as data")
struct LibraryArchiveTests {
  static let now = Instant(secondsSinceEpoch: 1_700_000_000)
  /// The same moment in seconds since 2001.
  static let since2001 = 721_692_800.0

  private func tokens(_ credential: Credential) throws -> Credential.Tokens {
    guard case .oauth2(let tokens) = credential else { throw CancellationError() }
    return tokens
  }

  @Test(arguments: ["OIDAuthState", "GTMAuthSession", "GTMAppAuthFetcherAuthorization"])
  func `the tokens of an OIDAuthState, alone or in GTMAppAuth's`(className: String) throws {
    let state = AuthStateOfAppAuth.ofSpotify(until: Self.since2001 + 3600)
    let session = SessionOfGTMAppAuth(["authState": .object(state), "userEmail": .text("ada@example.com")])
    let isAlone = className == "OIDAuthState"
    let data = isAlone ? state.archived(as: className) : session.archived(as: className)
    let found = try EarlierCredential(archived: data, at: Self.now)
    let tokens = try tokens(found.credential)
    #expect(tokens.accessToken == Secret("canary-access") && tokens.tokenType == "Bearer")
    #expect(tokens.refreshToken == Secret("canary-refresh") && tokens.idToken == Secret("canary-id"))
    #expect(tokens.expiresAt == Self.now + 3600 && tokens.scopes == ["user-read-email", "user-read-private"])
    #expect(found.client == "app" && found.issuer == nil)
    #expect(found.endpointHosts == ["accounts.spotify.com", "accounts.spotify.com"])
    #expect(
      found.leftOut == ["the secret of the client", "what else the provider answered"]
        + (isAlone ? [] : ["who the user is"]))
  }

  @Test func `a state without a token answer has the tokens of the authorization, and one to be renewed has ended`()
    throws
  {
    let state = AuthStateOfAppAuth.ofSpotify(until: Self.since2001 + 3600)
    state.values["needsTokenRefresh"] = .flag(true)
    let renewed = try tokens(EarlierCredential(archived: state.archived(as: "OIDAuthState"), at: Self.now).credential)
    #expect(renewed.expiresAt == Self.now)
    let authorization = AuthorizationResponseOfAppAuth(["access_token": .text("a"), "id_token": .text("i")])
    let hybrid = AuthStateOfAppAuth(["lastAuthorizationResponse": .object(authorization)])
      .archived(as: "OIDAuthState", forKey: "state")
    let found = try EarlierCredential(archived: hybrid, at: Self.now)
    let tokens = try tokens(found.credential)
    #expect(tokens.accessToken == Secret("a") && tokens.refreshToken == nil && tokens.expiresAt == nil)
    #expect(tokens.idToken == Secret("i") && found.client == nil && found.endpointHosts.isEmpty)
  }

  @Test(arguments: ["com.example.app.", ".", ""])
  func `an archive of OAuthSwift, whatever the bundle id was`(prefix: String) throws {
    func archive(version: Int32) -> Data {
      CredentialOfOAuthSwift([
        prefix + "comsumer_key": .text("app"), prefix + "consumer_secret": .text("s"),
        prefix + "oauth_token": .text("t"), prefix + "oauth_token_secret": .text("ts"),
        prefix + "oauth_refresh_token": .text("r"), prefix + "oauth_verifier": .text("v"),
        prefix + "oauth_token_expires_at": .time(Self.since2001 + 60), prefix + "version": .number(version),
      ]).archived(as: "OAuthSwift.OAuthSwiftCredential")
    }
    let second = try EarlierCredential(archived: archive(version: 2), at: Self.now)
    let tokens = try tokens(second.credential)
    #expect(tokens.accessToken == Secret("t") && tokens.refreshToken == Secret("r"))
    #expect(tokens.expiresAt == Self.now + 60 && second.client == "app" && !second.leftOut.isEmpty)
    let first = try EarlierCredential(archived: archive(version: 1), at: Self.now)
    #expect(first.credential == .oauth1(TokenCredential(token: Secret("t"), secret: Secret("ts"))))
  }

  @Test func `what JSONEncoder made of an OAuthSwiftCredential`() throws {
    /// The names under which the library encodes itself.
    struct Encoded: Encodable {
      var consumerKey = "app", consumerSecret = "", oauthToken = "t", oauthRefreshToken = ""
      var oauthTokenSecret = "ts", oauthVerifier = "", signatureMethodRawValue = "HMAC-SHA1"
      var oauthTokenExpiresAt: Date? = Date(timeIntervalSince1970: 1_700_000_060)
      var version: Int32
    }
    let second = try EarlierCredential(stored: JSONEncoder().encode(Encoded(version: 2)), at: Self.now)
    #expect(
      second.credential == .oauth2(Credential.Tokens(accessToken: Secret("t"), expiresAt: Self.now + 60))
        && second.client == "app" && second.leftOut.isEmpty)
    let first = try EarlierCredential(stored: JSONEncoder().encode(Encoded(version: 1)), at: Self.now)
    #expect(first.credential == .oauth1(TokenCredential(token: Secret("t"), secret: Secret("ts"))))
    #expect(throws: OAuthError.self) {
      try EarlierCredential(stored: JSONEncoder().encode(Encoded(version: 3)), at: Self.now)
    }
  }

  @Test func `a sign-in that AppAuth knew to have ended is one to be made again`() async {
    let state = AuthStateOfAppAuth.ofSpotify(until: Self.since2001 + 3600)
    state.values["authorizationError"] = .object(ErrorOfFoundation(["NSCode": .number(-10)]))
    let data = state.archived(as: "OIDAuthState")
    #expect(await code { try EarlierCredential(archived: data, at: Self.now) } == .signInNeeded)
  }

  @Test func `another class, a missing part, and objects that contain themselves are refused`() {
    let state = AuthStateOfAppAuth.ofSpotify(until: 0)
    let itself = SessionOfGTMAppAuth([:])
    itself.values["authState"] = .object(itself)
    let loop = AuthStateOfAppAuth(["refreshToken": .text("r")])
    loop.values["lastTokenResponse"] = .object(loop)
    let refused: [Data] = [
      state.archived(as: "NSURL"), SessionOfGTMAppAuth([:]).archived(as: "GTMAuthSession"),
      AuthStateOfAppAuth(["refreshToken": .text("")]).archived(as: "OIDAuthState"),
      itself.archived(as: "GTMAuthSession"), loop.archived(as: "OIDAuthState"),
      CredentialOfOAuthSwift([".oauth_token": .text("t"), ".version": .number(3)])
        .archived(as: "OAuthSwift.OAuthSwiftCredential"),
      CredentialOfOAuthSwift([".oauth_token": .text("t"), ".version": .number(1)])
        .archived(as: "OAuthSwift.OAuthSwiftCredential"),
      Data(#"{"oauthToken":"t","version":2"#.utf8), Data("{}".utf8),
    ]
    for (index, data) in refused.enumerated() {
      #expect(refusal(of: data) == .malformedAccountFile, "row \(index)")
    }
  }

  @Test func `each way of being no archive has its own sentence`() throws {
    let whole = AuthStateOfAppAuth.ofSpotify(until: 0).archived(as: "OIDAuthState")
    var later = whole
    let version = try #require(later.range(of: Data([0x12, 0x00, 0x01, 0x86, 0xA0])))
    later[version.lowerBound + 4] = 0xA1
    let wrong = [Data([4, 11] + "streamtyped".utf8), Data(whole.dropLast(40)), later]
    let sentences = wrong.map { KeyedArchive.fault(of: [UInt8]($0)) }
    #expect(Set(sentences).count == 3)
    for data in wrong + [Data(), whole + Data(count: 1 << 20)] {
      #expect(refusal(of: data) == .malformedAccountFile)
    }
  }

  @Test func `an archive that is cut or changed anywhere is refused, or read without harm`() {
    let bytes = AuthStateOfAppAuth.ofSpotify(until: 0).archived(as: "OIDAuthState")
    for length in 0..<bytes.count { #expect(refusal(of: bytes.prefix(length)) == .malformedAccountFile) }
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0xF5
      _ = try? EarlierCredential(archived: changed, at: Self.now)
    }
  }

  @Test func `one long text under many names is not read many times`() {
    let (names, length) = (50_000, 400_000)
    let start = 8 + 5 + 2 * names
    var bytes = Array("bplist00".utf8) + [0xDF, 0x12] + big(names)
    bytes += [UInt8](repeating: 1, count: 2 * names) + [0x5F, 0x12] + big(length)
    bytes += [UInt8](repeating: 0x61, count: length)
    let table = bytes.count
    bytes += big(8) + big(start + 1) + [0, 0, 0, 0, 0, 0, 4, 1]
    for number in [2, 0, table] { bytes += [0, 0, 0, 0] + big(number) }
    guard let list = BinaryPropertyList(bytes), case .dictionary(let pairs)? = list.object(0) else {
      Issue.record("The list is not the one that was meant.")
      return
    }
    #expect(pairs.count == names && list.object(1) == nil)
    #expect(refusal(of: Data(bytes)) == .malformedAccountFile)
  }

  private func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(number >> ($0 * 8) & 255) } }

  private func refusal(of data: Data) -> OAuthError.Code? {
    do throws(OAuthError) { _ = try EarlierCredential(archived: data, at: Self.now) } catch { return error.code }
    return nil
  }
}

extension KeychainTests {
  @Suite("A user of AppAuth, GTMAppAuth or OAuthSwift stays signed in")
  struct MovingInTests {
    private let scene = KeychainScene()
    private let server = SpotifyServer()
    private static let item = EarlierStore.gtmAppAuth(itemName: "authorization")

    private static func archive(endsIn seconds: Double, client: String = "app") -> Data {
      AuthStateOfAppAuth.ofSpotify(until: Date().timeIntervalSinceReferenceDate + seconds, client: client)
        .archived(as: "OIDAuthState")
    }

    private func putSession(endsIn seconds: Double) {
      let end = Date().timeIntervalSinceReferenceDate + seconds
      let session = SessionOfGTMAppAuth(["authState": .object(AuthStateOfAppAuth.ofSpotify(until: end))])
      StandInKeychain.put(
        session.archived(as: "GTMAppAuthFetcherAuthorization"), service: "authorization", account: "OAuth")
    }

    private func client() throws -> Client { try Client(id: "app") }

    private func tokens(_ signedIn: SignedIn?) throws -> Credential.Tokens {
      guard case .oauth2(let tokens)? = signedIn?.stored.credential else { throw CancellationError() }
      return tokens
    }

    @Test func `an access token that is good moves with its refresh token, and nothing is renewed`() async throws {
      putSession(endsIn: 3600)
      let moved = try await server.accounts.move(from: Self.item, of: .spotify, as: client())
      #expect(moved?.leftBecause == nil && moved?.signedIn.account.subject == "ada")
      let tokens = try tokens(moved?.signedIn)
      #expect(tokens.accessToken == Secret("canary-access") && tokens.refreshToken == Secret("canary-refresh"))
      #expect(server.sent.withLock(\.self) == ["/v1/me"] && StandInKeychain.items.isEmpty)
      #expect(server.events.all.contains { $0.name == .tolerated && $0.detail.contains("secret of the client") })
      #expect(try await server.accounts.move(from: Self.item, of: .spotify, as: client()) == nil)
    }

    @Test func `one that has ended is renewed once, and the spent copy is gone before anything else is sent`()
      async throws
    {
      putSession(endsIn: -10)
      let left = Mutex<[Int]>([])
      server.meanwhile.withLock { $0 = { left.withLock { $0.append(StandInKeychain.items.count) } } }
      let moved = try await server.accounts.move(from: Self.item, of: .spotify, as: client())
      #expect(moved?.leftBecause == nil && moved?.signedIn.account.subject == "ada")
      let tokens = try tokens(moved?.signedIn)
      #expect(tokens.accessToken == Secret("access-1") && tokens.refreshToken == Secret("refresh-1"))
      #expect(server.sent.withLock(\.self) == ["/api/token", "/v1/me"] && left.withLock(\.self) == [1, 0])
    }

    @Test func `a refresh token that the provider refuses is neither stored nor deleted`() async throws {
      putSession(endsIn: -10)
      server.refuses.withLock { $0 = true }
      let refused = await code { try await server.accounts.move(from: Self.item, of: .spotify, as: client()) }
      #expect(refused == .signInNeeded && StandInKeychain.items.count == 1)
      #expect(try await server.accounts.all().isEmpty)
    }

    @Test(arguments: [true, false])
    func `a token that has ended, without another one, is a sign-in to be made again`(asking: Bool) async throws {
      let state = AuthStateOfAppAuth.ofSpotify(until: Date().timeIntervalSinceReferenceDate - 10)
      state.values["refreshToken"] = nil
      let archive = Secret([UInt8](state.archived(as: "OIDAuthState")))
      let refused = await code {
        try await server.accounts.adopt(archive: archive, of: .spotify, as: client(), asking: asking)
      }
      #expect(refused == .signInNeeded && server.sent.withLock(\.self).isEmpty)
    }

    @Test func `without asking nothing is sent, and the account renews itself later`() async throws {
      putSession(endsIn: -10)
      let moved = try await server.accounts.move(from: Self.item, of: .spotify, as: client(), asking: false)
      #expect(moved?.leftBecause == nil && server.sent.withLock(\.self).isEmpty && StandInKeychain.items.isEmpty)
      #expect(try tokens(moved?.signedIn).refreshToken == Secret("canary-refresh"))
    }

    @Test func `a token of another client, provider or version of OAuth goes nowhere`() async throws {
      putSession(endsIn: 3600)
      let accounts = server.accounts
      let rows: [(Provider, String)] = [(.spotify, "another"), (.github, "app"), (.twitter, "app")]
      for (provider, id) in rows {
        let refused = await code {
          try await accounts.move(from: Self.item, of: provider, as: Client(id: ClientID(id)))
        }
        #expect(refused == .invalidValue, "\(provider.title), \(id)")
      }
      #expect(server.sent.withLock(\.self).isEmpty && StandInKeychain.items.count == 1)
    }

    @Test func `a token goes to the issuer that the archive names, and to no other`() async throws {
      let state = AuthStateOfAppAuth.ofSpotify(
        until: Date().timeIntervalSinceReferenceDate + 3600, issuer: "https://issuer.example/")
      let archive = Secret([UInt8](state.archived(as: "OIDAuthState")))
      for other in ["https://another.example", "https://issuer.example/tenant"] {
        let refused = await code {
          try await server.accounts.adopt(archive: archive, of: .issuer(other), as: client(), asking: false)
        }
        #expect(refused == .invalidValue, "\(other)")
      }
      _ = try await server.accounts.adopt(
        archive: archive, of: .issuer("https://issuer.example"), as: client(), asking: false)
      #expect(try await server.accounts.all().count == 1 && server.sent.withLock(\.self).isEmpty)
    }

    @Test func `an item without a service is found by its account, and those of other services stay`() async throws {
      StandInKeychain.put(Self.archive(endsIn: 3600), service: "", account: "authState")
      StandInKeychain.put(Data("other".utf8), service: "another", account: "authState")
      let store = EarlierStore.keychain(service: nil, account: "authState")
      let moved = try await server.accounts.move(from: store, of: .spotify, as: client())
      #expect(moved?.leftBecause == nil && StandInKeychain.items.map(\.service) == ["another"])
      #expect(try await server.accounts.move(from: store, of: .spotify, as: client()) == nil)
    }

    @Test(arguments: [nil, "group.com.example.wayleave"])
    func `an archive leaves the user defaults, also those of a group`(suite: String?) async throws {
      let defaults = try #require(suite == nil ? .standard : UserDefaults(suiteName: suite))
      let key = "authState.\(UUID().uuidString)"
      defaults.set(Self.archive(endsIn: 3600), forKey: key)
      defer { defaults.removeObject(forKey: key) }
      let store = EarlierStore.userDefaults(key: key, suite: suite)
      let moved = try await server.accounts.move(from: store, of: .spotify, as: client())
      #expect(moved?.leftBecause == nil && defaults.object(forKey: key) == nil)
    }

    @Test func `an archive that the app read itself is taken over once`() async throws {
      let archive = Secret([UInt8](Self.archive(endsIn: 3600)))
      let first = try await server.accounts.adopt(archive: archive, of: .spotify, as: client())
      let second = try await server.accounts.adopt(archive: archive, of: .spotify, as: client())
      #expect(first.account.subject == "ada" && second.account == first.account)
      #expect(try await server.accounts.all().count == 1)
      let refused = await code {
        try await server.accounts.adopt(archive: Secret("canary"), of: .spotify, as: client())
      }
      #expect(refused == .malformedAccountFile)
    }
  }
}

/// Spotify's token endpoint and API, for one user.
private final class SpotifyServer: Transport {
  /// The paths that were asked for.
  let sent = Mutex<[String]>([])
  let refuses = Mutex(false)
  /// What happens at each request.
  let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
  let events = Collected<Event>()
  private let vault = MemoryVault()

  var accounts: Accounts {
    Accounts(
      transport: self, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
      events: events.add)
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    let path = request.head.path ?? ""
    sent.withLock { $0.append(path) }
    meanwhile.withLock(\.self)?()
    guard path == "/api/token" else { return ResponseMessage(.ok, json: ["id": "ada", "display_name": "Ada"]) }
    guard !refuses.withLock(\.self) else { return ResponseMessage(.badRequest, json: ["error": "invalid_grant"]) }
    return ResponseMessage(
      .ok,
      json: [
        "access_token": "access-1", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh-1",
      ])
  }
}
