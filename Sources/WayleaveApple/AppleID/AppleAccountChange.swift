#if canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation
  public import Wayleave
  import WayleaveProvider
  public import WayleaveSignIn
  import WayleaveWire

  /// What the system says of an account that signed in with Apple.
  public enum AppleAccountState: Sendable, Hashable {
    /// The user still lets the app use it.
    case authorized
    /// The user stopped that in the settings, or changed the Apple account of the device.
    case revoked
    /// The system does not know it: the user never signed in here with this Apple account.
    case notFound
    /// The app went to another team, whose name for the user is another one.
    case transferred
    /// The system did not say, in a few words.
    case unknown(String)

    /// Why the account can no longer be used; nil where it can.
    fileprivate var reason: String? {
      switch self {
      case .revoked: "you stopped using this app with your Apple account"
      case .notFound: "the device does not know this Apple account"
      case .authorized, .transferred, .unknown: nil
      }
    }
  }

  /// An account, and what the system says of it now.
  public struct AppleAccountChange: Sendable, Hashable {
    /// The account.
    public let account: Account
    /// What the system says of it.
    public let state: AppleAccountState
  }

  extension Accounts {
    /// What the system says of every account of this app, at once and after each notice that one was revoked.
    ///
    /// The same state comes once. An account that is revoked, or that the system does not know, is marked as ended before:
    /// it stays for the user to see, and only a new sign-in helps. End the task to stop.
    public func appleAccountChanges(of app: AppleApp? = nil) -> AsyncStream<AppleAccountChange> {
      AsyncStream { continuation in
        let (notices, notice) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The first look is before any notice.
        notice.yield()
        let observer = RevocationObserver { notice.yield() }
        let task = Task {
          var told: [Account: AppleAccountState] = [:]
          for await _ in notices {
            for change in await appleAccountStates(of: app) where told[change.account] != change.state {
              told[change.account] = change.state
              continuation.yield(change)
            }
          }
        }
        continuation.onTermination = { _ in
          observer.stop()
          notice.finish()
          task.cancel()
        }
      }
    }

    private func appleAccountStates(of app: AppleApp?) async -> [AppleAccountChange] {
      guard let app = try? app ?? AppleApp.running(), let all = try? await all() else { return [] }
      var changes: [AppleAccountChange] = []
      for stored in all
      where stored.account.provider == Provider.apple.name && stored.account.client == app.clientID
        && !stored.isSignedOut
      {
        let state = await AppleAccountState(of: stored.account.subject)
        if let reason = state.reason { await markEnd(of: stored, because: reason) }
        changes.append(AppleAccountChange(account: stored.account, state: state))
      }
      return changes
    }
  }

  extension AppleAccountState {
    /// Asks the system about a user.
    fileprivate init(of user: String) async {
      self = await withCheckedContinuation { continuation in
        // The system calls from a thread of its choice.
        ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user) { @Sendable state, error in
          let words = error.map { DisplayText.clean("\($0)", limit: 200) }
          continuation.resume(returning: AppleAccountState(state, failure: words))
        }
      }
    }

    private init(_ state: ASAuthorizationAppleIDProvider.CredentialState, failure: String?) {
      self =
        switch (failure, state) {
        // With an error the state has no meaning: an account must not end because the device is offline.
        case (let words?, _): .unknown(words)
        case (nil, .authorized): .authorized
        case (nil, .revoked): .revoked
        case (nil, .notFound): .notFound
        default: state == .transferred ? .transferred : .unknown("a state of a later system")
        }
    }
  }

  /// Hears the system's notice that a user revoked an account; the notice does not say whose.
  private final class RevocationObserver: Sendable {
    private nonisolated(unsafe) let token: any NSObjectProtocol

    init(_ heard: @escaping @Sendable () -> Void) {
      token = NotificationCenter.default.addObserver(
        forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
      ) { _ in heard() }
    }

    func stop() { NotificationCenter.default.removeObserver(token) }
  }
#endif
