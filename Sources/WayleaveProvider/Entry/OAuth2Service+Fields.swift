import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

extension OAuth2Service: EntrySection {
  static let common = OAuth2Service(tokenEndpoint: .missing)

  static let fields: [EntryField<Self>] =
    [
      EntryField("issuer", \.issuer, .issuer, "callbacks that name another are refused (RFC 9207)"),
      EntryField(
        "issuer_in_callback", \.requiresIssuerInCallback, .flag, "whether every callback must name the issuer"),
      EntryField(needed: "token_endpoint", \.tokenEndpoint, .endpoint, "exchanges grants for tokens (RFC 6749 §3.2)"),
      endpoint(
        .authorization, "where users are sent (RFC 6749 §3.1)",
        absent: "none: there is no page for users, which suits devices and programs without a user"),
      endpoint(.revocation, "revokes tokens (RFC 7009)", absent: "sign-out removes the credential here only"),
      endpoint(
        .deviceAuthorization, "gives codes for other devices (RFC 8628 §3.1)", absent: "no codes"
      ),
      endpoint(
        .pushedAuthorizationRequest,
        "takes the authorization request, which then never stands in a URL (RFC 9126 §2)",
        absent: "the request stands in the URL"),
      EntryField(
        "require_pushed_authorization_requests", \.requiresPushedAuthorizationRequests, .flag,
        "whether requests must be pushed (RFC 9126 §5)"),
      EntryField(
        "require_signed_request_object", \.requiresSignedRequestObjects, .flag,
        "whether authorization requests must be signed by the client's key (RFC 9101 §10.5)"),
      endpoint(.backchannelAuthentication, "asks the user on a device of theirs (CIBA §7)", absent: "none"),
      EntryField(
        "backchannel_token_delivery_modes", \.backchannelDeliveryModes, .choices(),
        "how clients get the tokens then (CIBA §4)"),
      EntryField(
        "dpop_algorithms", \.dpopAlgorithms, .set(of: SignatureAlgorithm.allCases.filter(Set.asymmetric.contains)),
        "how proofs of a key may be signed (RFC 9449 §5.1), such as `[ES256]`; tokens are then bound to a key",
        absent: "none: tokens are not bound"),
      endpoint(.registration, "registers clients (RFC 7591 §3)", absent: "none"),
      EntryField(
        "client_authentication_methods", \.clientAuthenticationMethods, .choices(),
        "the ways in which clients may authenticate, by their names in RFC 8414 §2",
        absent: "none: `dialect.client_authentication` decides"),
      EntryField(
        "mtls_endpoint_aliases", \.certificateEndpoints, .endpoints,
        "endpoints for clients with a certificate, under their names above (RFC 8705 §5)",
        absent: "the endpoints above"),
      endpoint(
        .introspection, "says whether a token is valid (RFC 7662)",
        absent: "the question is not asked"),
      endpoint(
        .endSession, "ends the session in the browser: sign-out shows this page (OpenID Connect RP-Initiated Logout)",
        absent: "the session at the provider goes on"),
      endpoint(
        .keySet, "the keys of its ID tokens; with it each ID token must pass every check",
        absent: "ID tokens are stored unread"),
      EntryField(
        "id_token_algorithms", \.idTokenAlgorithms, .set(),
        "how ID tokens may be signed; `HS256` and its like stand for the client secret as the key"),
    ]
    + IDTokenRules.fields.map { $0.moved(to: \.idTokenRules) }
    + [
      EntryField(
        "response_mode", \.responseMode, .choice(of: [.query, .formPost]),
        "how the browser brings the answer (OAuth 2.0 Form Post Response Mode)", absent: "the provider's own choice"),
      EntryField("scopes", \.scopes, .scopes, "the scopes to ask for when none is named"),
      EntryField(
        "dialect", \.dialect, .section, "how the provider departs from the common way", absent: "no departure"),
    ]

  private static func endpoint(_ name: EndpointName, _ meaning: String, absent: String) -> EntryField<Self> {
    // A key path with an index is made again at each use, by the names of its types: that took a fifth of the simulation.
    EntryField(name.rawValue, .endpoint, meaning, absent: absent, value: { $0[name] }) {
      (service, endpoint) throws(OAuthError) in service[name] = endpoint
    }
  }
}
