import AuthenticationServices
import Foundation
import Security
import Testing
import UIKit
import Wayleave
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

extension KeychainTests {
  @Suite("Keychain: whichever status comes at whichever call, nothing is lost and nothing is taken for done")
  struct KeychainAnswerTests {
    /// What a keychain may answer, by its number, and the error that it becomes.
    ///
    /// https://developer.apple.com/documentation/security/security-framework-result-codes
    private static let answers: [(name: String, status: OSStatus, expected: OAuthError.Code)] = [
      ("errSecInteractionNotAllowed", errSecInteractionNotAllowed, .storeLocked),
      ("errSecMissingEntitlement", errSecMissingEntitlement, .unsupported),
      ("errSecUserCanceled", errSecUserCanceled, .cancelled),
      ("errSecAuthFailed", errSecAuthFailed, .storeLocked),
      ("errSecNotAvailable", errSecNotAvailable, .storeUnreadable),
      ("errSecDecode", errSecDecode, .storeUnreadable),
      ("errSecParam", errSecParam, .storeUnreadable),
      ("errSecUnimplemented", -4, .storeUnreadable),
      ("errSecDiskFull", -34, .storeUnreadable),
      ("errSecIO", -36, .storeUnreadable),
      ("errSecAllocate", -108, .storeUnreadable),
      ("errSecInternalComponent", -2070, .storeUnreadable),
      ("errSecReadOnly", -25292, .storeUnreadable),
      ("errSecNoSuchKeychain", -25294, .storeUnreadable),
      ("errSecDataTooLarge", -25302, .storeUnreadable),
      ("errSecInteractionRequired", -25315, .storeUnreadable),
      ("a number that no page has", 1, .storeUnreadable),
    ]

    /// Everything that a vault does, and the first use of it, which names the installation.
    private static let work: [Work] =
      KeychainFailureTests.work.map { Work(vaultIsNew: false, body: $0) }
      + [Work(vaultIsNew: true) { _ = try await $0.record(named: .account) }]

    private struct Work: Sendable {
      let vaultIsNew: Bool
      let body: @Sendable (KeychainVault) async throws -> Void
    }

    /// A keychain with a record of ours, and with one that an earlier installation left.
    private static func scene(vaultIsNew: Bool) async throws -> KeychainScene {
      let scene = KeychainScene()
      guard !vaultIsNew else { return scene }
      try await scene.vault().replace(.other, with: Secret("left"), expecting: .nothing)
      scene.deleteApp()
      try await scene.vault().replace(.account, with: Secret("a"), expecting: .nothing)
      return scene
    }

    /// Does each work anew with each number of calls that succeed before the status; gives how often it came.
    private func eachCall(
      _ status: OSStatus, check: (KeychainScene, _ vaultIsNew: Bool, OAuthError?) async throws -> Void
    ) async throws -> Int {
      var count = 0
      for work in Self.work {
        for before in 0..<20 {
          let scene = try await Self.scene(vaultIsNew: work.vaultIsNew)
          StandInKeychain.answer(Array(repeating: errSecSuccess, count: before) + [status])
          var thrown: OAuthError?
          do { try await work.body(scene.vault()) } catch { thrown = try #require(error as? OAuthError) }
          let isOver = StandInKeychain.unanswered > 0
          StandInKeychain.answer([])
          if isOver {
            // It makes no more calls, and all of them succeeded.
            #expect(thrown == nil && before > 0)
            break
          }
          count += 1
          try await check(scene, work.vaultIsNew, thrown)
        }
      }
      return count
    }

    @Test(arguments: answers.indices)
    func `a refusal at any call is told by its number, and the record is as it was`(row: Int) async throws {
      let (name, status, expected) = Self.answers[row]
      let count = try await eachCall(status) { scene, vaultIsNew, thrown in
        #expect(thrown?.code == expected, "\(name): \(String(describing: thrown?.code))")
        #expect(thrown?.received?.description.contains("\(status)") == true, "\(name)")
        #expect("\(thrown?.remedy ?? "")" != "")
        let contents = try await scene.vault().record(named: .account)?.contents
        #expect(contents == (vaultIsNew ? nil : Secret("a")), "\(name)")
      }
      // More calls than works: the later ones are among them.
      #expect(count > Self.work.count)
    }

    @Test(arguments: [errSecItemNotFound, errSecDuplicateItem])
    func `an item that seems to be gone, or there, at any call is never half a record`(status: OSStatus) async throws {
      let count = try await eachCall(status) { scene, vaultIsNew, thrown in
        #expect([nil, .storeConflict, .storeUnreadable].contains(thrown?.code))
        let contents = try await scene.vault().record(named: .account)?.contents
        #expect(vaultIsNew ? contents == nil : contents == Secret("a") || contents == Secret("b"))
      }
      #expect(count > Self.work.count)
    }

    // FS23, BD9
    @Test func `a callback finds the device locked and the app ended: no code is spent, and the next process takes it`()
      async throws
    {
      let (scene, server) = (KeychainScene(), FoursquareServer())
      func process() -> Accounts {
        let vault = scene.vault(protection: .init(.whenUnlockedThisDeviceOnly))
        return Accounts(
          transport: server, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault))
      }
      let redirectURI = try RedirectURI("com.example.app:/callback")
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [redirectURI])
      let page = try await process().begin(.foursquare, as: client)
      let state = try #require(try page.queryForm.nonEmptyText(of: "state"))
      let callback = "com.example.app:/callback?code=c&state=\(state)"

      StandInKeychain.set(.locked)
      #expect(await code { try await process().receive(callback) } == .storeLocked)
      #expect(server.exchanges == 0)

      StandInKeychain.set(.unlocked)
      guard case .completed(let signedIn) = try await process().receive(callback) else {
        Issue.record("The sign-in was lost.")
        return
      }
      #expect(signedIn.account.subject == "42" && server.exchanges == 1)
      guard case .unsolicited = try await process().receive(callback) else {
        Issue.record("The callback counted twice.")
        return
      }
      #expect(server.exchanges == 1)
    }
  }
}

extension KeychainTests {
  @Suite("Keychain: a device that locks in the middle of a first sign-in")
  struct LockDuringSignInTests {
    /// A server whose device locks when the code is exchanged, for some calls of the keychain.
    private struct LockingServer: Transport {
      let inner = FoursquareServer()

      func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
        let before = inner.exchanges
        let response = try await inner.send(request, within: limits)
        if inner.exchanges > before { StandInKeychain.answer(Array(repeating: errSecInteractionNotAllowed, count: 4)) }
        return response
      }
    }

    @Test func `the credential is saved when the device is unlocked again, and no second code is spent`() async throws {
      let (scene, server) = (KeychainScene(), LockingServer())
      let vault = scene.vault(protection: .init(.whenUnlockedThisDeviceOnly))
      let accounts = Accounts(
        transport: server, credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault))
      let redirectURI = try RedirectURI("com.example.app:/callback")
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [redirectURI])
      let page = try await accounts.begin(.foursquare, as: client)
      let state = try #require(try page.queryForm.nonEmptyText(of: "state"))
      guard
        case .completed(let signedIn) = try await accounts.receive("com.example.app:/callback?code=c&state=\(state)")
      else {
        Issue.record("The sign-in was lost.")
        return
      }
      #expect(StandInKeychain.unanswered == 0 && server.inner.exchanges == 1)
      #expect(try await accounts.all().map(\.account) == [signedIn.account])
    }
  }
}

extension ScreenTests {
  @Suite("The browser sheet: what comes when its scene is gone", .serialized)
  @MainActor struct SceneGoneTests {
    @Test func `a scene that goes away ends the sign-in, and the callback that comes afterwards answers nothing`()
      async throws
    {
      StandInWebSheet.reset()
      let scene = UIWindowScene(standInFor: .foregroundActive)
      let window = UIWindow(standInFor: scene, isKeyWindow: true)
      UIApplication.shared.connectedScenes = [scene]
      let server = FoursquareServer()
      let accounts = server.accounts(by: WebAuthenticationSource())
      let redirectURI = try RedirectURI("com.example.app:/callback")
      let client = try Client(id: "app", secret: Secret("secret"), redirectURIs: [redirectURI])
      let signingIn = Task { try await accounts.signIn(to: .foursquare, as: client) }
      for _ in 0..<400 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      let sheet = try #require(StandInWebSheet.shown)
      let page = try AbsoluteURL(sheet.url)
      let state = try #require(try page.queryForm.nonEmptyText(of: "state"))
      scene.activationState = .unattached
      sheet.dismiss()
      let result = await signingIn.result
      #expect(await code { try result.get() } == .cancelled)

      guard case .unsolicited = try await accounts.receive("com.example.app:/callback?code=c&state=\(state)") else {
        Issue.record("A sign-in that was cancelled was finished.")
        return
      }
      #expect(server.exchanges == 0)
      withExtendedLifetime(window) {}
    }
  }
}
