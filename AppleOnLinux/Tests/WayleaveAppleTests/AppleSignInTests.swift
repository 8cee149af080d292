import AuthenticationServices
import Foundation
import HTTPTypes
import Synchronization
import Testing
import UIKit
@testable import WayleaveAppleUnderTest
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Tests of what is on the screen, one after the other: there is one screen.
@Suite("The screen", .serialized)
struct ScreenTests {}

extension ScreenTests {
  @Suite("Sign in with Apple", .serialized)
  @MainActor struct AppleSignInTests {
    private let scene = UIWindowScene(standInFor: .foregroundActive)
    private let window: UIWindow
    private let apple = AppleKeys()
    private let accounts: Accounts
    private let notices = Collected<AppleSignInNotice>()

    init() {
      StandInAppleID.reset()
      window = UIWindow(standInFor: scene, isKeyWindow: true)
      UIApplication.shared.connectedScenes = [scene]
      accounts = apple.accounts
    }

    /// What comes of a sign-in in which the user does something.
    private func outcome(
      of options: AppleSignIn = AppleSignIn(), doing: @MainActor (StandInAppleID.Shown) throws -> Void
    ) async throws -> Result<AppleSignedIn, any Error> {
      StandInAppleID.reset()
      UIApplication.shared.connectedScenes = [scene]
      let signingIn = Task {
        try await accounts.signInWithApple(as: AppleApp(bundleID: "com.example.app"), options: options) { notice in
          notices.add(notice)
        }
      }
      for _ in 0..<400 where StandInAppleID.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      try doing(#require(StandInAppleID.shown))
      return await signingIn.result
    }

    // EI16
    @Test func `one tap stores an account of the user in the identity token`() async throws {
      let result = try await outcome { [apple] shown in
        #expect(shown.scopes == [.fullName, .email] && shown.anchor === window)
        shown.agree(
          user: "001.ada", token: try apple.token(for: "001.ada", nonce: shown.nonce), givenName: "Ada",
          familyName: "Fenwick")
      }
      let done = try result.get()
      #expect(done.signedIn.account.subject == "001.ada" && done.signedIn.account.client == "com.example.app")
      #expect(done.signedIn.stored.identity?.displayName == "Ada Fenwick")
      #expect(done.signedIn.stored.identity?.email == "ada@privaterelay.appleid.com")
      #expect(done.signedIn.stored.identity?.isEmailVerified == true)
      #expect(done.person == .likely)
      #expect(try await accounts.all().map(\.account) == [done.signedIn.account])
      #expect(notices.all == [.shown, .returned])
    }

    // FS15
    @Test func `Apple is sent the SHA-256 of the nonce, and a backend gets the code with the nonce itself`()
      async throws
    {
      // The example of FIPS 180-2 Appendix B.1: SHA-256 of “abc”.
      let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      let result = try await outcome(of: AppleSignIn(scopes: [.email], nonce: Secret("abc"))) { [apple] shown in
        #expect(shown.nonce == hash && shown.scopes == [.email])
        shown.agree(user: "001.ada", token: try apple.token(for: "001.ada", nonce: hash, code: "c-1"), code: "c-1")
      }
      let handOver = try #require(try result.get().handOver)
      #expect(handOver.code == Secret("c-1") && handOver.nonce == Secret("abc"))
    }

    // EI18
    @Test func `the name and the address of the first time stay, as Apple tells them once`() async throws {
      _ = try await outcome { [apple] shown in
        shown.agree(user: "001.ada", token: try apple.token(for: "001.ada", nonce: shown.nonce), givenName: "Ada")
      }.get()
      let again = try await outcome { [apple] shown in
        shown.agree(user: "001.ada", token: try apple.token(for: "001.ada", nonce: shown.nonce, email: nil))
      }.get()
      #expect(again.signedIn.stored.identity?.displayName == "Ada")
      #expect(again.signedIn.stored.identity?.email == "ada@privaterelay.appleid.com")
      #expect(try await accounts.all().count == 1)
    }

    @Test func `a nonce that comes back unhashed, of another sign-in, or not at all is refused`() async throws {
      for nonce in ["raw", "0000", nil] as [String?] {
        let result = try await outcome(of: AppleSignIn(nonce: Secret("raw"))) { [apple] shown in
          shown.agree(user: "001.ada", token: try apple.token(for: "001.ada", nonce: nonce))
        }
        #expect(await code { try result.get() } == .idTokenNonce, "\(nonce ?? "none")")
      }
      #expect(try await accounts.all().isEmpty)
    }

    struct Wrong: Sendable {
      let what: String
      let code: OAuthError.Code
      let agree: @MainActor @Sendable (StandInAppleID.Shown, AppleKeys) throws -> Void
    }

    nonisolated static let wrong: [Wrong] = [
      Wrong(what: "a token for another app", code: .idTokenAudience) { shown, apple in
        shown.agree(
          user: "1", token: try apple.token(for: "1", nonce: shown.nonce, audience: "com.example.other"))
      },
      Wrong(what: "a token of another issuer", code: .idTokenIssuer) { shown, apple in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce, issuer: "https://apple.example"))
      },
      Wrong(what: "a token that another key signed", code: .unknownKey) { shown, _ in
        shown.agree(user: "1", token: try AppleKeys().token(for: "1", nonce: shown.nonce))
      },
      Wrong(what: "a token that ended", code: .expiredIDToken) { shown, apple in
        shown.agree(
          user: "1", token: try apple.token(for: "1", nonce: shown.nonce, at: AppleKeys.now + -3600))
      },
      Wrong(what: "a token of another code", code: .idTokenCodeHash) { shown, apple in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce, code: "c-1"), code: "c-2")
      },
      Wrong(what: "another user than the system's", code: .foreignUser) { shown, apple in
        shown.agree(user: "2", token: try apple.token(for: "1", nonce: shown.nonce))
      },
      Wrong(what: "an answer to another question", code: .unsupported) { shown, apple in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce), state: "other")
      },
      Wrong(what: "no token", code: .unexpectedAnswer) { shown, _ in shown.agree(user: "1", token: nil) },
      Wrong(what: "a credential of another kind", code: .unexpectedAnswer) { shown, _ in
        shown.answer(StandInAppleID.OtherCredential())
      },
    ]

    @Test(arguments: wrong.indices)
    func `what is not for this app and this sign-in is refused, and nothing is stored`(index: Int) async throws {
      let wrong = Self.wrong[index]
      let result = try await outcome { [apple] in try wrong.agree($0, apple) }
      #expect(await code { try result.get() } == wrong.code, "\(wrong.what)")
      #expect(try await accounts.all().isEmpty)
    }

    @Test(arguments: [
      (ASAuthorizationError.Code.canceled, OAuthError.Code.cancelled, AppleSignInFailure.cancelled),
      (.failed, .authorizationRefused, .failed),
      (.notHandled, .unsupported, .notHandled),
      (.invalidResponse, .unexpectedAnswer, .invalidResponse),
      (.notInteractive, .unsupported, .notInteractive),
    ])
    func `each way to end without an account is told apart`(
      system: ASAuthorizationError.Code, ours: OAuthError.Code, failure: AppleSignInFailure
    ) async throws {
      let result = try await outcome { $0.fail(ASAuthorizationError(system)) }
      #expect(await code { try result.get() } == ours)
      #expect(notices.all == [.shown, .ended(failure)])
    }

    @Test func `an end that no one knows is told in words`() async throws {
      let result = try await outcome { $0.fail(ASAuthorizationError(.unknown)) }
      #expect(await code { try result.get() } == .unsupported)
      guard case .ended(.unknown(let words))? = notices.all.last else {
        Issue.record("no words")
        return
      }
      #expect(words.contains("unknown"))
    }

    @Test func `a sign-in whose task is cancelled closes the sheet`() async throws {
      StandInAppleID.reset()
      let app = try AppleApp(bundleID: "com.example.app")
      let signingIn = Task {
        try await accounts.signInWithApple(as: app) { notice in notices.add(notice) }
      }
      for _ in 0..<400 where StandInAppleID.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
      signingIn.cancel()
      let result = await signingIn.result
      #expect(await code { try result.get() } == .cancelled)
      #expect(notices.all.last == .ended(.closedByProgram))
    }

    @Test func `an app without a window or without a bundle id is told so`() async throws {
      UIApplication.shared.connectedScenes = []
      let app = try AppleApp(bundleID: "com.example.app")
      #expect(await code { try await accounts.signInWithApple(as: app) } == .unsupported)
      #expect(await code { try AppleApp(bundleID: "") } == .invalidClient)
    }

    // TU8
    @Test func `signing out removes the account, and asks Apple for nothing`() async throws {
      let done = try await outcome { [apple] shown in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce))
      }.get()
      let report = try await accounts.signOut(done.signedIn.account)
      #expect(report.isRemoved && apple.places == ["/auth/keys"])
    }

    // EI12
    @Test func `an account that the user revokes is told once, and has ended`() async throws {
      let account = try await outcome { [apple] shown in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce))
      }.get().signedIn.account
      StandInAppleID.set(.authorized, of: "1")
      var changes = accounts.appleAccountChanges(of: try AppleApp(bundleID: "com.example.app")).makeAsyncIterator()
      #expect(await changes.next() == AppleAccountChange(account: account, state: .authorized))
      StandInAppleID.notify()
      StandInAppleID.set(.revoked, of: "1")
      StandInAppleID.notify()
      #expect(await changes.next() == AppleAccountChange(account: account, state: .revoked))
      #expect(try await accounts.stored(account)?.endedBecause?.contains("stopped") == true)
    }

    @Test(arguments: [
      (ASAuthorizationAppleIDProvider.CredentialState.notFound, AppleAccountState.notFound, true),
      (.transferred, .transferred, false), (.authorized, .authorized, false), (.revoked, .revoked, true),
    ])
    func `every state of the system has its own, and two of them end the account`(
      system: ASAuthorizationAppleIDProvider.CredentialState, ours: AppleAccountState, ends: Bool
    ) async throws {
      let account = try await outcome { [apple] shown in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce))
      }.get().signedIn.account
      StandInAppleID.set(system, of: "1")
      var changes = accounts.appleAccountChanges(of: try AppleApp(bundleID: "com.example.app")).makeAsyncIterator()
      #expect(await changes.next()?.state == ours)
      let stored = try await accounts.stored(account)
      #expect((stored?.endedBecause != nil) == ends)
    }

    @Test func `a system that does not answer ends no account`() async throws {
      let account = try await outcome { [apple] shown in
        shown.agree(user: "1", token: try apple.token(for: "1", nonce: shown.nonce))
      }.get().signedIn.account
      StandInAppleID.fail(ASAuthorizationError(.failed))
      var changes = accounts.appleAccountChanges(of: try AppleApp(bundleID: "com.example.app")).makeAsyncIterator()
      guard case .unknown? = await changes.next()?.state else {
        Issue.record("another state")
        return
      }
      #expect(try await accounts.stored(account)?.endedBecause == nil)
    }
  }
}
