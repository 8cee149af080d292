import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/par`, and request objects: what is verified before a browser is involved.
///
/// RFC 9126 §2; RFC 9101 §6.
extension Tollgate {
  /// How long a pushed request can be taken up; once.
  static let pushedRequestLifetime: Duration = .seconds(60)
  private static let pushedRequestPrefix = "urn:ietf:params:oauth:request_uri:"

  func push(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, sent) = try verifiedRequest(visit, repeatable: ["resource"])
      let proof = try readProof(visit)
      guard proof != nil || TollgateServer(at: visit.path) != .pds else {
        throw TollgateRefusal("invalid_dpop_proof", expecting: "a DPoP proof (AT Protocol, OAuth)")
      }
      let parameters = try refusing { () throws(OAuthError) in
        try PushedAuthorizationRequest(reading: sent, from: client.id).parameters
      }
      let form = try parameterForm(of: parameters, from: client, visit)
      do { _ = try TollgateAuthorization.redirectURI(in: form, of: client, offer(for: visit)) } catch {
        throw TollgateRefusal("invalid_request", expecting: "a registered redirect_uri (RFC 9126 §2.3)")
      }
      try requireForm(parameters, from: client, isPushed: true, visit)
      var authorization = try TollgateAuthorization(verifying: form, from: client, offer: offer(for: visit))
      try authorization.bind(to: proof)
      let name = Self.pushedRequestPrefix + context.drawSecret().exposedText
      let expiry = visit.now + Self.pushedRequestLifetime
      guard state.pushed.insert(authorization, for: Secret(name), until: expiry, at: visit.now) else { throw .full }
      context.note(.requestPushed, visit, client: client.id)
      return PushedAuthorizationResponse(requestURI: name, expiresIn: Self.pushedRequestLifetime.wholeSeconds)
        .response()
    }
  }

  /// A pushed request, for the client that pushed it, once: RFC 9126 §4 and §7.3.
  func takePushed(
    _ name: String, of clientID: ClientID, _ visit: Visit
  ) throws(TollgateRefusal) -> TollgateAuthorization {
    let name = Secret(name)
    guard let held = state.pushed.value(for: name, at: visit.now),
      held.request.clientID == clientID, let taken = state.pushed.take(name, at: visit.now)
    else { throw TollgateRefusal("invalid_request_uri", expecting: "a request that this client pushed (RFC 9126 §4)") }
    return taken
  }

  /// The parameters that a client signed.
  func verifiedRequestObject(
    _ object: Secret, from client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> Form {
    guard let keys = client.keys else {
      throw TollgateRefusal("invalid_request_object", expecting: "a client with registered keys (RFC 9101 §6.2)")
    }
    let issuer = offer.issuer
    return try refusing(as: "invalid_request_object") { () throws(OAuthError) in
      try RequestObject(
        verifying: object, verifiedBy: keys, allowing: TollgateClientRules.assertionAlgorithms, from: client.id,
        to: issuer,
        at: visit.realNow
      ).parameters
    }
  }
}

extension TollgateAuthorization {
  /// Binds the code to the key of a proof that came with the push.
  ///
  /// RFC 9449 §10.1: with `dpop_jkt` as well, the server "MUST reject the request if the JWK thumbprint … does not match".
  fileprivate mutating func bind(to proof: DPoPProof?) throws(TollgateRefusal) {
    guard let proof else { return }
    guard keyThumbprint.map({ ConstantTime.equal($0.utf8, proof.keyThumbprint.utf8) }) ?? true else {
      throw TollgateRefusal("invalid_dpop_proof", expecting: "a proof of the key that dpop_jkt names (RFC 9449 §10.1)")
    }
    keyThumbprint = proof.keyThumbprint
  }
}
