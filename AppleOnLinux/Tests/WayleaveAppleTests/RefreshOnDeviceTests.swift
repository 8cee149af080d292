import Foundation
import HTTPTypes
import Security
import Synchronization
import Testing
import Wayleave
@testable import WayleaveAppleUnderTest
import WayleaveWire

extension KeychainTests {
  @Suite("RFC 9700 §4.14.2: a refresh token that is rotated is neither lost nor sent twice, also on a device")
  struct RefreshOnDeviceTests {
    private let scene = KeychainScene()
    private let server = RotatingServer()
    private let account = Account(provider: "github", client: "reader", subject: "alice")

    /// The accounts of one process: of the app, or of its extension.
    private func accounts(_ protection: KeychainProtection = .init()) -> Accounts {
      let vault = scene.vault(protection: protection)
      return Accounts(
        transport: server, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault))
    }

    /// The present credential is in the keychain, and its access token has expired.
    private func signIn(_ protection: KeychainProtection = .init()) async throws {
      let now = WallClock.now()
      let stored = StoredCredential(
        account: account, provider: .github, client: try Client(id: "reader"),
        credential: .oauth2(
          .init(
            accessToken: Secret("access-0"), tokenType: "Bearer", refreshToken: Secret("refresh-0"), scopes: [],
            expiresAt: now + -10)),
        obtainedAt: now + -3600)
      _ = try await CredentialRecords(in: scene.vault(protection: protection)).replace(
        account, with: stored, expecting: nil)
    }

    // ZA12, BD11
    @Test func `a device that locks during the request: the new tokens wait in memory, and are saved when they can be`()
      async throws
    {
      let protection = KeychainProtection(.whenUnlockedThisDeviceOnly)
      try await signIn(protection)
      let accounts = accounts(protection)
      server.duringRequest.withLock { $0 = { StandInKeychain.set(.locked) } }
      #expect(await code { try await accounts.fresh(account) } == .storeLocked)
      #expect(server.sent.withLock(\.self) == ["refresh-0"])
      #expect(!isAnywhere("refresh-1"))

      server.duringRequest.withLock { $0 = nil }
      StandInKeychain.set(.unlocked)
      #expect(try await accounts.fresh(account).accessToken == "access-1")
      // No second request: what was issued is saved, and a new process reads it.
      #expect(server.sent.withLock(\.self) == ["refresh-0"])
      #expect(try await self.accounts(protection).fresh(account).accessToken == "access-1")
      #expect(server.sent.withLock(\.self) == ["refresh-0"])
    }

    @Test func `a device that is locked before the request: nothing is sent`() async throws {
      let protection = KeychainProtection(.whenUnlockedThisDeviceOnly)
      try await signIn(protection)
      StandInKeychain.set(.locked)
      #expect(await code { try await accounts(protection).fresh(account) } == .storeLocked)
      #expect(server.sent.withLock(\.self) == [])
    }

    @Test func `without another choice an app in the background refreshes while the device is locked`() async throws {
      try await signIn()
      StandInKeychain.set(.locked)
      #expect(try await accounts().fresh(account).accessToken == "access-1")
    }

    @Test func `with user presence a refresh asks in the words of the app each time`() async throws {
      let protection = KeychainProtection(userPresence: "use your account")
      try await signIn(protection)
      #expect(try await accounts(protection).fresh(account).accessToken == "access-1")
      #expect(Set(StandInKeychain.reasons) == ["use your account"])
    }

    // ZA12
    @Test func `an app and its extension that refresh at once send one request, and both have its token`() async throws
    {
      try await signIn()
      let (app, appExtension) = (accounts(), accounts())
      async let one = app.fresh(account)
      async let other = appExtension.fresh(account)
      #expect(try await [one.accessToken, other.accessToken] == ["access-1", "access-1"])
      #expect(server.sent.withLock(\.self) == ["refresh-0"])
    }

    /// Whether a text is in an item that a locked device gives out, or in a file of the app.
    private func isAnywhere(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      let files = FileManager.default.enumerator(at: scene.folder, includingPropertiesForKeys: nil)
      let contents = (files?.allObjects as? [URL] ?? []).compactMap { try? Data(contentsOf: $0) }
      return (contents + StandInKeychain.items.map(\.data)).contains { $0.range(of: Data(bytes)) != nil }
    }
  }
}

/// A token endpoint that takes each refresh token once.
private final class RotatingServer: Transport {
  let sent = Mutex<[String]>([])
  let duringRequest = Mutex<(@Sendable () -> Void)?>(nil)

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    let body = String(decoding: request.body, as: UTF8.self)
    let token = body.split(separator: "&").first { $0.hasPrefix("refresh_token=") }?.split(separator: "=").last
    let (number, isKnown) = sent.withLock { sent in
      sent.append(token.map(String.init) ?? "none")
      return (sent.count, sent.last == "refresh-\(sent.count - 1)")
    }
    duringRequest.withLock(\.self)?()
    // The other process is to come while this request is under way.
    try await Task.sleep(for: .milliseconds(50))
    let answer =
      isKnown
      ? #"{"access_token":"access-\#(number)","token_type":"bearer","expires_in":3600,"refresh_token":"refresh-\#(number)"}"#
      : #"{"error":"invalid_grant"}"#
    var response = HTTPResponse(status: isKnown ? .ok : .badRequest)
    response.headerFields[.contentType] = "application/json"
    return ResponseMessage(response, body: Array(answer.utf8))
  }
}

extension StoredCredential {
  fileprivate var accessToken: String? {
    guard case .oauth2(let tokens) = credential else { return nil }
    return tokens.accessToken.exposedText
  }
}
