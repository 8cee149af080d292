#if canImport(AuthenticationServices)
  public import Wayleave
  import WayleaveOAuth2
  import WayleaveProvider
  public import WayleaveWire

  /// What is asked for in a sign-in with the Apple account of the device.
  public struct AppleSignIn: Sendable {
    /// What Apple tells of the user, once: at the first sign-in with this app.
    public enum Scope: Sendable, Hashable, CaseIterable {
      /// The name, as the user confirms it.
      case name
      /// An address: the user's own, or one that forwards to it.
      case email
    }

    /// What is asked for; both, where nothing else is said.
    public var scopes: Set<Scope>
    /// The name for the account; nil for none.
    public var accountName: String?
    /// The nonce of a backend, which verifies the sign-in too; nil for one of our own.
    ///
    /// It goes to Apple as its SHA-256 only.
    public var nonce: Secret?

    /// A sign-in.
    public init(scopes: Set<Scope> = Set(Scope.allCases), accountName: String? = nil, nonce: Secret? = nil) {
      (self.scopes, self.accountName, self.nonce) = (scopes, accountName, nonce)
    }
  }

  /// A sign-in with Apple that is done: the account is stored.
  public struct AppleSignedIn: Sendable {
    /// Whether Apple takes the user for a person.
    public enum Person: Sendable, Hashable {
      /// It does.
      case likely
      /// It cannot say: an account that is new, or seldom used.
      case unknown
      /// This system does not say.
      case notSaid
    }

    /// The account.
    public let signedIn: SignedIn
    /// What a backend needs to have an account of its own; nil where Apple gave no code.
    public let handOver: AppleHandOver?
    /// Whether Apple takes the user for a person.
    public let person: Person
  }

  /// What an app sends to its backend after a sign-in with Apple, over TLS: nothing of it is stored here.
  ///
  /// The backend exchanges the code with a secret that its ES256 key signs: ``Accounts/verify(_:of:as:nonce:subject:seen:)``
  /// with ``HandedOver/code(_:verifier:redirectURI:)``, the provider ``Provider/apple``, a client of the bundle id with that
  /// key, and the nonce as ``IDTokenNonce/hashed(_:)``. The code is good once, and for five minutes.
  public struct AppleHandOver: Sendable {
    /// The authorization code.
    public let code: Secret
    /// The nonce whose SHA-256 stands in the tokens.
    public let nonce: Secret
  }

  extension Accounts {
    #if !os(watchOS) && !os(tvOS)
      /// Signs the user in with the Apple account of the device: one tap, and no page.
      ///
      /// The identity token is verified by Apple's keys: for this app, with the nonce of this sign-in. The account that is
      /// stored says who the user is; it brings no token for an API, as Apple has none. Name and email come at the first
      /// sign-in alone, and stay in the account. Throws `sign_in.cancelled` when the user closes the sheet,
      /// `configuration.unsupported` where the system cannot ask, `sign_in.refused` where Apple says no, and `id_token.…`.
      ///
      /// - Parameters:
      ///   - app: the app to which the token is issued; nil for the one that runs.
      ///   - options: what is asked for.
      ///   - notify: gets every notice, from any thread, and must not wait.
      @available(iOSApplicationExtension, unavailable, message: "an extension gives the window")
      @available(macCatalystApplicationExtension, unavailable, message: "an extension gives the window")
      @available(visionOSApplicationExtension, unavailable, message: "an extension gives the window")
      public func signInWithApple(
        as app: AppleApp? = nil, options: AppleSignIn = AppleSignIn(),
        notify: @escaping @Sendable (AppleSignInNotice) -> Void = { _ in }
      ) async throws(OAuthError) -> AppleSignedIn {
        try await signInWithApple(as: app, options: options, anchor: { .inFront }, notify: notify)
      }

      /// The same over the window that `anchor` gives.
      public func signInWithApple(
        as app: AppleApp? = nil, options: AppleSignIn = AppleSignIn(),
        anchor: @escaping WebAuthenticationSource.Anchor,
        notify: @escaping @Sendable (AppleSignInNotice) -> Void = { _ in }
      ) async throws(OAuthError) -> AppleSignedIn {
        try await signIn(as: app, options, notify) { AppleIDSheet(anchor: anchor) }
      }
    #else
      /// The same; this system chooses the window itself.
      public func signInWithApple(
        as app: AppleApp? = nil, options: AppleSignIn = AppleSignIn(),
        notify: @escaping @Sendable (AppleSignInNotice) -> Void = { _ in }
      ) async throws(OAuthError) -> AppleSignedIn {
        try await signIn(as: app, options, notify) { AppleIDSheet() }
      }
    #endif

    private func signIn(
      as app: AppleApp?, _ options: AppleSignIn, _ notify: @Sendable (AppleSignInNotice) -> Void,
      on sheet: @MainActor () -> AppleIDSheet
    ) async throws(OAuthError) -> AppleSignedIn {
      let app = if let app { app } else { try AppleApp.running() }
      var random = SystemRandomNumberGenerator()
      let nonce = options.nonce ?? Secret(RandomText.alphanumeric(32, using: &random))
      let state = RandomText.alphanumeric(32, using: &random)
      var brought: AppleIDAnswer?
      let signedIn = try await signIn(
        to: .apple, as: Client(id: app.clientID), withNonce: nonce, named: options.accountName
      ) { (hashedNonce) async throws(OAuthError) in
        let question = AppleIDQuestion(scopes: options.scopes, state: state, hashedNonce: hashedNonce)
        let end = await sheet().end(of: question) { notify(.shown) }
        notify(end.notice)
        let answer = try end.answer()
        brought = answer
        return SystemAnswer(
          idToken: answer.identityToken, code: answer.code, user: answer.user, members: answer.members)
      }
      return AppleSignedIn(
        signedIn: signedIn, handOver: brought?.code.map { AppleHandOver(code: $0, nonce: nonce) },
        person: brought?.person ?? .notSaid)
    }
  }
#endif
