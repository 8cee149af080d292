import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/register`, and `/tollgate/registration`, where a client looks after what it registered.
///
/// RFC 7591 §3; RFC 7592 §2.
extension Tollgate {
  func register(_ visit: Visit) -> ResponseMessage {
    if visit.ways.contains(.noRegistration) { return .text(.notFound, "No client can register itself here.\n") }
    return answerDirectly(visit) { () throws(TollgateRefusal) in
      try requireJSON(visit)
      let request = try refusing(as: "invalid_client_metadata") { () throws(OAuthError) in
        try ClientRegistrationRequest(reading: visit.request)
      }
      if let wanted = settings.initialAccessToken, request.initialAccessToken != wanted {
        return refuseRegistrationToken(visit)
      }
      let id = ClientID("tollgate-" + RandomText.base64URL(bytes: 12, using: &context.random))
      var metadata = request.metadata
      metadata.authentication = authentication(inPlaceOf: metadata.authentication, visit)
      let client = try registeredClient(id, describedBy: metadata, secret: nil)
      let registration = TollgateRegistration(
        client: client, accessToken: context.drawSecret(), issuedAt: visit.now,
        server: TollgateServer(at: visit.path))
      let expiry = visit.now + TollgateRegistration.lifetime
      guard state.registrations.insert(registration, for: Secret(id.text), until: expiry, at: visit.now) else {
        throw .full
      }
      context.note(.clientRegistered, visit, client: id)
      return try answer(registration, .created)
    }
  }

  func changeRegistration(_ visit: Visit) -> ResponseMessage {
    // The address that was given out holds the id; whose token it is, and no other, opens it.
    guard let id = try? visit.query.nonEmptyText(of: "client_id"),
      let held = state.registrations.value(for: Secret(id), at: visit.now),
      let token = try? ClientConfiguration.accessToken(reading: visit.request), token == held.accessToken
    else { return refuseRegistrationToken(visit) }
    return answerDirectly(visit) { () throws(TollgateRefusal) in
      switch visit.request.head.method {
      case .put: try answer(try update(held, visit), .ok)
      case .delete: delete(held, visit)
      default: try answer(held, .ok)
      }
    }
  }

  /// RFC 7591 §3.2.1: a server "MAY reject or replace any of the client's requested metadata values".
  private func authentication(
    inPlaceOf asked: ClientAuthenticationMethod?, _ visit: Visit
  ) -> ClientAuthenticationMethod? {
    let isPublic = asked == .publicClient
    if visit.ways.contains(.registrationAddsSecret), isPublic { return .post }
    if visit.ways.contains(.registrationDropsSecret), !isPublic { return .publicClient }
    return asked
  }

  private func update(
    _ held: TollgateRegistration, _ visit: Visit
  ) throws(TollgateRefusal) -> TollgateRegistration {
    try requireJSON(visit)
    let request = try refusing(as: "invalid_client_metadata") { () throws(OAuthError) in
      try ClientUpdateRequest(reading: visit.request)
    }
    // RFC 7592 §2.2: a client_secret "MUST match the currently issued client secret", and cannot be chosen.
    guard request.clientID == held.client.id,
      request.secret.map({ $0 == held.client.secret }) ?? true
    else {
      throw TollgateRefusal("invalid_client_metadata", expecting: "the client's own id and secret (RFC 7592 §2.2)")
    }
    var changed = held
    changed.client = try registeredClient(held.client.id, describedBy: request.metadata, secret: held.client.secret)
    state.registrations.update(Secret(held.client.id.text)) { $0 = changed }
    context.note(.registrationChanged, visit, client: held.client.id)
    return changed
  }

  /// RFC 7592 §2.3: the server "SHOULD immediately invalidate all existing authorization grants and currently active
  /// access tokens": none is good without its client.
  private func delete(_ held: TollgateRegistration, _ visit: Visit) -> ResponseMessage {
    _ = state.registrations.take(Secret(held.client.id.text), at: visit.now)
    state.consents.forget(held.client.id)
    context.note(.registrationChanged, visit, client: held.client.id)
    return ResponseMessage(HTTPResponse(status: .noContent))
  }

  /// A client as it is registered: every default written out, and a secret where one is needed.
  private func registeredClient(
    _ id: ClientID, describedBy asked: ClientMetadata, secret: Secret?
  ) throws(TollgateRefusal) -> TollgateClient {
    guard asked.authentication?.needsCertificate != true || context.encryptedBase != nil else {
      throw TollgateRefusal("invalid_client_metadata", expecting: "a way of authenticating that is offered")
    }
    guard asked.softwareStatement == nil else { throw TollgateRefusal("unapproved_software_statement") }
    var metadata = asked
    metadata.authentication = asked.authentication ?? .basic
    metadata.grantTypes = TollgateClientRules.grantTypes(of: asked)
    if metadata.responseTypes.isEmpty, metadata.grantTypes.contains(AuthorizationCodeGrant.grantType) {
      metadata.responseTypes = [ResponseType.code.rawValue]
    }
    let needsSecret = TollgateClientRules.needsSecret(metadata.authentication ?? .basic)
    let secret = needsSecret ? secret ?? context.drawSecret() : nil
    return try refusing(as: "invalid_client_metadata") { () throws(OAuthError) in
      try TollgateClient(id: id, secret: secret, metadata: metadata)
    }
  }

  private func answer(
    _ registration: TollgateRegistration, _ status: HTTPResponse.Status
  ) throws(TollgateRefusal) -> ResponseMessage {
    let client = registration.client
    let address = "\(address(of: .registration))?client_id=\(client.id)"
    return try refusing { () throws(OAuthError) in
      ClientRegistrationResponse(
        clientID: client.id, secret: client.secret, issuedAt: registration.issuedAt,
        configuration: ClientConfiguration(endpoint: try Endpoint(address), accessToken: registration.accessToken),
        metadata: client.metadata
      ).response(status)
    }
  }

  private func requireJSON(_ visit: Visit) throws(TollgateRefusal) {
    let type = visit.request.head.headerFields[.contentType].map(ContentType.essence(of:))
    guard type == ContentType.json else {
      throw TollgateRefusal("invalid_client_metadata", expecting: "application/json (RFC 7591 §3.1)")
    }
  }

  /// As RFC 6750 has it (RFC 7592 §2.1), whether the client or its token is unknown.
  private func refuseRegistrationToken(_ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, reason: ResourceChallenge.Failure.invalidToken.rawValue)
    return ResourceChallenge(.invalidToken).response()
  }
}
