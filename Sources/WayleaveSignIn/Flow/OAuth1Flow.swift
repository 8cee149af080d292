import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The flow of OAuth 1.0a: a temporary credential, which the user approves on the provider's page.
///
/// RFC 5849 §2.
struct OAuth1Flow: Sendable, Equatable {
  private enum Phase: Sendable, Equatable {
    case requesting
    case waiting(TemporaryCredential)
    case exchanging(TemporaryCredential)
  }

  private let phase: Phase
  /// How often the provider has refused a number that the user typed.
  private(set) var refusedNumbers = 0

  /// How often a user may mistype the number before the sign-in ends.
  static let maximumRefusedNumbers = 3

  private init(_ phase: Phase, refusedNumbers: Int = 0) {
    self.phase = phase
    self.refusedNumbers = refusedNumbers
  }

  /// A flow whose user was shown the page.
  init(waitingWith temporary: TemporaryCredential, refusedNumbers: Int = 0) {
    self.init(.waiting(temporary), refusedNumbers: refusedNumbers)
  }

  /// What the user approves; nil before and after.
  var waiting: TemporaryCredential? {
    guard case .waiting(let temporary) = phase else { return nil }
    return temporary
  }

  var awaitsResponse: Bool { waiting == nil }

  /// Asks for a temporary credential.
  ///
  /// RFC 5849 §2.1.
  static func begin(_ signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    let message = TemporaryCredentialRequest(callback: signIn.redirect.callback)
    let (service, consumer) = try signIn.oauth1Consumer
    guard signIn.scopes.isEmpty || service.dialect.scopeParameter != nil else { throw .noScopes(at: signIn.provider) }
    let make: SignedAttempts.Maker = { stamp throws(OAuthError) in
      try message.request(
        to: service.temporaryCredentialEndpoint, as: consumer, dialect: service.dialect, stamp: stamp)
    }
    return .sign(make, .oauth1(OAuth1Flow(.requesting)))
  }

  func receive(
    _ response: ResponseMessage, answering request: RequestMessage, of signIn: SignIn, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    switch phase {
    case .requesting: try receiveTemporaryCredential(response, answering: request, of: signIn)
    case .exchanging(let temporary):
      try receiveTokenCredential(response, answering: request, for: temporary, of: signIn, at: now)
    case .waiting: throw .outOfOrder("an answer that was asked for")
    }
  }

  private func receiveTemporaryCredential(
    _ response: ResponseMessage, answering request: RequestMessage, of signIn: SignIn
  ) throws(OAuthError) -> SignIn.Turn {
    let service = try signIn.oauth1Service
    let temporary = try TemporaryCredentialResponse(
      reading: response, answering: request, by: service.dialect.refusalTable,
      isConfirmationOptional: service.dialect.isConfirmationOptional
    ).credential
    let url = try ResourceOwnerAuthorizationRequest(token: temporary.token)
      .url(
        at: service.authorizationEndpoint,
        dialect: service.dialect.adding(scopes: signIn.scopes, parameters: signIn.terms.parameters),
        consumerKey: signIn.client.id.text,
        callback: signIn.redirect.redirectURI?.url)
    return .step(.show(url), .oauth1(OAuth1Flow(waitingWith: temporary)))
  }

  /// Whether this callback is the one that is awaited; throws `sign_in.temporary_credential_mismatch` unless it is.
  func requireOwn(_ callback: ResourceOwnerAuthorizationCallback) throws(OAuthError) {
    guard let waiting else { throw .outOfOrder("a sign-in that waits for its callback") }
    guard callback.token == waiting.token else { throw .temporaryCredentialMismatch(received: callback.token) }
  }

  func receive(_ callback: ResourceOwnerAuthorizationCallback, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    switch callback {
    case .denied:
      throw .denied(at: signIn.provider, rule: .rfc(5849, "2.2"), refusal: ProviderRefusal(error: "denied"))
    case .granted(_, let verifier):
      let service = try signIn.oauth1Service
      guard verifier != nil || service.dialect.isVerifierOptional else { throw .verifierMissing() }
      return try exchange(verifier, of: signIn)
    }
  }

  /// Exchanges the temporary credential with the verifier that came back, or that the user typed.
  ///
  /// RFC 5849 §2.3.
  func exchange(_ verifier: Secret?, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    guard let temporary = waiting else { throw .outOfOrder("a sign-in that waits for its callback") }
    let message = TokenCredentialRequest(temporary: temporary, verifier: verifier)
    let (service, consumer) = try signIn.oauth1Consumer
    let make: SignedAttempts.Maker = { stamp throws(OAuthError) in
      try message.request(to: service.tokenEndpoint, as: consumer, dialect: service.dialect, stamp: stamp)
    }
    return .sign(make, .oauth1(OAuth1Flow(.exchanging(temporary), refusedNumbers: refusedNumbers)))
  }

  private func receiveTokenCredential(
    _ response: ResponseMessage, answering request: RequestMessage, for temporary: TemporaryCredential,
    of signIn: SignIn, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    let table = try signIn.oauth1Service.dialect.refusalTable
    do throws(OAuthError) {
      let answer = try TokenCredentialResponse(reading: response, answering: request, by: table)
      return .done(.oauth1(answer.credential.issued(at: now)))
    } catch {
      // People mistype, and a provider may let the temporary credential live; only the next try tells.
      guard signIn.redirect == .outOfBand, (400..<500).contains(response.status), error.code == .authorizationRefused,
        refusedNumbers < Self.maximumRefusedNumbers
      else { throw error }
      let again = OAuth1Flow(waitingWith: temporary, refusedNumbers: refusedNumbers + 1)
      return .step(.numberRefused(error), .oauth1(again))
    }
  }
}

extension SignIn {
  fileprivate var oauth1Service: OAuth1Service {
    get throws(OAuthError) {
      guard case .oauth1(let service) = provider.service else { throw .outOfOrder("a provider of OAuth 1.0a") }
      return service
    }
  }

  /// The endpoints, and the credential of the client that signs.
  var oauth1Consumer: (OAuth1Service, ConsumerCredential) {
    get throws(OAuthError) {
      let service = try oauth1Service
      return (service, try ConsumerCredential(client, signingBy: service.dialect.signatureMethod))
    }
  }
}

extension OAuthError {
  /// RFC 5849 has no scopes: where the entry says nothing, they would be dropped without a word.
  static func noScopes(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "\(DisplayText.clean(provider.title)) takes no scopes at the sign-in; its page of your app has them.",
      rule: .wayleave("what is asked for is sent or refused"),
      remedy: "Leave the scopes out. Where the provider has a parameter for them, its entry says “scope_parameter”.")
  }

  fileprivate static func verifierMissing() -> OAuthError {
    OAuthError(
      .verifierMissing, rule: .rfc(5849, "2.2"), expected: "oauth_verifier in the callback", received: .nothing,
      remedy: "Nothing was exchanged. For a provider known to send none, its entry says “verifier_optional: true”.")
  }

  fileprivate static func temporaryCredentialMismatch(received token: Secret) -> OAuthError {
    OAuthError(
      .temporaryCredentialMismatch, rule: .rfc(5849, "2.2"),
      expected: "the temporary token of a sign-in that is waiting",
      received: .redacted(token), remedy: "Begin the sign-in again, and finish it in the same browser.")
  }
}
