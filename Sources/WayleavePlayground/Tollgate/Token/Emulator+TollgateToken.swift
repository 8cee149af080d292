import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/token`.
///
/// RFC 6749 §3.2 and §5.
extension Emulator {
  func tollgateToken(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, form) = try provenTollgateRequest(visit, repeatable: ["resource", "audience"])
      let type = try refusing { () throws(OAuthError) in try form.nonEmptyText(of: "grant_type") }
      guard let type else { throw TollgateRefusal("invalid_request", expecting: "grant_type (RFC 6749 §4.1.3)") }
      guard TollgateClientRules.grantTypes.contains(where: type.hasSameBytes) else {
        throw TollgateRefusal("unsupported_grant_type")
      }
      guard client.mayUse(type) else { throw TollgateRefusal("unauthorized_client") }
      // Before the grant is looked at: a proof without the server's nonce must not cost the client its code.
      let request = TollgateTokenRequest(
        client: client, form: form, proof: try tollgateProof(visit),
        certificate: client.bindsToCertificate ? visit.certificate?.thumbprint : nil)
      guard request.certificate != nil || !client.bindsToCertificate else {
        throw TollgateRefusal("invalid_request", expecting: "a certificate, as registered (RFC 8705 §3)")
      }
      guard request.proof != nil || !(client.requiresDPoP || configuration.tollgate.requiresDPoP) else {
        throw TollgateRefusal("invalid_dpop_proof", expecting: "a DPoP proof (RFC 9449 §5)")
      }
      return try answer(type, request, visit)
    }
  }

  private func answer(
    _ type: String, _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> ResponseMessage {
    switch type {
    case AuthorizationCodeGrant.grantType: try redeemTollgateCode(request, visit).response()
    case RefreshTokenGrant.grantType: try refreshTollgate(request, visit).response()
    case ClientCredentialsGrant.grantType: try grantTollgateClient(request, visit).response()
    case DeviceCodeGrant.grantType: try redeemTollgateDeviceCode(request, visit).response()
    case BackchannelGrant.grantType: try redeemTollgateBackchannelRequest(request, visit).response()
    case TokenExchangeGrant.grantType: try exchangeTollgateToken(request, visit).response()
    case JWTBearerGrant.grantType: try grantTollgateAssertion(request, visit).response()
    default: throw TollgateRefusal("unsupported_grant_type")
    }
  }

  /// Answers at an endpoint that is asked directly, with the nonce for the next proof where one came.
  func answerDirectly(
    _ visit: Visit, _ body: () throws(TollgateRefusal) -> ResponseMessage
  ) -> ResponseMessage {
    var response: ResponseMessage
    do throws(TollgateRefusal) { response = try body() } catch {
      // The log names no client: the refusal may be that it was not authenticated.
      note(.refused, visit, reason: error.word)
      response = error.response()
    }
    if visit.request.head.headerFields["DPoP"] != nil {
      response.head.headerFields["DPoP-Nonce"] = tollgate.serverNonces.nonce(at: visit.now, using: &random)
    }
    return response
  }

  /// The proof that came with a request; nil when none did.
  ///
  /// RFC 9449 §4.3 and §8.
  func tollgateProof(_ visit: Visit) throws(TollgateRefusal) -> DPoPProof? {
    guard visit.request.head.headerFields["DPoP"] != nil else { return nil }
    _ = tollgate.serverNonces.nonce(at: visit.now, using: &random)
    let nonces = tollgate.serverNonces.accepted
    return try refusing(as: "invalid_dpop_proof") { () throws(OAuthError) in
      let proof = try DPoPProof(reading: visit.request)
      try proof.prove(for: visit.request, token: nil, nonces: nonces, at: visit.now)
      try tollgate.proofs.take(proof, at: visit.now)
      return proof
    }
  }
}

/// A token request whose client and key are verified.
struct TollgateTokenRequest {
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
