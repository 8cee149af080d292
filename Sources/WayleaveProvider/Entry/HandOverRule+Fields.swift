import WayleaveJOSE
import WayleaveWire

extension HandOverRule: EntrySection {
  static let common = HandOverRule()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "id_token", \.idToken, .section, "who signs the ID tokens that its apps get", absent: "the entry's own issuer"),
    EntryField(
      "inspection", \.inspection, .section,
      "where to ask to which client and user an access token was issued; a path such as `data.app_id` names a value of "
        + "the answer",
      absent: "`introspection_endpoint`; without it access tokens are refused"),
    EntryField(
      "verify_credentials", \.verifyCredentials, .endpoint,
      "answers as `identity` says to a GET that is signed with the token; an OAuth Echo must name exactly this URL",
      absent: "`check_token`; without it tokens of OAuth 1.0a are refused"),
    EntryField(
      "check_token", \.checkToken, .section, "says what a token is, by a GET that is signed with it",
      absent: "`verify_credentials`"),
  ]
}

extension HandOverRule.IDTokenSource: EntrySection {
  static let common = HandOverRule.IDTokenSource(issuer: "https://missing.invalid", keySet: .missing)

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "issuer", \.issuer, .issuer, "the issuer, byte for byte"),
    EntryField(needed: "jwks_uri", \.keySet, .endpoint, "its keys"),
    EntryField(
      "algorithms", \.algorithms, .set(of: SignatureAlgorithm.allCases.filter(Set.asymmetric.contains)),
      "how they may be signed"),
  ]
}

extension TokenInspectionRule: EntrySection {
  static let common = TokenInspectionRule(endpoint: .missing, client: "missing")

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "endpoint", \.endpoint, .endpointWithPlaces,
      "the URL that is asked; `{client_id}` in it stands for the client's"),
    EntryField(
      "placement", \.placement, .choice,
      "where the token travels: in the query, as a bearer token, or in JSON that the client posts with its id and secret"
    ),
    EntryField("token_parameter", \.tokenParameter, .text, "the name under which the token is sent"),
    EntryField(
      "app_token_parameter", \.appTokenParameter, .text,
      "the parameter of the query for the client's id and secret with `|` between them"),
    EntryField(
      "valid", \.valid, .text, "a path: must be `true` for a token that is valid", absent: "none: an answer of 200"),
    EntryField("error", \.error, .text, "a path: where a value stands, the token is refused"),
    EntryField(needed: "client", \.client, .nonEmptyText, "a path: the client to which the token was issued"),
    EntryField(
      "user", \.user, .text, "a path: the user; `identity` must name the same one", absent: "`identity` alone"),
    EntryField(
      "expires_at", \.expiresAt, .texts,
      "paths: when the token ends, in seconds since 1970, 0 for never; the first must be in the answer"),
    EntryField("expires_in", \.expiresIn, .text, "a path: for how many seconds the token is valid"),
    EntryField("scopes", \.scopes, .text, "a path: the scopes, as a list or as a text with spaces or commas"),
  ]
}

extension TokenCheckRule: EntrySection {
  static let common = TokenCheckRule(endpoint: .missing, subject: "missing")

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "endpoint", \.endpoint, .endpoint, "the URL that is asked by a signed GET"),
    EntryField(
      needed: "subject", \.subject, .subjectTemplate,
      "a template: the provider's own name for the user, the same as in `identity`"),
    EntryField("name", \.name, .template, "a template: the user's name for people"),
    EntryField("handle", \.handle, .template, "a template: the short name under which the user is known there"),
    EntryField("token", \.token, .text, "a path: the token, which must be the one that was handed over"),
    EntryField("scopes", \.scopes, .text, "a path: what the token allows"),
  ]
}
