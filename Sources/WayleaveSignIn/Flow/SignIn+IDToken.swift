package import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveWire
import WayleaveProvider

/// An answer with tokens, and what its ID token has to fit.
struct ReceivedTokens {
  let answer: TokenResponse
  /// The code that was exchanged; a device has none.
  var code: Secret?
  /// The nonce that was sent; a device sends none.
  var nonce: Secret?
  /// The state that came back with the code; a device has none.
  var state: Secret?
  /// What the callback carried in addition to the code, as far as the entry names it.
  var callbackMembers = JSON.Object()
}

/// Tokens whose ID token is not verified yet: nothing of them is believed, saved or used.
struct UnverifiedTokens: Sendable, Equatable {
  let tokens: Credential.Tokens
  let idToken: Secret
  /// The code that was exchanged; a device has none.
  let code: Secret?
  /// The nonce that was sent; a device sends none.
  let nonce: Secret?
  /// The state that came back with the code; a device has none.
  let state: Secret?
}

extension SignIn {
  /// Verifies the ID token, with which the sign-in is done.
  ///
  /// OpenID Connect Core §3.1.3.7.
  mutating func verify(
    _ unverified: UnverifiedTokens, by keys: JSONWebKeySet, from source: KeySource, at now: Instant
  ) throws(OAuthError) -> Turn {
    let service = try oauth2Service
    var requirements = service.idTokenRequirements(for: client)
    requirements.nonce = unverified.nonce.map(IDTokenNonce.exact)
    requirements.maximumAge = terms.maximumAge
    requirements.authenticationContextClasses = terms.authenticationContextClasses
    requirements.accessToken = unverified.tokens.accessToken
    requirements.code = unverified.code
    requirements.state = unverified.state
    let verification = try source.verify { () throws(OAuthError) in
      try IDToken(unverified.idToken, verifiedBy: keys, meeting: requirements, at: now)
    }
    switch verification {
    case .verified(let verified):
      idToken = verified
      return .done(.oauth2(unverified.tokens))
    case .needs(let again):
      return .step(.verify(again), .verifying(unverified, again))
    }
  }
}

extension SignIn {
  /// Whose clock the times of the ID token are read by.
  package var tokenOrigin: Origin? {
    guard case .oauth2(let service) = provider.service else { return nil }
    return service.tokenEndpoint.origin
  }
}

extension OAuth2Service {
  /// The client secret as the key of ID tokens, where the provider's entry says that it is; nil elsewhere.
  ///
  /// OpenID Connect Core §10.1: "the octets of the UTF-8 representation of the client_secret". A public client has none.
  package func idTokenKeys(of client: Client) throws(OAuthError) -> JSONWebKeySet? {
    guard idTokenAlgorithms.contains(where: \.isKeyedHash) else { return nil }
    guard let secret = client.secret else {
      // Left unread, it would be kept though the entry says how it is verified.
      guard self[.keySet] != nil else { throw .secretNeeded(by: client) }
      return nil
    }
    return try JSONWebKeySet([JSONWebKey(sharedSecret: secret)])
  }

  /// The client secret where a token names an algorithm by which it is the key; nil where the published keys are asked.
  ///
  /// The token chooses among the algorithms of the provider's entry, and never by which kind of key one of them is
  /// verified: RFC 8725 §3.1.
  package func ownKeys(_ keys: JSONWebKeySet?, for idToken: Secret) -> JSONWebKeySet? {
    guard self[.keySet] != nil,
      let header = try? JSONWebSignature(compact: idToken.exposedBytes).header,
      let algorithm = SignatureAlgorithm(rawValue: header.algorithm), idTokenAlgorithms.contains(algorithm)
    else { return keys }
    return algorithm.isKeyedHash ? keys : nil
  }

  /// What every ID token of this provider must be.
  package func idTokenRequirements(for client: Client) -> IDTokenRequirements {
    var requirements = idTokenRules.requirements(issuer: issuer ?? "", clientID: client.id)
    requirements.algorithms = idTokenAlgorithms
    return requirements
  }
}

extension OAuthError {
  fileprivate static func secretNeeded(by client: Client) -> OAuthError {
    OAuthError(
      .invalidClient,
      message:
        "The ID tokens of the provider are signed with the client's secret, and “\(DisplayText.clean(client.id.text))” has none.",
      rule: .openID("Core", "10.1"), remedy: "Register a client that has a secret.")
  }
}
