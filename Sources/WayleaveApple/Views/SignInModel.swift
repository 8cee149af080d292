#if canImport(SwiftUI)
  public import Foundation
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
    @ObservationIgnored private let strings: Bundle?

    /// A sign-in by a function, such as one that calls `signInWithApple()`.
    ///
    /// - Parameters:
    ///   - title: where the user signs in.
    ///   - strings: the bundle whose `Localizable` strings have the texts of the view, by their English words; nil for the
    ///     English ones.
    ///   - signIn: the function.
    public init(
      _ title: String, strings: Bundle? = nil, signIn: @escaping @Sendable () async throws(OAuthError) -> SignedIn
    ) {
      (self.title, self.strings, self.signIn) = (title, strings, signIn)
    }

    /// A sign-in at a provider; `strings` as above.
    public convenience init(
      to provider: Provider, as client: Client, in accounts: Accounts, options: SignInOptions = SignInOptions(),
      strings: Bundle? = nil
    ) {
      self.init(provider.title, strings: strings) { () async throws(OAuthError) in
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
    var label: String { (state == .waiting ? Words.waiting : .signIn).text(title, in: strings) }

    /// What a reader of the screen says of the button.
    var accessibilityLabel: String { state == .waiting ? Words.cancelSignIn.text(title, in: strings) : label }

    /// What stands under the button; nil for nothing.
    var message: String? {
      switch state {
      case .ready, .waiting: nil
      case .signedIn(let signedIn): Words.signedInAs.text(signedIn.stored.shownName, in: strings)
      case .failed(let error): "\(error.message)\n\(error.remedy)"
      }
    }
  }
#endif
