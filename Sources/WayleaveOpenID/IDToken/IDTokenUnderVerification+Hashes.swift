import Crypto
import WayleaveJOSE
import WayleaveWire

/// What binds the token to the request before it, and to what came with it.
extension IDTokenUnderVerification {
  /// "a nonce Claim MUST be present and its value checked to verify that it is the same value".
  func answeredNonce(_ requirements: IDTokenRequirements) -> Verdict {
    guard let expected = requirements.nonce else { return .notAsked }
    guard isAnswered(expected, requirements.dialect) else {
      let received = nonce?.string
      return .failed(
        .lacking(
          "nonce", nonce, .idTokenNonce, .nonce, so: "it does not show that it answers this sign-in", remedy: .noNonce)
          ?? .idToken(
            .idTokenNonce, .nonce, expected: "the nonce of the request",
            received: .redacted(received.map { Secret($0) }),
            remedy: "The token answers another sign-in. Begin again; if this repeats, someone replays tokens."))
    }
    return .passed
  }

  private func isAnswered(_ expected: IDTokenNonce, _ dialect: IDTokenDialect) -> Bool {
    switch expected {
    case .exact(let sent):
      dialect.hashesNonce ? isNonceHash(of: sent) : claims.hasSecret(sent, as: "nonce") ?? false
    case .hashed(let source): isNonceHash(of: source)
    }
  }

  private func isNonceHash(of source: Secret) -> Bool {
    guard let received = nonce?.string else { return false }
    let hash = Array(SHA256.hash(data: source.exposedBytes))
    return [Array(hash.hexadecimal.utf8), Base64.url.encode(hash)].contains {
      ConstantTime.equal($0, Array(received.utf8))
    }
  }

  enum Companion {
    case accessToken, code, state
  }

  /// Optional with what comes from the token endpoint, required with what came through the browser.
  func hash(
    _ claim: @autoclosure () -> JSON?, of value: Secret?, _ companion: Companion, _ requirements: IDTokenRequirements
  ) -> Verdict {
    guard let value else { return .notAsked }
    guard let claim = claim() else {
      return requirements.isFromBrowser ? .failed(.unvouched(companion, nil)) : .notAsked
    }
    guard let algorithm = SignatureAlgorithm(rawValue: signature.header.algorithm), let hash = claim.string,
      ConstantTime.equal(HalfHash.text(of: value.exposedBytes, algorithm), hash.utf8)
    else { return .failed(.unvouched(companion, claim)) }
    return .passed
  }
}

extension OAuthError {
  fileprivate static func unvouched(_ companion: IDTokenUnderVerification.Companion, _ claim: JSON?) -> OAuthError {
    let (code, check, name, what): (Code, IDTokenCheck, String, String) =
      switch companion {
      case .accessToken: (.idTokenAccessTokenHash, .accessTokenHash, "at_hash", "access token")
      case .code: (.idTokenCodeHash, .codeHash, "c_hash", "code")
      case .state: (.idTokenStateHash, .stateHash, "s_hash", "state")
      }
    return lacking(name, claim, code, check, so: "it does not show that the \(what) belongs to it")
      ?? idToken(
        code, check, expected: "“\(name)” of what came with the token",
        received: .described("the hash of something else"),
        remedy: "Someone may have exchanged what came with it. Begin the sign-in again.")
  }
}

extension Remedy {
  /// For a provider whose ID tokens never have the nonce that was sent.
  fileprivate static let noNonce = Remedy(
    """
    Tell the provider. If it never sends one, sign in by its built-in entry, or by an entry of your own without jwks_uri \
    whose identity asks UserInfo.
    """)
}
