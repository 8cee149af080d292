import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension SignIn {
  /// The way in which a sign-in goes; each is a type with phases of its own.
  enum Flow: Sendable, Equatable {
    case begun
    /// The provider's metadata is read first.
    case discovering(Discovery)
    case code(CodeFlow)
    case implicit(ImplicitFlow)
    case secondDevice(SecondDeviceFlow)
    case oauth1(OAuth1Flow)
    case password(PasswordFlow)
    /// The tokens are there, and their ID token is to be verified with keys from there.
    case verifying(UnverifiedTokens, KeySource)
    case done
  }

  /// What a flow wants after one of its steps; the sign-in carries it out.
  enum Turn {
    /// This step is next, and so the flow goes on.
    case step(Step, Flow)
    /// This request to the authorization server is next.
    case send(AuthorizationServerRequest, Flow)
    /// This signed request of OAuth 1.0a is next.
    case sign(SignedAttempts.Maker, Flow)
    /// The tokens of OAuth 2 are there, and are to be verified.
    case tokens(ReceivedTokens)
    /// The credential is there.
    case done(Credential)
  }
}

extension SignIn.Flow {
  /// Whether a request is under way, whose answer it waits for.
  var awaitsResponse: Bool {
    switch self {
    case .discovering, .password: true
    case .code(let flow): flow.awaitsResponse
    case .secondDevice(let flow): flow.awaitsResponse
    case .oauth1(let flow): flow.awaitsResponse
    case .begun, .implicit, .verifying, .done: false
    }
  }
}
