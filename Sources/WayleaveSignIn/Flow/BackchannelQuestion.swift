public import WayleaveOAuth2
public import WayleaveWire

/// What the server asks a user on the user's own device, without a browser.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7.1. Scopes, APIs, details and ways of signing in are
/// asked for as in every other sign-in; `login_hint`, `prompt` and `max_age` of the terms are not sent.
public struct BackchannelQuestion: Sendable, Equatable {
  /// Who the user is.
  public var hint: BackchannelAuthenticationRequest.Hint
  /// What both devices show, so that the user knows that they belong together; nil for none.
  public var bindingMessage: String?
  /// A code that only the user knows, where the server wants one.
  public var userCode: Secret?
  /// How long the user may answer; nil leaves it to the server.
  public var requestedExpiry: Duration?
  /// How the client gets the tokens: as it is registered.
  public var delivery: BackchannelDeliveryMode
  /// Whether the client signs the question with its key; a server takes that only from a client that registered so.
  ///
  /// §7.1.1 and §4, `backchannel_authentication_request_signing_alg`.
  public var isSigned: Bool

  /// A question; by default it is polled for the answer.
  public init(
    _ hint: BackchannelAuthenticationRequest.Hint, bindingMessage: String? = nil, userCode: Secret? = nil,
    requestedExpiry: Duration? = nil, delivery: BackchannelDeliveryMode = .poll, isSigned: Bool = false
  ) {
    self.hint = hint
    self.bindingMessage = bindingMessage
    self.userCode = userCode
    self.requestedExpiry = requestedExpiry
    self.delivery = delivery
    self.isSigned = isSigned
  }
}
