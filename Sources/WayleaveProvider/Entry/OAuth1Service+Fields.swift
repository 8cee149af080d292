import WayleaveOAuth1
import WayleaveWire

extension OAuth1Service: EntrySection {
  static let common = OAuth1Service(
    temporaryCredentialEndpoint: .missing, authorizationEndpoint: .missing, tokenEndpoint: .missing)

  static let fields: [EntryField<Self>] = [
    EntryField(
      needed: "temporary_credential_endpoint", \.temporaryCredentialEndpoint, .endpoint,
      "RFC 5849 §2.1: gives temporary credentials"),
    EntryField(
      needed: "authorization_endpoint", \.authorizationEndpoint, .endpoint, "RFC 5849 §2.2: where the user is sent"),
    EntryField(
      needed: "token_endpoint", \.tokenEndpoint, .endpoint, "RFC 5849 §2.3: exchanges temporary credentials for a token"
    ),
    EntryField(
      "invalidation_endpoint", \.invalidationEndpoint, .endpoint, "takes a signed POST and ends the token",
      absent: "sign-out removes the credential here only"),
    EntryField(
      "x_auth", \.takesPasswords, .flag,
      "whether clients may exchange a user's name and password for a token (xAuth)"),
    EntryField(
      "reverse_auth", \.offersReverseAuth, .flag,
      "whether a client can begin reverse auth, which gets it a token of an account that another client holds"),
    EntryField("dialect", \.dialect, .section, "how the provider departs from the common way", absent: "no departure"),
  ]
}

extension OAuth1Dialect: EntrySection {
  static let common = OAuth1Dialect()

  static let fields: [EntryField<Self>] = [
    EntryField(
      "signature_method", \.signatureMethod, .choice,
      "how requests are signed (RFC 5849 §3.4); the RSA methods need a client with a key"),
    EntryField("placement", \.placement, .choice, "where the `oauth_` parameters travel (RFC 5849 §3.5)"),
    EntryField("realm", \.realm, .text, "the realm of the `Authorization` header, never signed"),
    EntryField("sends_version", \.sendsVersion, .flag, "whether `oauth_version` is sent"),
    EntryField(
      "body_hash", \.signsBodyHash, .flag, "whether `oauth_body_hash` covers bodies that are not forms"),
    EntryField(
      "text_parts", \.signsTextParts, .flag,
      "whether the texts of a multipart body are signed as a form is, and its files are not"),
    EntryField(
      "credential_method", \.credentialMethod, .choice, "how temporary and token credentials are asked for"),
    EntryField(
      "verifier_optional", \.isVerifierOptional, .flag, "whether a callback may come without `oauth_verifier`"),
    EntryField(
      "confirmation_optional", \.isConfirmationOptional, .flag,
      "whether temporary credentials may come without `oauth_callback_confirmed`, as in OAuth 1.0, where one user could finish another's sign-in"
    ),
    EntryField(
      "callback", \.callback, .choice,
      "`oob` where the provider shows a PIN instead of sending users back; a client with a redirect URI goes first"),
    EntryField(
      "temporary_credential_parameters", \.temporaryCredentialParameters, .pairs,
      "pairs to send with the request for temporary credentials, such as `x_auth_access_type`"),
    EntryField(
      "authorization_parameters", \.authorizationParameters, .pairs,
      "pairs to add to the authorization URL, such as `perms`; the values `{consumer_key}` and `{callback}` stand for ours"
    ),
    EntryField(
      "scope_parameter", \.scopeParameter, .text,
      "the pair of the authorization URL for the scopes of a sign-in, such as `perms`",
      absent: "none: a sign-in that names scopes is refused"),
    EntryField("refusals", \.refusals, .sections(), "what the provider's words mean when it refuses: see below"),
  ]
}
