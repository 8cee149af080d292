import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveWire

extension OAuth2Service {
  init(_ reader: inout ProviderReader) throws(OAuthError) {
    self.init(
      issuer: try reader.text("issuer").map(Issuer.init),
      requiresIssuerInCallback: try reader.bool("issuer_in_callback") ?? false,
      authorizationEndpoint: try reader.endpoint("authorization_endpoint"),
      tokenEndpoint: try reader.requiredEndpoint("token_endpoint"),
      revocationEndpoint: try reader.endpoint("revocation_endpoint"),
      keySetEndpoint: try reader.endpoint("jwks_uri"),
      deviceAuthorizationEndpoint: try reader.endpoint("device_authorization_endpoint"),
      backchannelAuthenticationEndpoint: try reader.endpoint("backchannel_authentication_endpoint"),
      backchannelDeliveryModes: try reader.choices("backchannel_token_delivery_modes"),
      pushedAuthorizationRequestEndpoint: try reader.endpoint("pushed_authorization_request_endpoint"),
      requiresPushedAuthorizationRequests: try reader.bool("require_pushed_authorization_requests") ?? false,
      requiresSignedRequestObjects: try reader.bool("require_signed_request_object") ?? false,
      dpopAlgorithms: Set(try reader.choices("dpop_algorithms")),
      registrationEndpoint: try reader.endpoint("registration_endpoint"),
      introspectionEndpoint: try reader.endpoint("introspection_endpoint"),
      endSessionEndpoint: try reader.endpoint("end_session_endpoint"),
      clientAuthenticationMethods: try reader.choices("client_authentication_methods"),
      scopes: try reader.texts("scopes"))
    idTokenRules = try IDTokenRules(&reader)
    responseMode = try reader.choice("response_mode")
    guard reader.isRecord || [nil, .query, .formPost].contains(responseMode) else {
      throw .malformedProvider("response_mode", "query or form_post")
    }
    // A list without members is what was said: none of the algorithms is one that we know.
    if reader.has("id_token_algorithms") { idTokenAlgorithms = Set(try reader.choices("id_token_algorithms")) }
    guard reader.isRecord || dpopAlgorithms.isSubset(of: .asymmetric) else {
      throw .malformedProvider("dpop_algorithms", "asymmetric algorithms")
    }
    if var aliases = try reader.object("mtls_endpoint_aliases") {
      for name in EndpointName.allCases { certificateEndpoints[name] = try aliases.endpoint(name.rawValue) }
      try aliases.finish()
    }
    if var section = try reader.object("dialect") { try readDialect(from: &section) }
  }

  private mutating func readDialect(from section: inout ProviderReader) throws(OAuthError) {
    dialect.clientAuthentication = try section.choice("client_authentication") ?? dialect.clientAuthentication
    dialect.scopeSeparator = try section.text("scope_separator") ?? dialect.scopeSeparator
    dialect.defaultTokenType = try section.text("default_token_type")
    if let parameter = try section.text("token_query_parameter") { dialect.tokenPlacement = .query(parameter) }
    if let parameter = try section.text("token_form_parameter") { dialect.tokenPlacement = .form(parameter) }
    dialect.apiParameters = try section.pairs("api_parameters")
    dialect.authorizationParameters = try section.pairs("authorization_parameters")
    dialect.supportsPKCE = try section.bool("pkce") ?? true
    dialect.toleratesLooseTokenAnswers = try section.bool("loose_token_answers") ?? false
    dialect.assertionAudience = try section.text("assertion_audience")
    dialect.appSchemePrefix = try section.text("app_scheme_prefix")
    dialect.legacyGrants = Set(try section.choices("legacy_grants"))
    dialect.expiresAtZero = try section.bool("expires_at_zero") ?? false
    dialect.refusals = try [RefusalTable.Row](&section)
    try section.finish()
  }

  package func describe(in object: inout JSON.Object) {
    object["issuer"] = issuer.map { .string($0.text) }
    object["issuer_in_callback"] = requiresIssuerInCallback ? true : nil
    object["authorization_endpoint"] = authorizationEndpoint.map { .string($0.url.text) }
    object["token_endpoint"] = .string(tokenEndpoint.url.text)
    object["revocation_endpoint"] = revocationEndpoint.map { .string($0.url.text) }
    object["jwks_uri"] = keySetEndpoint.map { .string($0.url.text) }
    object["id_token_algorithms"] =
      idTokenAlgorithms == [.rs256] ? nil : JSON(idTokenAlgorithms.map(\.rawValue).sorted())
    idTokenRules.describe(in: &object)
    describeProtections(in: &object)
    object["response_mode"] = responseMode.map { .string($0.rawValue) }
    object["scopes"] = scopes.isEmpty ? nil : JSON(scopes)
    object["dialect"] = dialectJSON
  }

  private func describeProtections(in object: inout JSON.Object) {
    for (name, endpoint) in [
      ("device_authorization_endpoint", deviceAuthorizationEndpoint),
      ("backchannel_authentication_endpoint", backchannelAuthenticationEndpoint),
      ("pushed_authorization_request_endpoint", pushedAuthorizationRequestEndpoint),
      ("registration_endpoint", registrationEndpoint), ("introspection_endpoint", introspectionEndpoint),
      ("end_session_endpoint", endSessionEndpoint),
    ] { object[name] = endpoint.map { .string($0.url.text) } }
    object["backchannel_token_delivery_modes"] =
      backchannelDeliveryModes.isEmpty ? nil : JSON(backchannelDeliveryModes.map(\.rawValue))
    object["require_pushed_authorization_requests"] = requiresPushedAuthorizationRequests ? true : nil
    object["require_signed_request_object"] = requiresSignedRequestObjects ? true : nil
    object["dpop_algorithms"] = dpopAlgorithms.isEmpty ? nil : JSON(dpopAlgorithms.map(\.rawValue).sorted())
    object["client_authentication_methods"] =
      clientAuthenticationMethods.isEmpty ? nil : JSON(clientAuthenticationMethods.map(\.rawValue))
    object["mtls_endpoint_aliases"] = .pairs(
      Dictionary(uniqueKeysWithValues: certificateEndpoints.map { ($0.key.rawValue, $0.value.url.text) }))
  }

  private var dialectJSON: JSON {
    var section = JSON.Object()
    section["client_authentication"] = .string(dialect.clientAuthentication.rawValue)
    section["scope_separator"] = .string(dialect.scopeSeparator)
    section["default_token_type"] = dialect.defaultTokenType.map(JSON.string)
    switch dialect.tokenPlacement {
    case .header: break
    case .query(let parameter): section["token_query_parameter"] = .string(parameter)
    case .form(let parameter): section["token_form_parameter"] = .string(parameter)
    }
    section["api_parameters"] = .pairs(dialect.apiParameters)
    section["authorization_parameters"] = .pairs(dialect.authorizationParameters)
    section["pkce"] = .bool(dialect.supportsPKCE)
    section["loose_token_answers"] = .bool(dialect.toleratesLooseTokenAnswers)
    section["assertion_audience"] = dialect.assertionAudience.map(JSON.string)
    section["app_scheme_prefix"] = dialect.appSchemePrefix.map(JSON.string)
    let legacyGrants = dialect.legacyGrants.map(\.rawValue).sorted()
    section["legacy_grants"] = legacyGrants.isEmpty ? nil : JSON(legacyGrants)
    section["expires_at_zero"] = dialect.expiresAtZero ? true : nil
    section["refusals"] = dialect.refusals.json
    return .object(section)
  }
}
