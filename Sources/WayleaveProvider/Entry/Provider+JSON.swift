import WayleaveOAuth1
import WayleaveOAuth2
public import WayleaveWire

/// A provider as a file describes it.
///
/// The format is documented in the article "Describing a provider"; `format: 1` is its first version. What is not
/// known is refused by name: a misspelt key must not pass for a default.
extension Provider {
  /// Reads a description; throws `configuration.malformed_provider`, naming the key that is wrong.
  ///
  /// `allowingHTTP` lets endpoints be http beyond this machine.
  public init(json: JSON, allowingHTTP: Bool = false) throws(OAuthError) {
    var reader = try ProviderReader(json, path: "", allowingHTTP: allowingHTTP)
    try self.init(&reader)
  }

  /// Reads what ``json`` wrote into a record of our own; throws `store.too_new` where only a later version can have
  /// written it.
  ///
  /// Whatever a provider can be is read back: the rules for what people write into files are no rules for records.
  package init(record json: JSON) throws(OAuthError) {
    var reader = try ProviderReader(json, path: "", allowingHTTP: true, isRecord: true)
    try self.init(&reader)
  }

  private init(_ reader: inout ProviderReader) throws(OAuthError) {
    guard try reader.integer("format") ?? 1 == 1 else {
      guard !reader.isRecord else { throw .recordOfLaterVersion("format") }
      throw .malformedProvider("format", "1, the format of this version")
    }
    let name = ProviderName(try reader.required("name"))
    // A provider that was found by discovery is named by its issuer.
    guard reader.isRecord || name.isCatalogueName || (try? Endpoint(name.text, allowingHTTP: true)) != nil else {
      throw .malformedProvider("name", "lower-case letters, digits and hyphens", value: name.text)
    }
    let spoken = try reader.required("protocol")
    let service: Service
    switch spoken {
    case "oauth1": service = .oauth1(try OAuth1Service(&reader))
    case "oauth2": service = .oauth2(try OAuth2Service(&reader))
    case "openid" where reader.isRecord: service = .issuer(try AbsoluteURL(try reader.required("issuer")))
    case "openid": service = .issuer(try reader.requiredEndpoint("issuer").url)
    case _ where reader.isRecord: throw .recordOfLaterVersion("protocol")
    default: throw .malformedProvider("protocol", "oauth1, oauth2 or openid", value: spoken)
    }
    self.init(name: name, title: try reader.text("title") ?? name.text, service: service)
    if case .issuer = service { idTokenRules = try IDTokenRules(&reader) }
    apiOrigins = try reader.texts("api_origins").map { (text) throws(OAuthError) in
      // A credential goes there: what holds for an endpoint holds for an origin.
      _ = try Endpoint(text, allowingHTTP: reader.allowingHTTP)
      return try Origin(text)
    }
    identity = try reader.object("identity").map { (section) throws(OAuthError) in
      var section = section
      return try IdentityRule(&section)
    }
    pushesRequests = try reader.bool("pushed_authorization_requests") ?? true
    try reader.finish()
  }

  /// The description, as a file has it.
  public var json: JSON {
    var object = JSON.Object()
    object["format"] = 1
    object["name"] = .string(name.text)
    object["title"] = .string(title)
    switch service {
    case .oauth1(let service):
      object["protocol"] = "oauth1"
      service.describe(in: &object)
    case .oauth2(let service):
      object["protocol"] = "oauth2"
      service.describe(in: &object)
    case .issuer(let issuer):
      object["protocol"] = "openid"
      object["issuer"] = .string(issuer.text)
      idTokenRules.describe(in: &object)
    }
    object["api_origins"] = apiOrigins.isEmpty ? nil : JSON(apiOrigins.map(\.description))
    object["identity"] = identity?.json
    object["pushed_authorization_requests"] = pushesRequests ? nil : false
    return .object(object)
  }
}

extension OAuth1Service {
  fileprivate init(_ reader: inout ProviderReader) throws(OAuthError) {
    self.init(
      temporaryCredentialEndpoint: try reader.requiredEndpoint("temporary_credential_endpoint"),
      authorizationEndpoint: try reader.requiredEndpoint("authorization_endpoint"),
      tokenEndpoint: try reader.requiredEndpoint("token_endpoint"),
      invalidationEndpoint: try reader.endpoint("invalidation_endpoint"),
      takesPasswords: try reader.bool("x_auth") ?? false)
    guard var section = try reader.object("dialect") else { return }
    dialect.signatureMethod = try section.choice("signature_method") ?? dialect.signatureMethod
    dialect.placement = try section.choice("placement") ?? dialect.placement
    dialect.realm = try section.text("realm")
    dialect.sendsVersion = try section.bool("sends_version") ?? true
    dialect.signsBodyHash = try section.bool("body_hash") ?? false
    dialect.credentialMethod = try section.choice("credential_method") ?? dialect.credentialMethod
    dialect.isVerifierOptional = try section.bool("verifier_optional") ?? false
    dialect.callback = try section.choice("callback") ?? dialect.callback
    dialect.temporaryCredentialParameters = try section.pairs("temporary_credential_parameters")
    dialect.authorizationParameters = try section.pairs("authorization_parameters")
    dialect.refusals = try [RefusalTable.Row](&section)
    try section.finish()
  }

  fileprivate func describe(in object: inout JSON.Object) {
    object["temporary_credential_endpoint"] = .string(temporaryCredentialEndpoint.url.text)
    object["authorization_endpoint"] = .string(authorizationEndpoint.url.text)
    object["token_endpoint"] = .string(tokenEndpoint.url.text)
    object["invalidation_endpoint"] = invalidationEndpoint.map { .string($0.url.text) }
    object["x_auth"] = takesPasswords ? true : nil
    var section = JSON.Object()
    section["signature_method"] = .string(dialect.signatureMethod.rawValue)
    section["placement"] = .string(dialect.placement.rawValue)
    section["realm"] = dialect.realm.map(JSON.string)
    section["sends_version"] = .bool(dialect.sendsVersion)
    section["body_hash"] = .bool(dialect.signsBodyHash)
    section["credential_method"] = .string(dialect.credentialMethod.rawValue)
    section["verifier_optional"] = .bool(dialect.isVerifierOptional)
    section["callback"] = .string(dialect.callback.rawValue)
    section["temporary_credential_parameters"] = .pairs(dialect.temporaryCredentialParameters)
    section["authorization_parameters"] = .pairs(dialect.authorizationParameters)
    section["refusals"] = dialect.refusals.json
    object["dialect"] = .object(section)
  }
}

extension IdentityRule {
  fileprivate init(_ reader: inout ProviderReader) throws(OAuthError) {
    self.init(
      endpoint: try reader.requiredEndpoint("endpoint"), subject: try reader.required("subject"),
      name: try reader.text("name"), handle: try reader.text("handle"), email: try reader.text("email"),
      emailVerified: try reader.text("email_verified"), picture: try reader.text("picture"))
    try reader.finish()
  }

  fileprivate var json: JSON {
    var object = JSON.Object()
    object["endpoint"] = .string(endpoint.url.text)
    object["subject"] = .string(subject)
    object["name"] = name.map(JSON.string)
    object["handle"] = handle.map(JSON.string)
    object["email"] = email.map(JSON.string)
    object["email_verified"] = emailVerified.map(JSON.string)
    object["picture"] = picture.map(JSON.string)
    return .object(object)
  }
}

extension JSON {
  /// Pairs of text as an object, in the order of their names.
  package static func pairs(_ pairs: [String: String]) -> JSON? {
    guard !pairs.isEmpty else { return nil }
    var object = Object()
    for (name, value) in pairs.sorted(by: { $0.key < $1.key }) { object[name] = .string(value) }
    return .object(object)
  }
}
