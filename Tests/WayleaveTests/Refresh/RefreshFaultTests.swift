#if DEBUG
  import Foundation
  import Testing
  import WayleaveBackport
  import WayleaveOAuth2
  import WayleaveSystem
  import WayleaveWire

  @testable import Wayleave
  @testable import WayleaveSignIn
  @testable import WayleaveExamples

  @Suite("271, 272: a refresh at a store whose system calls fail, or whose process ends")
  struct RefreshFaultTests {
    /// An account in a file store of its own.
    private struct Place: Sendable {
      let folder: TemporaryFolder
      let scene: Scene
      let account: Account

      init() async throws {
        folder = TemporaryFolder()
        scene = Scene(
          credentials: CredentialRecords(
            in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))))
        account = try await scene.hold()
      }

      /// The refresh token that the provider accepts.
      var accepted: Secret { Secret(scene.server.state.withLock(\.refreshToken)) }

      var stored: StoredCredential {
        get async throws { try #require(try await scene.credentials.load(account)).stored }
      }
    }

    private final class Calls: Sendable {
      private let count = Lock(0)
      private let failing: Int
      private let isLasting: Bool

      init(failing: Int, isLasting: Bool) { (self.failing, self.isLasting) = (failing, isLasting) }

      var hasFailed: Bool { count.withLock { $0 > failing } }

      func see() -> Int32? {
        count.withLock { count in
          defer { count += 1 }
          return count == failing || isLasting && count > failing ? EIO : nil
        }
      }
    }

    /// Accounts for which each look at the clock takes a second, and a pause no time: no patience is waited out.
    private func hurried(_ place: Place) -> Accounts {
      let time = Lock(ContinuousClock.now)
      let passing = PassingTime(
        now: {
          time.withLock {
            $0 += .seconds(1)
            return $0
          }
        }, sleep: { _ in })
      return place.scene.accounts().refreshing(in: passing)
    }

    private func refresh(_ place: Place, with accounts: Accounts, seenBy calls: Calls) async -> OAuthError? {
      do {
        try await SystemCalls.$watcher.withValue({ _ in calls.see() }) {
          _ = try await accounts.fresh(place.account, forcing: true)
        }
        return nil
      } catch { return error as? OAuthError }
    }

    @Test("272: when one call fails, the store has the refresh token that the provider accepts")
    func once() async throws {
      // Every call of a refresh; further numbers are beyond its end.
      let failures = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<300 { group.addTask { try await self.failOnce(at: index) } }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect((20..<300).contains(failures))
    }

    /// Whether the refresh had a call of this number.
    private func failOnce(at index: Int) async throws -> Bool {
      let place = try await Place()
      let calls = Calls(failing: index, isLasting: false)
      let error = await refresh(place, with: place.scene.accounts(), seenBy: calls)
      #expect(error == nil || [.storeUnwritable, .storeUnreadable].contains(error?.code), "\(index)")
      let stored = try await place.stored
      #expect(stored.refreshToken == place.accepted, "\(index)")
      // Only a refresh that sent nothing may leave its note.
      #expect(stored.refreshAttempt == nil || place.scene.server.requests.isEmpty, "\(index)")
      #expect(try await place.scene.accounts().fresh(place.account, forcing: true).refreshAttempt == nil, "\(index)")
      #expect(try await place.stored.refreshToken == place.accepted)
      return calls.hasFailed
    }

    @Test(
      "271, 272: when every call fails from one on, the same process saves what it has, and another one names the cause"
    )
    func lasting() async throws {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<300 { group.addTask { try await self.fail(from: index) } }
        let lost = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        #expect(lost > 0, "some fail after the token was spent")
      }
    }

    /// Whether the store was left with a refresh token that is spent.
    private func fail(from index: Int) async throws -> Bool {
      let place = try await Place()
      let accounts = hurried(place)
      let calls = Calls(failing: index, isLasting: true)
      let error = await refresh(place, with: accounts, seenBy: calls)
      guard calls.hasFailed, error != nil else { return false }
      let stored = try await place.stored
      let isLost = stored.refreshToken != place.accepted
      if isLost {
        // The error says that the credential is in memory only, and the note is on disk.
        #expect(error?.code == .storeUnwritable && stored.pendingRefresh != nil, "\(index)")
      }
      // The store works again. What is in memory is saved before anything is sent.
      let requests = place.scene.server.requests.count
      let fresh = try await accounts.fresh(place.account, minimumLifetime: .seconds(60))
      #expect(fresh.refreshToken == place.accepted, "\(index)")
      #expect(try await place.stored.refreshToken == place.accepted, "\(index)")
      if isLost { #expect(place.scene.server.requests.count == requests, "\(index)") }
      return isLost
    }

    @Test("271: another process that finds a spent refresh token says that a refresh was interrupted")
    func nextProcess() async throws {
      let place = try await Place()
      let isSent = Lock(false)
      place.scene.server.setFault { _ in
        isSent.withLock { $0 = true }
        return nil
      }
      let ended: OAuthError? = await {
        do {
          try await SystemCalls.$watcher.withValue({ _ in isSent.withLock { $0 } ? EIO : nil }) {
            _ = try await hurried(place).fresh(place.account)
          }
          return nil
        } catch { return error as? OAuthError }
      }()
      #expect(ended?.code == .storeUnwritable)
      #expect(await code { _ = try await place.scene.accounts().fresh(place.account) } == .signInNeeded)
      let reason = try await place.stored.endedBecause
      #expect(reason != nil && reason != "spent")
    }
  }
#endif
