public import WayleaveOAuth2
public import WayleaveOpenID
import WayleaveProvider
public import WayleaveWire

extension SignIn {
  /// What is asked for in addition to scopes: which APIs, which details, and how the user must sign in.
  public struct Terms: Sendable, Equatable {
    /// The APIs that the token is for; empty leaves them to the server.
    ///
    /// RFC 8707 §2.1.
    public var resources: [ResourceIndicator]
    /// What is asked for in more detail than by scopes; nil for none.
    ///
    /// RFC 9396 §3.
    public var details: AuthorizationDetails?
    /// The ways of signing in of which one is wanted, the best first; the ID token must name one of them.
    ///
    /// OpenID Connect Core §3.1.2.1, `acr_values`.
    public var authenticationContextClasses: [String]
    /// How long a sign-in is recent enough; the ID token must say that it is.
    ///
    /// OpenID Connect Core §3.1.2.1, `max_age`.
    public var maximumAge: Duration?
    /// Who is going to sign in, as far as that is known.
    ///
    /// OpenID Connect Core §3.1.2.1, `login_hint`.
    public var loginHint: String?
    /// What the user is to be asked, such as `consent` or `select_account`.
    ///
    /// OpenID Connect Core §3.1.2.1, `prompt`.
    public var prompt: String?

    /// Whether the tokens are bound to a key.
    public var binding: Binding
    /// Whether the answer is to come as a JWT that the server signs; one that comes otherwise is refused then.
    ///
    /// JWT Secured Authorization Response Mode §2.3.1.
    public var wantsSecuredCallback: Bool
    /// Single claims that UserInfo or the ID token shall have; nil for none.
    ///
    /// OpenID Connect Core §5.5. A provider may leave out even an essential one: the ID token shows what came.
    public var claims: ClaimsRequest?
    /// The languages of the user for the provider's pages, the preferred one first.
    ///
    /// OpenID Connect Core §3.1.2.1, `ui_locales`.
    public var languages: [String]
    /// Whether the request is pushed where the provider takes that; false for a provider whose endpoint is broken.
    ///
    /// RFC 9126 §2. A provider that accepts pushed requests only is then refused.
    public var pushesRequest: Bool

    /// How the answer is to travel through the browser: `query` or `form_post`; nil for what the provider's entry says.
    ///
    /// OAuth 2.0 Form Post Response Mode §2. A listener on this machine takes both.
    public var responseMode: ResponseMode?

    /// Whether users may come back by a scheme that any app can have, such as `fsoauthexample`, because the provider knows
    /// no other redirect URI of the client.
    ///
    /// RFC 8252 §7.1 wants a domain name in reverse order. Another app that has the scheme too gets the code; only PKCE or
    /// the client's secret keeps it from using that, so that a client with neither is refused all the same.
    public var acceptsSharedScheme = false

    /// Whether the browser is to bring the token itself, and no code: the implicit grant.
    ///
    /// RFC 6749 §4.2. RFC 9700 §2.1.2 advises against it: the token passes through the browser, and nothing binds it to us.
    /// A provider whose entry does not name the grant (``WayleaveOAuth2/OAuth2Dialect/legacyGrants``) is refused, and no
    /// refresh token comes.
    public var usesImplicitGrant = false

    /// More pairs for the page of this sign-in, such as Facebook's `auth_type`; they replace those of the provider's entry.
    ///
    /// One that the protocol itself has is refused when the sign-in begins: `configuration.invalid_value`.
    public var parameters: [String: String] = [:]

    /// No terms, except where said.
    public init(
      resources: [ResourceIndicator] = [], details: AuthorizationDetails? = nil,
      authenticationContextClasses: [String] = [], maximumAge: Duration? = nil, loginHint: String? = nil,
      prompt: String? = nil, binding: Binding = .whereOffered, wantsSecuredCallback: Bool = false,
      responseMode: ResponseMode? = nil,
      claims: ClaimsRequest? = nil, languages: [String] = [], pushesRequest: Bool = true
    ) {
      self.resources = resources
      self.details = details
      self.authenticationContextClasses = authenticationContextClasses
      self.maximumAge = maximumAge
      self.loginHint = loginHint
      self.prompt = prompt
      self.binding = binding
      self.wantsSecuredCallback = wantsSecuredCallback
      self.responseMode = responseMode
      self.claims = claims
      self.languages = languages
      self.pushesRequest = pushesRequest
    }

    /// Whether tokens are bound to a key, so that no one can use a stolen one.
    ///
    /// RFC 9449 §5.
    public enum Binding: String, Sendable, CaseIterable {
      /// Where the server takes proofs of a key, unless the client or the provider's entry says otherwise.
      case whereOffered = "where_offered"
      /// Always: a server that takes no proofs, or gives tokens that anyone can use, is refused.
      case required
      /// Never: for those who hand the tokens on.
      case never
    }

    /// The sign-in that an API demands; the scopes that it needs are the caller's to ask for.
    ///
    /// RFC 9470 §4.
    public init(meeting demand: AccessDemand) {
      self.init(authenticationContextClasses: demand.authenticationContextClasses, maximumAge: demand.maximumAge)
    }
  }
}

extension SignIn.Terms {
  /// The terms on which an account of the AT Protocol signs in: bound tokens, and a hint of whose sign-in it is.
  ///
  /// AT Protocol, OAuth, § Demonstrating Proof of Possession and § Identity Authentication: "it is recommended to use the
  /// exact account identifier supplied by the user" as `login_hint`.
  func meeting(_ account: ATProtocolAccount) -> SignIn.Terms {
    var terms = self
    if terms.binding == .whereOffered { terms.binding = .required }
    terms.loginHint = loginHint ?? account.typed
    return terms
  }

  /// What of it is written as plain pairs.
  package var form: Form {
    var form = Form()
    if !authenticationContextClasses.isEmpty {
      form.append("acr_values", authenticationContextClasses.joined(separator: " "))
    }
    if let maximumAge { form.append("max_age", String(maximumAge.wholeSeconds)) }
    if let loginHint { form.append("login_hint", loginHint) }
    if let prompt { form.append("prompt", prompt) }
    if let claims { form.append("claims", claims.json.encodedText()) }
    if !languages.isEmpty { form.append("ui_locales", languages.joined(separator: " ")) }
    return form
  }

  package var json: JSON {
    [
      "resources": JSON(resources.map(\.text)), "authorization_details": details?.json ?? .null,
      "acr_values": JSON(authenticationContextClasses), "max_age": JSON(maximumAge?.wholeSeconds),
      "login_hint": JSON(loginHint),
      "prompt": JSON(prompt), "binding": .string(binding.rawValue), "secured_callback": .bool(wantsSecuredCallback),
      "response_mode": JSON(responseMode?.rawValue),
      "claims": JSON(claims?.json.encodedText()), "ui_locales": JSON(languages), "push": .bool(pushesRequest),
      "parameters": JSON.pairs(parameters) ?? .null, "implicit": .bool(usesImplicitGrant),
    ]
  }

  /// Reads what ``json`` wrote; what is not there was not wished for.
  package init(json: JSON?) {
    self.init(
      resources: json?["resources"]?.array?.compactMap { $0.string.flatMap { try? ResourceIndicator($0) } } ?? [],
      details: json?["authorization_details"].flatMap { try? AuthorizationDetails($0) },
      authenticationContextClasses: json?["acr_values"]?.array?.compactMap(\.string) ?? [],
      maximumAge: json?["max_age"]?.integer.map { .seconds($0) }, loginHint: json?["login_hint"]?.string,
      prompt: json?["prompt"]?.string, binding: json?["binding"]?.string.flatMap(Binding.init) ?? .whereOffered,
      wantsSecuredCallback: json?["secured_callback"]?.bool ?? false,
      responseMode: json?["response_mode"]?.string.flatMap(ResponseMode.init),
      claims: json?["claims"]?.string.flatMap { try? ClaimsRequest(reading: $0) },
      languages: json?["ui_locales"]?.array?.compactMap(\.string) ?? [], pushesRequest: json?["push"]?.bool ?? true)
    usesImplicitGrant = json?["implicit"]?.bool ?? false
    for member in json?["parameters"]?.object?.members ?? [] { parameters[member.name] = member.value.string }
  }
}

extension SignIn.Terms {
  /// Checks that no pair of the user's stands in for one of the protocol; throws `configuration.invalid_value`.
  ///
  /// RFC 6749 §3.1: no parameter is sent twice. What the state, the redirect URI or the challenge are is never the user's.
  package func requireFreeParameters() throws(OAuthError) {
    for name in parameters.keys.sorted() {
      guard !name.isEmpty, !Self.ofProtocol.contains(name), !name.hasPrefix("oauth_") else {
        throw .parameterOfProtocol(name)
      }
    }
  }

  /// Those that a sign-in makes itself, or that have an option or a field of their own.
  private static let ofProtocol: Set<String> = [
    "client_id", "client_secret", "client_assertion", "client_assertion_type", "redirect_uri", "response_type",
    "response_mode", "scope", "state", "nonce", "code", "code_challenge", "code_challenge_method", "code_verifier",
    "grant_type", "resource", "authorization_details", "dpop_jkt", "request", "request_uri", "id_token_hint",
    "acr_values", "max_age", "login_hint", "prompt", "claims", "ui_locales",
    // The claims of a signed request (RFC 9101 §4).
    "iss", "aud", "sub", "exp", "nbf", "iat", "jti",
  ]
}

extension OAuthError {
  fileprivate static func parameterOfProtocol(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: name.isEmpty
        ? "A parameter of the sign-in has no name."
        : "“\(DisplayText.clean(name, limit: 100))” is a parameter of the protocol, which the sign-in sets itself.",
      rule: .wayleave("the parameters of one sign-in replace none of the protocol"),
      remedy: "Leave it out. Scopes, prompt, login hint and the like have a place of their own.")
  }
}
