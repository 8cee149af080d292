import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/token`.
///
/// RFC 6749 §3.2 and §5.
extension Tollgate {
  func grantTokens(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(Refusal) in
      let (client, form) = try verifiedRequest(visit, repeatable: ["resource", "audience"])
      let type = try refusing { () throws(OAuthError) in try form.nonEmptyText(of: "grant_type") }
      guard let type else { throw Refusal("invalid_request", expecting: "grant_type (RFC 6749 §4.1.3)") }
      guard ClientRules.grantTypes.contains(where: type.hasSameBytes) else {
        throw Refusal("unsupported_grant_type")
      }
      guard client.mayUse(type) else { throw Refusal("unauthorized_client") }
      // Before the grant is looked at: a proof without the server's nonce must not cost the client its code.
      let request = TokenRequest(
        client: client, form: form, proof: try readProof(visit),
        certificate: client.bindsToCertificate ? visit.certificate?.thumbprint : nil)
      guard request.certificate != nil || !client.bindsToCertificate else {
        throw Refusal("invalid_request", expecting: "a certificate, as registered (RFC 8705 §3)")
      }
      guard request.proof != nil || !(client.requiresDPoP || settings.requiresDPoP) else {
        throw Refusal("invalid_dpop_proof", expecting: "a DPoP proof (RFC 9449 §5)")
      }
      return try answer(type, request, visit)
    }
  }

  private func answer(
    _ type: String, _ request: TokenRequest, _ visit: Visit
  ) throws(Refusal) -> ResponseMessage {
    switch type {
    case AuthorizationCodeGrant.grantType: try redeemCode(request, visit).response()
    case RefreshTokenGrant.grantType: try refresh(request, visit).response()
    case ClientCredentialsGrant.grantType: try grantClient(request, visit).response()
    case DeviceCodeGrant.grantType: try redeemDeviceCode(request, visit).response()
    case BackchannelGrant.grantType: try redeemBackchannelRequest(request, visit).response()
    case TokenExchangeGrant.grantType: try exchangeToken(request, visit).response()
    case JWTBearerGrant.grantType: try grantAssertion(request, visit).response()
    default: throw Refusal("unsupported_grant_type")
    }
  }

  /// Answers at an endpoint that is asked directly, with the nonce for the next proof where one came.
  func answerDirectly(
    _ visit: Visit, _ body: () throws(Refusal) -> ResponseMessage
  ) -> ResponseMessage {
    var response: ResponseMessage
    do throws(Refusal) { response = try body() } catch {
      // The log names no client: the refusal may be that it was not authenticated.
      context.note(.refused, visit, reason: error.word)
      response = error.response()
    }
    if visit.request.head.headerFields["DPoP"] != nil {
      response.head.headerFields["DPoP-Nonce"] = state.serverNonces.nonce(at: visit.now, using: &context.random)
    }
    return response
  }

  /// The proof that came with a request; nil when none did.
  ///
  /// RFC 9449 §4.3 and §8.
  func readProof(_ visit: Visit) throws(Refusal) -> DPoPProof? {
    guard visit.request.head.headerFields["DPoP"] != nil else { return nil }
    _ = state.serverNonces.nonce(at: visit.now, using: &context.random)
    let nonces = state.serverNonces.accepted
    return try refusing(as: "invalid_dpop_proof") { () throws(OAuthError) in
      let proof = try DPoPProof(reading: visit.request)
      try proof.prove(for: visit.request, token: nil, nonces: nonces, at: visit.realNow)
      try state.proofs.take(proof, at: visit.realNow)
      return proof
    }
  }
}

extension Tollgate {
  private static let serverPaths: [Path] = [.token, .push]
  private static let resourcePaths: [Path] = [.userInfo, .notes, .vault]

  /// A proof without the current nonce is answered with that nonce alone: RFC 9449 §8 and §9.
  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool {
    guard request.head.headerFields["DPoP"] != nil, let nonces = nonces(at: path),
      let proof = try? DPoPProof(reading: request)
    else { return false }
    return !(proof.nonce.map { nonces.isCurrent($0, at: context.now) } ?? false)
  }

  private func nonces(at path: String) -> Nonces? {
    let isAt = { (places: [Path]) in places.contains { path.hasSameBytes(as: Self.mount + $0.rawValue) } }
    if isAt(Self.serverPaths) { return state.serverNonces }
    return isAt(Self.resourcePaths) ? state.resourceNonces : nil
  }
}

extension Tollgate {
  /// A token request whose client and key are verified.
  struct TokenRequest {
    let client: TollgateClient
    let form: Form
    let proof: DPoPProof?
    /// The certificate that tokens are to be bound to; nil when they are not.
    let certificate: CertificateThumbprint?

    /// What the tokens are to be bound to.
    var confirmation: TokenConfirmation? {
      guard proof != nil || certificate != nil else { return nil }
      return TokenConfirmation(keyThumbprint: proof?.keyThumbprint, certificate: certificate)
    }
  }
}
