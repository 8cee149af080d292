#if DEBUG
  import Foundation
  import Testing
  import Wayleave
  import WayleaveBackport
  import WayleaveOpenID
  import WayleaveSystem
  import WayleaveWire

  @testable import WayleaveHummingbird

  @Suite("What a sign-in at a website waits for: the disk")
  struct DiskWaitTests {
    /// A store of a test's own, gone with the test.
    private final class Folder: Sendable {
      let path = NSTemporaryDirectory() + "wayleave-test-\(UUID().uuidString)"

      init() throws {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }

      deinit { try? FileManager.default.removeItem(atPath: path) }

      func vault(_ name: String) -> FileVault { FileVault(directory: "\(path)/\(name)", key: .keyFile("\(path)/key")) }
    }

    @Test(
      "of a user who comes back, the tokens and the session; a sign-in that has begun can begin again",
      arguments: [
        (TestIssuer.Person.brook, true, 6), (.ada, true, 7),
        // A new user is written, and what UserInfo has said; a provider's session is in a list of its own.
        (.brook, false, 11), (.ada, false, 12),
      ])
    func waits(person: TestIssuer.Person, isKnown: Bool, most: Int) async throws {
      let (folder, clock) = (try Folder(), TestClock())
      let issuer = try TestIssuer("https://issuer.example", at: clock)
      issuer.publishUserInfo(["ada-1": "Ada", "brook-2": "Brook", "chris-3": "Chris"])
      let accounts = Accounts(
        transport: TestIssuers(issuers: [issuer]), credentials: CredentialRecords(in: folder.vault("credentials")),
        signIns: SignInRecords(in: folder.vault("sign-ins"), now: { clock.now }), now: { clock.now })
      let client = try Client(id: ClientID(TestIssuer.client), secret: Secret("a-secret-of-the-website"))
      let website = try Website(
        at: TestSite.origin, accounts: accounts,
        providers: [WebsiteProvider("example", .issuer(issuer.text), as: client)], vault: folder.vault("website"))
      let browser = TestBrowser(website)
      // The stores are made.
      try await browser.signIn(at: issuer, as: isKnown ? person : .chris)
      clock.advance(by: 1)
      let other = TestBrowser(website)
      let waits = Lock<[String]>([])
      try await SystemCalls.$watcher.withValue({ call in
        if call == "fsync" { waits.withLock { $0.append(call) } }
        return nil
      }) {
        let callback = try await other.begin(at: issuer, as: person)
        // One for the bytes of the sign-in that has begun, so that it is whole.
        #expect(waits.withLock(\.count) == 1)
        #expect(try await other.open(callback, site: "cross-site").status == 303)
      }
      // Two for the tokens; one for the session, one for each list in which it is, and one for their names.
      #expect(waits.withLock(\.count) == most)
      #expect(try await other.seenSession() != nil)
    }
  }
#endif
