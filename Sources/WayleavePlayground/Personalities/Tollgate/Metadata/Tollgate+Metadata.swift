import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// What the server and its APIs say about themselves.
///
/// RFC 8414 §2; OpenID Connect Discovery §3; RFC 9728 §2.
extension Tollgate {
  func serverMetadata(_ visit: Visit) -> ResponseMessage {
    ResponseMessage(.ok, json: .object(serverDescription(visit)))
  }

  /// The metadata of the second server, which is there only for the ways that lead to it.
  func originMetadata(_ visit: Visit) -> ResponseMessage {
    guard !visit.ways.isDisjoint(with: [.originIsServer, .anotherServer]) else {
      return .text(.notFound, "The origin has no server of its own now.\n")
    }
    var members = serverDescription(visit)
    for (name, _) in Self.describedPaths { members[name] = nil }
    members["client_id_metadata_document_supported"] = nil
    for name in members.members.map(\.name) where name.hasPrefix("revocation_") || name.hasPrefix("introspection_") {
      members[name] = nil
    }
    members["authorization_endpoint"] = .string(context.base + TollgateOriginPath.authorize.rawValue)
    members["token_endpoint"] = .string(context.base + TollgateOriginPath.token.rawValue)
    members["jwks_uri"] = .string(address(of: .keys))
    if !visit.ways.contains(.noRegistration) {
      members["registration_endpoint"] = .string(context.base + TollgateOriginPath.register.rawValue)
    }
    return ResponseMessage(.ok, json: .object(members))
  }

  func keySet(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let keys = try refusing(as: TollgateRefusal.full.word) { () throws(OAuthError) in
        try state.keys.published(at: visit.now)
      }
      return ResponseMessage(.ok, json: keys.json)
    }
  }

  func resourceMetadata(_ resource: String, scope: String, from issuer: Issuer? = nil) -> ResponseMessage {
    guard let url = try? AbsoluteURL(resource) else { return .text(.notFound, "There is no such API.\n") }
    var additional = JSON.Object()
    additional["bearer_methods_supported"] = ["header"]
    additional["dpop_signing_alg_values_supported"] = Self.names(DPoPProof.algorithms)
    return ProtectedResourceMetadata(
      resource: url, authorizationServers: [issuer ?? offer.issuer], scopes: [scope],
      requiresDPoP: settings.requiresDPoP, additional: additional
    ).response()
  }

  /// The metadata of the API with tools, in the ways of real servers; `isAtRoot` says which of its places is asked.
  ///
  /// RFC 9728 §3.1 has the one with the path.
  func toolsMetadata(_ visit: Visit, isAtRoot: Bool) -> ResponseMessage {
    let ways = visit.ways
    guard !ways.contains(.originIsServer), isAtRoot == ways.contains(.rootMetadata) else {
      return .text(.notFound, "There is no metadata of an API here.\n")
    }
    var issuer = offer.issuer
    if ways.contains(.anotherServer) { issuer = Issuer(context.base) }
    if ways.contains(.issuerSlash) { issuer = Issuer(issuer.text + "/") }
    return resourceMetadata(
      ways.contains(.resourceIsOrigin) ? context.base : offer.tools, scope: TollgateOffer.toolScope, from: issuer)
  }

  private func serverDescription(_ visit: Visit) -> JSON.Object {
    let offer = offer(for: visit)
    var members = JSON.Object()
    members["issuer"] = .string(offer.issuer.text)
    for (name, path) in Self.describedPaths { members[name] = .string(address(of: path)) }
    members["scopes_supported"] = JSON(TollgateOffer.scopes.map(\.name))
    members["response_types_supported"] = ["code"]
    members["response_modes_supported"] = JSON(TollgateReturn.modes.map(\.rawValue))
    members["authorization_signing_alg_values_supported"] = JSON(TollgateClientRules.idTokenAlgorithms.map(\.rawValue))
    members["grant_types_supported"] = JSON(TollgateClientRules.grantTypes)
    members["code_challenge_methods_supported"] = JSON([CodeChallenge.method])
    let algorithms = Self.names(TollgateClientRules.assertionAlgorithms.union([.hs256]))
    for endpoint in ["token", "revocation", "introspection"] {
      members["\(endpoint)_endpoint_auth_methods_supported"] = JSON(
        offeredMethods.filter { $0 != .publicClient || endpoint != "introspection" }.map(\.rawValue))
      members["\(endpoint)_endpoint_auth_signing_alg_values_supported"] = algorithms
    }
    members["authorization_response_iss_parameter_supported"] = true
    members["require_pushed_authorization_requests"] = .bool(settings.requiresPushedRequests)
    members["dpop_signing_alg_values_supported"] = Self.names(DPoPProof.algorithms)
    members["authorization_details_types_supported"] = JSON(TollgateOffer.detailTypes.sorted())
    if !visit.ways.contains(.noDocuments) { members["client_id_metadata_document_supported"] = true }
    if visit.ways.contains(.noS256) { members["code_challenge_methods_supported"] = nil }
    if visit.ways.contains(.noRegistration) { members["registration_endpoint"] = nil }
    members["protected_resources"] = JSON(offer.resources)
    for member in Self.openIDMembers { members[member.name] = member.value }
    if let encrypted = context.encryptedBase {
      members["tls_client_certificate_bound_access_tokens"] = true
      members["mtls_endpoint_aliases"] = aliases(at: encrypted + TollgatePath.mount)
    }
    return members
  }

  private var offeredMethods: [ClientAuthenticationMethod] {
    TollgateClientRules.methods + (context.encryptedBase == nil ? [] : TollgateClientRules.certificateMethods)
  }

  /// RFC 8705 §5.
  private func aliases(at base: String) -> JSON {
    let paths = programRoutes.filter(\.isForPrograms).map(\.path) + [TollgatePath.userInfo.rawValue]
    var members = JSON.Object()
    for (name, path) in Self.describedPaths where paths.contains(path.rawValue) {
      members[name] = .string(base + path.rawValue)
    }
    return .object(members)
  }

  private static let describedPaths: [(String, TollgatePath)] = [
    ("authorization_endpoint", .authorize), ("token_endpoint", .token),
    ("pushed_authorization_request_endpoint", .push), ("jwks_uri", .keys),
    ("device_authorization_endpoint", .deviceAuthorization), ("revocation_endpoint", .revoke),
    ("backchannel_authentication_endpoint", .backchannel), ("introspection_endpoint", .introspect),
    ("registration_endpoint", .register), ("userinfo_endpoint", .userInfo), ("end_session_endpoint", .logout),
  ]

  private static var openIDMembers: [JSON.Object.Member] {
    let members: JSON = [
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": JSON(TollgateClientRules.idTokenAlgorithms.map(\.rawValue)),
      "acr_values_supported": JSON([TollgateOffer.session, TollgateOffer.password]),
      "prompt_values_supported": ["none", "login", "consent", "select_account"],
      "claims_supported": JSON(["sub"] + TollgateClaims.names + ["acr", "auth_time"]),
      // Other languages are no error: the pages are then in English.
      "ui_locales_supported": ["en"],
      "claims_parameter_supported": true, "request_parameter_supported": true,
      "request_uri_parameter_supported": false, "require_signed_request_object": false,
      "request_object_signing_alg_values_supported": names(TollgateClientRules.assertionAlgorithms),
      "backchannel_token_delivery_modes_supported": JSON(TollgateBackchannelRegistration.modes.map(\.rawValue)),
      "backchannel_authentication_request_signing_alg_values_supported": names(TollgateClientRules.assertionAlgorithms),
      "backchannel_user_code_parameter_supported": false,
    ]
    return members.object?.members ?? []
  }

  private static func names(_ algorithms: Set<SignatureAlgorithm>) -> JSON {
    JSON(algorithms.map(\.rawValue).sorted())
  }
}
