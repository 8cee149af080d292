import WayleaveOAuth2
import WayleaveWire

extension OAuth2Dialect: EntrySection {
  static let fields: [EntryField<Self>] =
    [
      EntryField("scope_separator", \.scopeSeparator, .text, "what stands between two scopes"),
      EntryField(
        "parameter_names", \.parameterNames, .pairs,
        "the provider's names for parameters of requests, such as `client_id: client_key`; `\"\"` leaves one out"),
    ]
    + AuthorizationDialect.fields.map { $0.moved(to: \.authorization) }
    + TokenRequestDialect.fields.map { $0.moved(to: \.request) }
    + TokenAnswerDialect.fields.map { $0.moved(to: \.answer) }
    + RefreshDialect.fields.map { $0.moved(to: \.refresh) }
    + [
      EntryField(
        "registration_by_form", \.registersByForm, .flag,
        "whether clients are registered by a form with `client_name`, `redirect_uris` and `scopes`, as at Mastodon"),
      EntryField(
        "revocation", \.revocation, .choice,
        "how a token is given back: `standard` is RFC 7009, `access_token` the same with access tokens alone, `post` and `delete` are authorized by the token itself"
      ),
      EntryField(
        "revocation_request", \.revocationForm, .section, "the request that gives a token back, where none of these is",
        absent: "as `dialect.revocation` says"),
    ]
    + APIDialect.fields.map { $0.moved(to: \.api) }
    + [
      EntryField(
        "legacy_grants", \.legacyGrants, .set(),
        "ways of getting tokens that no provider should offer any more: those that are not named here are refused, and those "
          + "that are named are used only where you ask for them"
      ),
      EntryField("refusals", \.refusals, .sections(), "what the provider's words mean when it refuses: see below"),
    ]
}

extension AuthorizationDialect: EntrySection {
  static let common = AuthorizationDialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "authorization_parameters", \.parameters, .pairs, "pairs to add to the authorization URL"),
    EntryField(
      "pkce", \.codeChallenge, .challengeForm,
      "whether the provider understands PKCE; for one that takes no other form, `hexadecimal` is S256 in hexadecimal, "
        + "and `plain` shows the verifier itself, of which a sign-in warns"),
    EntryField("authorization_fragment", \.fragment, .text, "the fragment that the authorization URL must have"),
    EntryField(
      "callback_members", \.callbackMembers, .texts,
      "parameters of the callback that are stored with the tokens, and that templates find as `{token.callback.NAME}`"),
    EntryField(
      "token_callback_members", \.tokenCallbackMembers, .freeParameters,
      "parameters of the callback that the token request repeats, and each refresh; they are stored too"),
    EntryField(
      "token_server", \.tokenServer, .section, "how a callback names the server that has the tokens of its user",
      absent: "the token endpoint has those of all users"),
    EntryField(
      "app_scheme_prefix", \.appSchemePrefix, .text,
      "how the schemes begin that the provider gives to apps, such as `fb`: only those need no period"),
  ]
}

extension TokenServer: EntrySection {
  static let common = TokenServer(member: "missing", origins: [])

  static let fields: [EntryField<Self>] = [
    EntryField(needed: "member", \.member, .nonEmptyText, "the parameter of the callback that names it"),
    EntryField(
      needed: "origins", \.origins, .origins,
      "the servers that it may name; the token endpoint and what else is on its host are then there"),
  ]
}

extension RevocationForm: EntrySection {
  static let common = RevocationForm()

  static let fields: [EntryField<Self>] = [
    EntryField("request", \.format, .choice, "how the parameters travel"),
    EntryField(
      "token_parameter", \.tokenParameter, .text, "the parameter in which the token goes; `\"\"` for none"),
    EntryField(
      "authorized_by", \.authorization, .choice,
      "what authorizes it: the client, as at the token endpoint, or the access token, as at the API"),
    EntryField(
      "parameters", \.parameters, .revocationParameters,
      "pairs to add; `{client_id}` stands for the client's, and `{token.user_id}` for a member of the token answer"),
    EntryField(
      "headers", \.headers, .revocationHeaders,
      "header fields to add; `{client_id}` and `{client_secret}` stand for the client's"),
    EntryField(
      "refresh_tokens", \.takesRefreshTokens, .flag,
      "whether it takes refresh tokens too; then `token_type_hint` says which one it is"),
  ]
}

extension TokenRequestDialect: EntrySection {
  static let common = TokenRequestDialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "client_authentication", \.clientAuthentication, .choice,
      "how a client with a secret authenticates; `client_secret_basic_raw` is not form-encoded"),
    EntryField(
      "assertion_audience", \.assertionAudience, .text,
      "the audience of client assertions, where a server wants another than its issuer", absent: "the issuer"),
    EntryField(
      "token_request", \.format, .choice,
      "how the parameters of token requests travel: `query` is a POST without a body, `get` a GET"),
    EntryField("token_parameters", \.parameters, .pairs, "pairs to add to each request for tokens"),
    EntryField(
      "token_headers", \.headers, .pairs, "header fields to add to each request to the token endpoint"),
  ]
}

extension TokenAnswerDialect: EntrySection {
  static let common = TokenAnswerDialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "default_token_type", \.defaultTokenType, .text, "the type to assume for answers that name none",
      absent: "none: such an answer is refused"),
    EntryField(
      "token_types", \.tokenTypes, .pairs,
      "the provider's spellings of token types, each with the type that is meant: `bearer_token: Bearer`"),
    EntryField(
      "loose_token_answers", \.isLoose, .flag, "take forms, other content types and scope lists"),
    EntryField(
      "expires_at_zero", \.expiresAtZero, .flag,
      "whether `expires_in: 0` means that the token has expired; else it states no lifetime"),
    EntryField(
      "token_envelopes", \.envelopes, .texts,
      "paths of objects in which the tokens may stand; the first that is there counts", absent: "they stand alone"),
    EntryField(
      "token_names", \.names, .pairs,
      "the provider's names, or paths, for members of the token answer: `expires_in: expires`"),
    EntryField(
      "granted_scope_separator", \.scopeSeparator, .text, "what stands between two granted scopes",
      absent: "`dialect.scope_separator`"),
    EntryField("expiry", \.expiry, .choice, "what `expires_in` says"),
    EntryField(
      "error_path", \.errorPath, .text, "the path of a member whose value refuses the request, whatever the status"),
    EntryField("error_description_path", \.errorDescriptionPath, .text, "the path of the words next to it"),
  ]
}

extension RefreshDialect: EntrySection {
  static let common = RefreshDialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "refresh_endpoint", \.endpoint, .endpoint, "where refresh tokens are sent", absent: "the token endpoint"),
    EntryField("refresh_parameters", \.parameters, .pairs, "pairs to add to each refresh"),
    EntryField(
      "refresh_token_once", \.isGivenOnce, .flag,
      "whether a refresh token comes at the first sign-in only; a later one goes on with the one that is stored"),
    EntryField(
      "token_exchange", \.exchange, .section, "how the access token itself brings the next one",
      absent: "a refresh token does"),
    EntryField(
      "token_upgrade", \.upgrade, .section,
      "how the first access token is exchanged for one that lives longer, right after the sign-in"),
  ]
}

extension AccessTokenExchange: EntrySection {
  static let common = AccessTokenExchange(grantType: "missing", tokenParameter: "missing")

  static let fields: [EntryField<Self>] = [
    EntryField("endpoint", \.endpoint, .endpoint, "where it goes", absent: "the token endpoint"),
    EntryField(needed: "grant_type", \.grantType, .nonEmptyText, "the value of `grant_type`"),
    EntryField(needed: "token_parameter", \.tokenParameter, .nonEmptyText, "the parameter in which the token goes"),
    EntryField("request", \.format, .choice, "how the parameters travel"),
    EntryField("authenticates", \.authenticates, .flag, "whether the client authenticates"),
  ]
}

extension APIDialect: EntrySection {
  static let common = APIDialect()

  static let fields: [EntryField<Self>] = [
    EntryField("token_scheme", \.scheme, .text, "the word before the token in the `Authorization` header"),
    EntryField(
      "token_query_parameter", \.tokenQueryParameter, .text, "the token travels in the query under this name",
      absent: "in the `Authorization` header"),
    EntryField(
      "token_form_parameter", \.tokenFormParameter, .text,
      "the token travels in the form that is the body, under this name", absent: "in the `Authorization` header"),
    EntryField(
      "token_header", \.tokenHeader, .text, "the token travels alone in this header field",
      absent: "in the `Authorization` header"),
    EntryField(
      "api_parameters", \.parameters, .clientParameters,
      "pairs that every request to the API carries; `{client_id}` and `{api_key}` stand for the client's"),
    EntryField(
      "api_headers", \.headers, .pairs,
      "header fields that every request to the API carries; `{client_id}`, `{client_secret}` and `{api_key}`, a key "
        + "that is neither, stand for the client's"),
    EntryField(
      "api_refuses_by_ok", \.refusesByOK, .flag,
      "whether an answer of the API whose `ok` is false refuses the request, although its status is 200"),
    EntryField(
      "git_user", \.gitUser, .userName,
      "the user name with which git and container programs send the token as a password"),
    EntryField("request_adapter", \.adapter, .choice, "a way of signing requests that only one provider has"),
  ]
}

extension APIDialect {
  fileprivate var tokenQueryParameter: String? {
    get { if case .query(let name) = tokenPlacement { name } else { nil } }
    set { if let newValue { tokenPlacement = .query(newValue) } }
  }

  fileprivate var tokenFormParameter: String? {
    get { if case .form(let name) = tokenPlacement { name } else { nil } }
    set { if let newValue { tokenPlacement = .form(newValue) } }
  }

  fileprivate var tokenHeader: String? {
    get { if case .field(let name) = tokenPlacement { name } else { nil } }
    set { if let newValue { tokenPlacement = .field(newValue) } }
  }
}
