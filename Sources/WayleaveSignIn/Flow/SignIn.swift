package import WayleaveJOSE
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

/// One attempt of one user at one provider: a state machine without effects.
///
/// It says what it wants next, a ``Step``, and takes what came of it: an answer, a callback, the time. It can be
/// saved while it waits and go on in another process. Whatever it throws ends it.
public struct SignIn: Sendable {
  /// What the sign-in wants next.
  package enum Step: Sendable, Equatable {
    /// Send this request, and hand the answer to ``receive(_:at:using:)-(ResponseMessage,_,_)``.
    case send(RequestMessage, ExchangeKind)
    /// Hand the keys that are published there to ``receive(_:at:using:)-(JSONWebKeySet,_,_)``; fetch them again when the cached
    /// ones do not have the one that is needed.
    case prove(KeySource)
    /// Save the sign-in, show this URL, and hand over the callback when it comes.
    case show(AbsoluteURL)
    /// Save the sign-in, show these codes, and ``poll(at:using:)`` as long as it wants to wait.
    case showCode(DeviceAuthorizationResponse)
    /// The user is being asked: save the sign-in, and ``poll(at:using:)`` as long as it wants to wait.
    case asked(BackchannelAuthenticationResponse)
    /// The user has not answered on the other device: ``poll(at:using:)`` then, and not before.
    case wait(until: Instant)
    /// The provider did not take the number that the user typed: ask for it again.
    case numberRefused(OAuthError)
    /// It is done: save this before you use it.
    case done(Credential)
  }

  /// What an exchange is for, which decides its bounds.
  package enum ExchangeKind: String, Sendable {
    /// Metadata.
    case metadata
    /// Tokens or temporary credentials.
    case token
  }

  /// The provider; once its metadata has been read, with the endpoints found.
  package internal(set) var provider: Provider
  /// Our registration there.
  package let client: Client
  /// How the user's answer comes back.
  package let redirect: RedirectTarget
  /// The scopes asked for; empty for the provider's own choice.
  package let scopes: [String]
  /// What is asked for beyond scopes.
  package let terms: Terms
  /// The name the user wants for the account; nil when none was given.
  package let accountName: String?
  /// Where requests may go in addition to the provider's own API origins.
  package let allowedOrigins: [Origin]
  /// When it began.
  package let beganAt: Instant
  /// Whether the process that began it waits for it, and wants to know of it when another one finishes it.
  package var isAwaited = false

  /// What the server advertised at an earlier sign-in; nil when there was none.
  package var advertisedBefore: AdvertisedMetadata?
  /// Whether the user agrees that what the server advertised before may be gone.
  package var acceptsDowngrade = false
  /// What the server advertises now; nil for one whose endpoints are known without asking it.
  package internal(set) var advertised: AdvertisedMetadata?
  /// What the server no longer protects, and the user agreed to lose.
  package internal(set) var downgrades: [MetadataDowngrade] = []
  /// The ID token of the sign-in, once it is verified; nil before, and where none was asked for.
  package internal(set) var idToken: IDToken?
  /// What in the token answer was not as its specification has it, and was accepted.
  package internal(set) var tolerated: [TokenResponse.Tolerance] = []

  /// For how long the URL of the page can be opened, where the server keeps the request; nil for one without such an end.
  package internal(set) var pageLifetime: Duration?

  /// What the provider's callback carried in addition to the code, as far as its entry names it.
  var callbackMembers = JSON.Object()

  var phase: Phase
  /// What the user is to be asked on a device of theirs; nil for one that shows a code.
  package var question: BackchannelQuestion?
  /// The name and password to exchange; nil for a user who is sent to the provider. It is in no record.
  package var password: PasswordCredentialRequest?
  /// What stamps the requests of OAuth 1.0a.
  package var clock = SigningClock()
  /// Whether the clock was corrected for the request under way: a second refusal for its time is a refusal.
  var hasCorrectedClock = false
  /// How often the provider has refused a number that the user typed.
  var refusedNumbers = 0

  /// The key to which the tokens are to be bound; nil where the server binds none.
  package var proofKey: DPoPKey?
  /// The request to the authorization server that is under way.
  var attempts: ServerAttempts?
  /// Makes that key in a keystore, for one of these algorithms; nil for keys of our own.
  package var makeProofKey: (@Sendable (Set<SignatureAlgorithm>) throws(OAuthError) -> DPoPKey?)?
  /// What servers have said about their nonces and clocks; handed in by the caller, who learns from it.
  package var servers = ServerKnowledge()

  enum Phase: Sendable, Equatable {
    case begun
    case discovering(Discovery)
    case requestingTemporaryCredential(RequestMessage)
    case exchangingPassword(RequestMessage)
    case pushingRequest(WaitingCode)
    case waitingForCode(WaitingCode)
    case requestingDeviceCodes
    case askingSecondDevice(notificationToken: Secret?)
    case waitingForSecondDevice(SecondDevice, PollingPace)
    case polling(SecondDevice, PollingPace)
    case waitingForVerifier(TemporaryCredential)
    case exchangingCode(code: Secret, WaitingCode)
    case provingCallback(Secret, WaitingCode, KeySource)
    case provingIDToken(UnprovenTokens, KeySource)
    case exchangingTemporaryCredential(TemporaryCredential, verifier: Secret?, RequestMessage)
    case done
  }

  /// What the answer to an authorization request must fit.
  struct WaitingCode: Sendable, Equatable {
    let state: Secret
    let verifier: CodeVerifier?
    let nonce: Secret
  }

  /// A sign-in that has not taken its first step, and whose user comes back to an address.
  package init(
    to provider: Provider, as client: Client, redirectURI: RedirectURI, scopes: [String] = [],
    terms: Terms = Terms(), accountName: String? = nil, allowedOrigins: [Origin] = [], at now: Instant
  ) {
    self.init(
      to: provider, as: client, redirect: .uri(redirectURI), scopes: scopes, terms: terms,
      accountName: accountName, allowedOrigins: allowedOrigins, at: now)
  }

  /// A sign-in that has not taken its first step.
  package init(
    to provider: Provider, as client: Client, redirect: RedirectTarget, scopes: [String] = [],
    terms: Terms = Terms(), accountName: String? = nil, allowedOrigins: [Origin] = [], at now: Instant
  ) {
    self.provider = provider
    self.client = client
    self.redirect = redirect
    self.scopes = scopes
    self.terms = terms
    self.accountName = accountName
    self.allowedOrigins = allowedOrigins
    beganAt = now
    phase = .begun
  }

  /// What it waits under once its address has been shown; nil before and after.
  package var key: Key? {
    switch phase {
    case .waitingForCode(let waiting): Key(state: waiting.state)
    case .waitingForSecondDevice(let device, _): device.key
    case .waitingForVerifier(let temporary): Key(temporaryToken: temporary.token)
    default: nil
    }
  }

  /// Takes the first step; throws `sign_in.out_of_order` when it was taken before.
  package mutating func begin(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .begun = phase else { throw .outOfOrder("a sign-in that has not begun") }
    do throws(OAuthError) {
      switch provider.service {
      case .oauth1(let service) where password != nil: return try exchangePassword(at: service, at: now, using: &random)
      case .oauth2 where password != nil, .issuer where password != nil: throw .passwordNotTaken(by: provider)
      case .oauth1 where redirect == .device: throw .deviceInOAuth1()
      case .oauth1 where terms.needsIDToken: throw .unverifiableTerms(at: provider)
      case .oauth1(let service): return try requestTemporaryCredential(of: service, at: now, using: &random)
      case .oauth2(let service): return try beginAtKnownEndpoints(service, at: now, using: &random)
      case .issuer(let issuer): return try discover(by: Discovery(of: issuer, dialect: provider.idTokenRules.dialect))
      }
    } catch {
      phase = .done
      throw error
    }
  }

  /// Takes the answer to the request of the last step.
  package mutating func receive(
    _ response: ResponseMessage, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    do throws(OAuthError) {
      if let again = try resend(after: response, at: now, using: &random) { return again }
      switch phase {
      case .discovering(let discovery):
        return try receiveMetadata(response, for: discovery, at: now, using: &random)
      case .pushingRequest(let waiting): return try receivePushed(response, waiting)
      case .requestingDeviceCodes: return try receiveDeviceCodes(response, at: now)
      case .askingSecondDevice(let token):
        return try receiveBackchannelRequest(response, notificationToken: token, at: now)
      case .polling(let device, let pace): return try receivePoll(response, device, pace, at: now)
      case .requestingTemporaryCredential(let request):
        return try receiveTemporaryCredential(response, answering: request, at: now, using: &random)
      case .exchangingPassword(let request):
        return try receivePasswordAnswer(response, answering: request, at: now, using: &random)
      case .exchangingCode(let code, let waiting): return try receiveTokens(response, code: code, waiting, at: now)
      case .exchangingTemporaryCredential(let temporary, let verifier, let request):
        return try receiveTokenCredential(
          response, answering: request, temporary: temporary, verifier: verifier, at: now, using: &random)
      case .begun, .waitingForCode, .waitingForVerifier, .waitingForSecondDevice, .provingCallback, .provingIDToken,
        .done:
        throw .outOfOrder("an answer that was asked for")
      }
    } catch {
      // An unsolicited answer takes nothing from a sign-in that waits for its callback.
      if error.code != .outOfOrder { phase = .done }
      throw error
    }
  }

  /// Takes the callback that the user's browser brought to `url`.
  ///
  /// Throws `sign_in.state_mismatch` or `sign_in.temporary_credential_mismatch` when it answers another sign-in: this
  /// one then goes on waiting. Every other error ends it.
  package mutating func receive(
    _ callback: SignInCallback, at url: AbsoluteURL, now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    switch (phase, callback) {
    case (.waitingForCode(let waiting), .oauth2(let callback)):
      guard callback.state == waiting.state else { throw .stateMismatch(received: callback.state) }
      try requireArrival(at: url)
      try requireWay(isSecured: false)
      noteMembers(of: url)
      return try receiveCode(callback, waiting, at: now, using: &random)
    case (.waitingForCode(let waiting), .secured(let response, let state)):
      guard state == waiting.state else { throw .stateMismatch(received: state) }
      try requireArrival(at: url)
      try requireWay(isSecured: true)
      return try proveCallback(response, waiting)
    case (.waitingForVerifier(let temporary), .oauth1(let callback)):
      guard callback.token == temporary.token else { throw .temporaryCredentialMismatch(received: callback.token) }
      try requireArrival(at: url)
      return try receiveVerifier(callback, temporary: temporary, at: now, using: &random)
    case (.waitingForCode, .oauth1), (.waitingForVerifier, .oauth2), (.waitingForVerifier, .secured):
      throw .stateMismatch(received: nil)
    default: throw .outOfOrder("a sign-in that waits for its callback")
    }
  }

  /// Notes the parameters of the callback that are stored with the tokens; one that is JSON is stored as such.
  private mutating func noteMembers(of url: AbsoluteURL) {
    guard case .oauth2(let service) = provider.service, !service.dialect.authorization.callbackMembers.isEmpty,
      let form = try? url.queryForm
    else { return }
    for name in service.dialect.authorization.callbackMembers {
      guard let text = try? form.nonEmptyText(of: name) else { continue }
      callbackMembers[name] = (try? JSON(decoding: Array(text.utf8)))?.object.map(JSON.object) ?? .string(text)
    }
  }

  /// The redirect URI on which the answer arrives must be that of the request: RFC 8252 §8.10.
  private mutating func requireArrival(at url: AbsoluteURL) throws(OAuthError) {
    guard redirect.redirectURI?.received(url) == true else {
      phase = .done
      throw .arrivedElsewhere(at: url, expected: redirect)
    }
  }
}

extension OAuthError {
  package static func outOfOrder(_ expected: String) -> OAuthError {
    OAuthError(
      .outOfOrder, rule: .wayleave("a sign-in takes its steps in order"), expected: expected,
      received: .described("one in another phase"), remedy: "Begin a new sign-in.")
  }

  package static func stateMismatch(received state: Secret?) -> OAuthError {
    OAuthError(
      .stateMismatch, message: "The answer belongs to no sign-in that is waiting.",
      rule: .rfc(6749, "10.12"), expected: "the state of a sign-in that is waiting",
      received: .redacted(state),
      remedy: "Begin the sign-in again. If this repeats, another program answers on this address.")
  }

  fileprivate static func deviceInOAuth1() -> OAuthError {
    OAuthError(
      .unsupported, message: "A provider of OAuth 1.0a has no sign-in with a code on another device.",
      rule: .rfc(8628, "1"), expected: "a provider of OAuth 2",
      received: .described("one of OAuth 1.0a"), remedy: "Sign in with a browser.")
  }

  fileprivate static func temporaryCredentialMismatch(received token: Secret) -> OAuthError {
    OAuthError(
      .temporaryCredentialMismatch, rule: .rfc(5849, "2.2"),
      expected: "the temporary token of a sign-in that is waiting",
      received: .redacted(token), remedy: "Begin the sign-in again, and finish it in the same browser.")
  }

  fileprivate static func arrivedElsewhere(at url: AbsoluteURL, expected: RedirectTarget) -> OAuthError {
    OAuthError(
      .malformedCallback,
      message:
        "The answer arrived at “\(URLRedaction.redact(url.text))”\(expected.redirectURI.map { ", not at “\($0)”" } ?? ", and a number that the user types was wanted").",
      rule: .rfc(8252, "8.10"),
      expected: expected.redirectURI.map { "a callback at “\($0)”" } ?? "a number that the user types",
      received: .url(url.text),
      remedy: "Register the same redirect URI at the provider and here, and begin again.")
  }
}
