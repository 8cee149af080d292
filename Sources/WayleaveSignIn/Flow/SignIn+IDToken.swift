package import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveWire
import WayleaveProvider

/// Tokens whose ID token is not proved yet: nothing of them is believed, kept or used.
struct UnprovenTokens: Sendable, Equatable {
  package let tokens: Credential.Tokens
  package let idToken: Secret
  /// The code that was exchanged; a device has none.
  package let code: Secret?
  /// The nonce that was sent; a device sends none.
  package let nonce: Secret?
  /// The state that came back with the code; a device has none.
  package let state: Secret?
}

extension SignIn {
  /// Takes the keys of the provider, and verifies with them the ID token, or the callback that came as a JWT.
  ///
  /// OpenID Connect Core §3.1.3.7; JWT Secured Authorization Response Mode §2.4. What is signed by a key that is not
  /// among them asks for fresh ones, once. `now` is, for an ID token, the time by the provider's clock, as far as it is
  /// known. Throws `id_token.…`, `jose.…` and `sign_in.…`, which end the sign-in.
  package mutating func receive(
    _ keys: JSONWebKeySet, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .provingCallback(let response, let waiting, let source) = phase else {
      return try proveIDToken(by: keys, at: now)
    }
    return try receiveCallbackKeys(keys, response, waiting, source, at: now, using: &random)
  }

  mutating func proveIDToken(by keys: JSONWebKeySet, at now: Instant) throws(OAuthError) -> Step {
    guard case .provingIDToken(let unproven, let source) = phase, case .oauth2(let service) = provider.service else {
      throw .outOfOrder("keys that were asked for")
    }
    phase = .done
    var requirements = service.idTokenRequirements(for: client)
    requirements.nonce = unproven.nonce.map(IDTokenRequirements.Nonce.exact)
    requirements.maximumAge = terms.maximumAge
    requirements.authenticationContextClasses = terms.authenticationContextClasses
    requirements.accessToken = unproven.tokens.accessToken
    requirements.code = unproven.code
    requirements.state = unproven.state
    let verification = try source.verify { () throws(OAuthError) in
      try IDToken(unproven.idToken, provenBy: keys, meeting: requirements, at: now)
    }
    switch verification {
    case .verified(let verified):
      idToken = verified
      return .done(.oauth2(unproven.tokens))
    case .needs(let again):
      phase = .provingIDToken(unproven, again)
      return .prove(again)
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
      // Left unread, it would be kept though the entry says how it is proved.
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
      rule: .openID("Core", "10.1"), expected: "a secret of “\(DisplayText.clean(client.id.text))”",
      received: .nothing,
      remedy: "Register a client that has a secret.")
  }
}
