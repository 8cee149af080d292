import Crypto
package import WayleaveJOSE
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire

/// A callback of either protocol, well formed and not yet matched to a sign-in.
package enum SignInCallback: Sendable, Equatable {
  /// From an OAuth 1.0a provider.
  case oauth1(ResourceOwnerAuthorizationCallback)
  /// From an OAuth 2 authorization server.
  case oauth2(AuthorizationCallback)
  /// From an OAuth 2 authorization server, as one JWT, not yet verified: the state is what it says itself.
  ///
  /// JWT Secured Authorization Response Mode §2.
  case secured(Secret, state: Secret?)

  /// Reads a callback's address, and decrypts where that was registered; throws what the readers throw.
  package init(reading url: AbsoluteURL, decryption: TokenDecryption? = nil) throws(OAuthError) {
    let form = try url.queryForm
    if form.contains("oauth_token") || form.contains("denied") {
      self = .oauth1(try ResourceOwnerAuthorizationCallback(reading: form))
    } else if let response = try form.nonEmptyText(of: "response") {
      self = .secured(
        Secret(response), state: try SecuredResponse(reading: form, decryption: decryption).unverifiedState)
    } else {
      self = .oauth2(try AuthorizationCallback(reading: form))
    }
  }

  /// What the sign-in that it answers waits under; nil for one without a state, which answers nothing.
  package var key: SignIn.Key? {
    switch self {
    case .oauth1(let callback): SignIn.Key(temporaryToken: callback.token)
    case .oauth2(let callback): callback.state.map(SignIn.Key.init(state:))
    case .secured(_, let state): state.map(SignIn.Key.init(state:))
    }
  }
}

extension SignIn {
  /// What a sign-in waits under: its state, its temporary token, or the name of what it polls for.
  package struct Key: Sendable, Equatable {
    /// The bytes, which are as secret as the state itself; stores keep a digest of them.
    package let bytes: [UInt8]

    /// The key of an OAuth 2 sign-in.
    package init(state: Secret) { bytes = Array("state ".utf8) + state.exposedBytes }

    /// The key of a sign-in whose user answers on another device.
    package init(deviceCode: Secret) { bytes = Array("device ".utf8) + deviceCode.exposedBytes }

    /// The key of a sign-in whose user is asked on a device of theirs: its `auth_req_id`.
    package init(backchannelRequest requestID: Secret) {
      bytes = Array("backchannel ".utf8) + requestID.exposedBytes
    }

    /// The key of an OAuth 1.0a sign-in.
    package init(temporaryToken: Secret) { bytes = Array("token ".utf8) + temporaryToken.exposedBytes }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The key under which the sign-in of an owner waits: without the owner, the right callback does not find it.
    package func owned(by owner: Secret?) -> Key {
      guard let owner else { return self }
      return Key(bytes: Array("owned ".utf8) + Array(SHA256.hash(data: owner.exposedBytes)) + bytes)
    }
  }
}
