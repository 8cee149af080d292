import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/token`.
///
/// RFC 6749 §3.2 and §5.
extension Tollgate {
  func grantTokens(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, form) = try verifiedRequest(visit, repeatable: ["resource", "audience"])
      let type = try refusing { () throws(OAuthError) in try form.nonEmptyText(of: "grant_type") }
      guard let type else { throw TollgateRefusal("invalid_request", expecting: "grant_type (RFC 6749 §4.1.3)") }
      guard TollgateClientRules.grantTypes.contains(where: type.hasSameBytes) else {
        throw TollgateRefusal("unsupported_grant_type")
      }
      guard client.mayUse(type) else { throw TollgateRefusal("unauthorized_client") }
      // Before the grant is looked at: a proof without the server's nonce must not cost the client its code.
      let request = TollgateTokenRequest(
        client: client, form: form, proof: try readProof(visit),
        certificate: client.bindsToCertificate ? visit.certificate?.thumbprint : nil)
      guard request.certificate != nil || !client.bindsToCertificate else {
        throw TollgateRefusal("invalid_request", expecting: "a certificate, as registered (RFC 8705 §3)")
      }
      let demandsProof = client.requiresDPoP || settings.requiresDPoP || TollgateServer(at: visit.path) == .pds
      guard request.proof != nil || !demandsProof else {
        throw TollgateRefusal("invalid_dpop_proof", expecting: "a DPoP proof (RFC 9449 §5)")
      }
      return try answer(type, request, visit)
    }
  }

  private func answer(
    _ type: String, _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> ResponseMessage {
    switch type {
    case AuthorizationCodeGrant.grantType: try redeemCode(request, visit).response()
    case RefreshTokenGrant.grantType: try refresh(request, visit).response()
    case ClientCredentialsGrant.grantType: try grantClient(request, visit).response()
    case DeviceCodeGrant.grantType: try redeemDeviceCode(request, visit).response()
    case BackchannelGrant.grantType: try redeemBackchannelRequest(request, visit).response()
    case TokenExchangeGrant.grantType: try exchangeToken(request, visit).response()
    case JWTBearerGrant.grantType: try grantAssertion(request, visit).response()
    default: throw TollgateRefusal("unsupported_grant_type")
    }
  }
}
