import WayleaveOAuth2
import WayleaveWire

extension OAuth2Dialect: EntrySection {
  static let fields: [EntryField<Self>] = [
    EntryField(
      "client_authentication", \.clientAuthentication, .choice,
      "how a client with a secret authenticates; `client_secret_basic_raw` is not form-encoded"),
    EntryField("scope_separator", \.scopeSeparator, .text, "what stands between two scopes"),
    EntryField(
      "default_token_type", \.defaultTokenType, .text, "the type to assume for answers that name none",
      absent: "none: such an answer is refused"),
    EntryField(
      "token_query_parameter", \.tokenQueryParameter, .text, "the token travels in the query under this name",
      absent: "in the `Authorization` header"),
    EntryField(
      "token_form_parameter", \.tokenFormParameter, .text,
      "the token travels in the form that is the body, under this name", absent: "in the `Authorization` header"),
    EntryField("api_parameters", \.apiParameters, .pairs, "pairs that every request to the API carries"),
    EntryField(
      "authorization_parameters", \.authorizationParameters, .pairs, "pairs to add to the authorization URL"),
    EntryField("pkce", \.supportsPKCE, .flag, "whether the provider understands PKCE"),
    EntryField(
      "loose_token_answers", \.toleratesLooseTokenAnswers, .flag, "take forms, other content types and scope lists"),
    EntryField(
      "assertion_audience", \.assertionAudience, .text,
      "the audience of client assertions, where a server wants another than its issuer", absent: "the issuer"),
    EntryField(
      "app_scheme_prefix", \.appSchemePrefix, .text,
      "how the schemes begin that the provider gives to apps, such as `fb`: only those need no period"),
    EntryField(
      "legacy_grants", \.legacyGrants, .set(), "ways of getting tokens that no provider should offer any more"),
    EntryField(
      "expires_at_zero", \.expiresAtZero, .flag,
      "whether `expires_in: 0` means that the token has expired; else it states no lifetime"),
    EntryField("refusals", \.refusals, .sections(), "what the provider's words mean when it refuses: see below"),
  ]
}

extension OAuth2Dialect {
  fileprivate var tokenQueryParameter: String? {
    get { if case .query(let name) = tokenPlacement { name } else { nil } }
    set { if let newValue { tokenPlacement = .query(newValue) } }
  }

  fileprivate var tokenFormParameter: String? {
    get { if case .form(let name) = tokenPlacement { name } else { nil } }
    set { if let newValue { tokenPlacement = .form(newValue) } }
  }
}
