#if canImport(SwiftUI)
  public import Observation
  public import Wayleave
  public import WayleaveOAuth2
  public import WayleaveProvider
  public import WayleaveWire

  /// A sign-in that a button begins and ends.
  @MainActor @Observable public final class SignInModel {
    /// How far it is.
    public enum State: Sendable, Equatable {
      /// It can begin. A user who cancels comes back here: that is no failure.
      case ready
      /// The user is asked.
      case waiting
      /// The account is stored.
      case signedIn(SignedIn)
      /// It failed, and can begin again.
      case failed(OAuthError)
    }

    /// How far it is.
    public private(set) var state = State.ready
    /// Where the user signs in, such as “GitHub”.
    public let title: String
    @ObservationIgnored private let signIn: @Sendable () async throws(OAuthError) -> SignedIn
    @ObservationIgnored private var task: Task<Void, Never>?

    /// A sign-in by a function, such as one that calls `signInWithApple()`.
    public init(_ title: String, signIn: @escaping @Sendable () async throws(OAuthError) -> SignedIn) {
      (self.title, self.signIn) = (title, signIn)
    }

    /// A sign-in at a provider.
    public convenience init(
      to provider: Provider, as client: Client, in accounts: Accounts, options: SignInOptions = SignInOptions()
    ) {
      self.init(provider.title) { () async throws(OAuthError) in
        try await accounts.signIn(to: provider, as: client, options: options)
      }
    }

    /// Begins, or cancels what waits: what the button does.
    public func press() {
      if state == .waiting { cancel() } else { begin() }
    }

    /// Begins, unless it waits already.
    public func begin() {
      guard state != .waiting else { return }
      state = .waiting
      task = Task { [signIn] in
        do throws(OAuthError) { state = .signedIn(try await signIn()) } catch {
          state = error.code == .cancelled ? .ready : .failed(error)
        }
      }
    }

    /// Cancels what waits, and closes the page.
    public func cancel() { task?.cancel() }

    /// What the button says.
    var label: String { state == .waiting ? Words.waiting.text(title) : Words.signIn.text(title) }

    /// What a reader of the screen says of the button.
    var accessibilityLabel: String { state == .waiting ? Words.cancelSignIn.text(title) : label }

    /// What stands under the button; nil for nothing.
    var message: String? {
      switch state {
      case .ready, .waiting: nil
      case .signedIn(let signedIn): Words.signedInAs.text(signedIn.stored.shownName)
      case .failed(let error): "\(error.message)\n\(error.remedy)"
      }
    }
  }
#endif
