import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider

/// A callback as one JWT, which counts once the keys of the provider prove it.
///
/// JWT Secured Authorization Response Mode §2.4.
extension SignIn {
  /// Whether a callback is to be proved next, and not an ID token.
  package var isProvingCallback: Bool {
    guard case .provingCallback = phase else { return false }
    return true
  }

  mutating func proveCallback(_ response: Secret, _ waiting: WaitingCode) throws(OAuthError) -> Step {
    phase = .done
    guard let endpoint = try oauth2Service[.keySet] else { throw .plainCallback("one that can be proved") }
    let source = KeySource(endpoint)
    phase = .provingCallback(response, waiting, source)
    return .prove(source)
  }

  mutating func receiveCallbackKeys(
    _ keys: JSONWebKeySet, _ response: Secret, _ waiting: WaitingCode, _ source: KeySource, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth2Service
    phase = .done
    let client = client
    let verification = try source.verify { () throws(OAuthError) in
      var pair = Form()
      pair.append("response", response)
      return try SecuredResponse(reading: pair, decryption: client.callbackDecryption).parameters(
        from: service.issuer ?? "", to: client.id, provenBy: keys,
        allowing: service.idTokenAlgorithms.intersection(.asymmetric), at: now)
    }
    switch verification {
    case .verified(let form):
      return try receiveCode(try AuthorizationCallback(reading: form), waiting, at: now, using: &random)
    case .needs(let again):
      phase = .provingCallback(response, waiting, again)
      return .prove(again)
    }
  }

  /// A callback comes in the way that was asked for: one that lost its signature on the way is not the server's.
  mutating func requireWay(isSecured: Bool) throws(OAuthError) {
    guard isSecured == terms.wantsSecuredCallback else {
      phase = .done
      throw .plainCallback(
        terms.wantsSecuredCallback ? "a signed one, as was asked for" : "a plain one, as was asked for")
    }
  }
}

extension OAuthError {
  fileprivate static func plainCallback(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedCallback, message: "The provider's answer is not what was requested: it has to be \(expected).",
      rule: .specification("JWT Secured Authorization Response Mode", "2.3.1"),
      expected: "a callback: \(expected)", received: .described("another"),
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, the server does not do what it is asked.")
  }
}
