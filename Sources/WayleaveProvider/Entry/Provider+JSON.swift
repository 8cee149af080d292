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
  /// `allowingHTTP` lets endpoints be http beyond this machine. Of a description with variables it is the provider of the
  /// usual values, and throws `configuration.unknown_provider` where one has none: see ``ProviderTemplate/init(json:allowingHTTP:)``.
  public init(json: JSON, allowingHTTP: Bool = false) throws(OAuthError) {
    switch try DescribedEntry(json: json, allowingHTTP: allowingHTTP) {
    case .provider(let provider): self = provider
    case .template(let template): self = try template.usual()
    }
  }

  /// Reads a description without places for variables. What is wrong goes to `faults`, and only what ends the reading is
  /// thrown.
  init(filled json: JSON, allowingHTTP: Bool, faults: EntryFaults?) throws(OAuthError) {
    var reader = try ProviderReader(json, path: "", allowingHTTP: allowingHTTP, faults: faults)
    try self.init(&reader)
  }

  /// Reads what ``record`` wrote into a record of our own; throws `store.too_new` where only a later version can have
  /// written it.
  ///
  /// Whatever a provider can be is read back: the rules for what people write into files are no rules for records.
  package init(record json: JSON) throws(OAuthError) {
    var reader = try ProviderReader(json, path: "", allowingHTTP: true, isRecord: true)
    try self.init(&reader)
  }

  private init(_ reader: inout ProviderReader) throws(OAuthError) {
    try Self.checkFormat(&reader)
    let name = ProviderName(try reader.required("name"))
    // A provider that was found by discovery is named by its issuer.
    if !reader.isRecord, !name.isCatalogueName, (try? Endpoint(name.text, allowingHTTP: true)) == nil {
      try reader.note(.malformedProvider("name", ProviderName.catalogueForm, value: name.text))
    }
    let service = try Service(&reader)
    self.init(name: name, title: name.text, service: service)
    if case .issuer = service { idTokenRules = try IDTokenRules(among: &reader) }
    try read(&reader)
    if reader.isRecord {
      playgroundRun = try reader.text("playground_run")
      let account = try reader.pairs("at_protocol")
      atProtocol = ATProtocolAccount(pairs: account)
      // Without it nothing would check whose tokens come.
      guard account.isEmpty || atProtocol != nil else { throw .recordOfLaterVersion("at_protocol") }
    }
    if !reader.isRecord, signsInTheClear, !apiDomains.isEmpty {
      try reader.note(
        .malformedProvider("api_domains", "left out: PLAINTEXT shows the secret to every host of the API"))
    }
    try reader.finish()
  }

  /// Another format hides no other fault of a file.
  private static func checkFormat(_ reader: inout ProviderReader) throws(OAuthError) {
    do throws(OAuthError) {
      guard try reader.integer("format") ?? 1 != 1 else { return }
      guard !reader.isRecord else { throw .recordOfLaterVersion("format") }
      throw .malformedProvider("format", "1, the format of this version")
    } catch {
      try reader.note(error, of: "format")
    }
  }

  /// The description, as a file has it.
  public var json: JSON {
    var object = JSON.Object()
    object["format"] = 1
    object["name"] = .string(name.text)
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
    describe(in: &object)
    return .object(object)
  }

  /// The description as a record of our own has it: ``init(record:)``.
  ///
  /// Without the notes for people, which earlier versions do not know and no account needs.
  package var record: JSON {
    var plain = self
    (plain.notes, plain.isRetired) = (EntryNotes(), false)
    guard isRetired || playgroundRun != nil || atProtocol != nil, case .object(var object) = plain.json else {
      return plain.json
    }
    object["retired"] = isRetired ? true : nil
    object["playground_run"] = playgroundRun.map(JSON.string)
    object["at_protocol"] = atProtocol.flatMap { JSON.pairs($0.pairs) }
    return .object(object)
  }
}

extension Provider.Service {
  fileprivate init(_ reader: inout ProviderReader) throws(OAuthError) {
    let spoken = try reader.decisive("protocol")
    switch spoken {
    case "oauth1": self = .oauth1(try OAuth1Service(among: &reader))
    case "oauth2": self = .oauth2(try OAuth2Service(among: &reader))
    case "openid" where reader.isRecord: self = .issuer(try AbsoluteURL(try reader.required("issuer")))
    case "openid":
      let issuer = try reader.endpoint("issuer")
      if issuer == nil { try reader.note(missing: "issuer") }
      self = .issuer((issuer ?? .missing).url)
    case _ where reader.isRecord: throw .recordOfLaterVersion("protocol")
    default: throw .malformedProvider("protocol", "oauth1, oauth2 or openid", value: spoken)
    }
  }
}

extension Provider: EntrySection {
  /// What holds for a provider of which only the name is known.
  static let common = Provider(name: "missing", title: "missing", service: .issuer(Endpoint.missing.url))

  /// The keys that every protocol has.
  static let fields: [EntryField<Self>] = [
    EntryField("title", \.title, .text, "the name that people know", absent: "the name"),
    EntryField(
      "aliases", \.aliases, .aliases, "what people also type for it, such as `azure`; such a name is only suggested"),
    EntryField("documentation", \.documentation, .page, "the provider's page that says what the entry says; https"),
    EntryField(
      "checked", \.checked, .day,
      "when someone compared the entry with that page, such as `2026-11-29`; or `never`", absent: "not said"),
    // Their values are in the texts before the rest is read.
    EntryField(
      "variables", EntryCodec<[ProviderVariable]>.sections(),
      "in what the services of customers differ, for an entry that stands for many: see below",
      absent: "none: one service for all", value: { _ in nil }
    ) { (_, _) throws(OAuthError) in },
    EntryField(
      "api_origins", \.apiOrigins, .origins,
      "where requests in a user's name may go, such as `https://api.example.com`",
      absent: "that of `identity.endpoint`, which is always among them; for `openid` those of issuer and UserInfo"),
    EntryField(
      "api_domains", \.apiDomains, .domains,
      "domains below which the API has hosts, such as `salesforce.com` for `https://acme.my.salesforce.com`"),
    EntryField(
      "registration", \.registration, .section, "where a client is registered", absent: "the provider does not say"),
    EntryField("native_app", \.nativeApp, .section, "the provider's app that signs users in"),
    // What earlier versions wrote.
    EntryField(
      "retired", .flag, "`true` is the former form of `status: ended`", absent: "`status` says it", excluding: "status",
      value: { _ in nil }
    ) { (provider, isRetired) throws(OAuthError) in provider.isRetired = isRetired },
    EntryField(
      "status", .choice,
      "`closed` where the provider takes no new clients; `ended` where the provider, or this way of signing in, has ended",
      value: { $0.status }, isCommon: { $0.status == .live }
    ) { (provider, status) throws(OAuthError) in provider.status = status },
    EntryField(
      "identity", \.identity, .section, "how to find out who the user is: see below",
      absent: "the user stays unknown; for `openid` UserInfo"),
    EntryField(
      "pushed_authorization_requests", \.pushesRequests, .flag,
      "`false` for a provider whose endpoint for pushed requests is broken (RFC 9126)"),
    EntryField(
      "bind_tokens", \.bindsTokens, .flag,
      "`false` for a provider that offers to bind tokens to a key, and whose APIs take plain ones only (RFC 9449)"),
    EntryField(
      "resource_indicators", \.takesResources, .flag,
      "`false` for a provider that refuses the parameter `resource` (RFC 8707), which is then left out of every request"
    ),
    EntryField(
      "hand_over", \.handOver, .section, "how a backend verifies what its app got from the provider",
      absent: "codes, ID tokens of its issuer and tokens that it introspects; others are refused"),
  ]
}

extension EntryCodec<[Origin]> {
  /// Origins to which a credential may go.
  static let origins = EntryCodec(form: .list(.endpoint())) { (reader, key) throws(OAuthError) in
    let allowingHTTP = reader.allowingHTTP
    return try reader.texts(key).enumerated().map { (index, text) throws(OAuthError) in
      do throws(OAuthError) {
        // A credential goes there: what holds for an endpoint holds for an origin.
        _ = try Endpoint(text, allowingHTTP: allowingHTTP)
        return try Origin(text)
      } catch { throw error.inEntry(at: "\(key)[\(index)]", value: text) }
    }
  } write: {
    JSON($0.map(\.description))
  }
}

extension IdentityRule: EntrySection {
  static let common = IdentityRule(subject: "missing")

  /// Nothing is asked only where the token answer, or the ID token, says who the user is.
  var missingKey: String? {
    let saying = ["{token.", "{sub}", "missing"].map { Array($0.utf8) }
    return allRequests.isEmpty && !saying.contains(where: Array(subject.utf8).contains(part:)) ? "endpoint" : nil
  }

  static let fields: [EntryField<Self>] = [
    EntryField(
      "endpoint", \.endpoint, .endpointWithPlaces,
      "the URL that is asked with the user's credential; `{token.user_id}` in it stands for a member of the token answer",
      absent: "none: the token answer says who the user is"),
    EntryField("body", \.body, .text, "the body of the request, as JSON, which is then a POST", absent: "a GET"),
    EntryField(
      "headers", \.headers, .pairs, "header fields of this request; they go before those of `dialect.api_headers`"),
    EntryField(
      "origin_member", \.originMember, .text,
      "the member of the token answer that names scheme and host of the requests, such as `instance_url`, or a host alone",
      absent: "those of the URL"),
    EntryField("requests", \.requests, .sections(), "further requests, in their order: see below"),
    EntryField(
      needed: "subject", \.subject, .subjectTemplate,
      "a template: the provider's own name for the user, which never changes; never an email address"),
    EntryField("name", \.name, .template, "a template: the user's name for people"),
    EntryField("handle", \.handle, .template, "a template: the short name under which the user is known there"),
    EntryField("email", \.email, .template, "a template: an email address"),
    EntryField(
      "email_verified", \.emailVerified, .template, "a template: whether the provider checked the email address"),
    EntryField("picture", \.picture, .template, "a template: the https URL of a picture"),
    EntryField(
      "shown_once", \.isShownOnce, .flag, "whether some of it is shown at the first sign-in only, and kept from then on"
    ),
  ]
}

extension IdentityRequest: EntrySection {
  static let common = IdentityRequest(.missing)

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "name", \.name, .nonEmptyText, "the name of its answer in templates: `{emails.[primary=true].email}`"),
    EntryField(needed: "endpoint", \.endpoint, .endpointWithPlaces, "the URL that is asked"),
    EntryField("body", \.body, .text, "the body of the request, as JSON, which is then a POST", absent: "a GET"),
    EntryField("headers", \.headers, .pairs, "header fields of this request"),
  ]
}

extension JSON {
  /// Pairs of text as an object, in the order of their names.
  package static func pairs(_ pairs: [String: String]) -> JSON? {
    pairs.isEmpty ? nil : sorted(pairs.mapValues(JSON.string))
  }

  /// Values as an object, in the order of their names.
  package static func sorted(_ values: [String: JSON]) -> JSON {
    .object(Object(members: values.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }))
  }
}
