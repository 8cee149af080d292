import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension MemberReader {
  static let ofDocuments = [serverMetadata, resourceMetadata, webFinger, webFingerLink, account] + keys

  private static let serverMetadata = MemberReader(
    "RFC 8414 §2, OpenID Connect Discovery §3: the metadata of an authorization server",
    in: [
      "WayleaveOAuth2/Metadata/AuthorizationServerMetadata.swift", "WayleaveOAuth2/Metadata/EndpointName.swift",
    ],
    others: ["none"], listing: EndpointName.allCases.map(\.rawValue),
    sample: .object(
      EndpointName.allCases.reduce(into: (["issuer": "https://as.example"] as JSON).object ?? JSON.Object()) {
        $0[$1.rawValue] = .string("https://as.example/\($1.rawValue)")
      }),
    [
      MemberRow("issuer", "!!!!!!!!"),
      // An endpoint that cannot be used is an error to one who needs it; the token endpoint is always needed.
      MemberRow("token_endpoint", "!!!!!!v!", text: "https://as.example/x"),
    ]
      + EndpointName.allCases.filter { $0 != .token }.map {
        MemberRow($0.rawValue, "===!!!v!", text: "https://as.example/x")
      } + [
        MemberRow("mtls_endpoint_aliases", "========"),
        MemberRow("code_challenge_methods_supported", "===v===v"),
        MemberRow("id_token_signing_alg_values_supported", "===v===v"),
        MemberRow("token_endpoint_auth_methods_supported", "===v===v", list: ["client_secret_post"]),
        MemberRow("scopes_supported", "===v===v"), MemberRow("dpop_signing_alg_values_supported", "===v===v"),
        MemberRow("protected_resources", "===v===v"),
        MemberRow("backchannel_token_delivery_modes_supported", "=======v", list: ["poll"]),
      ]
      // The word counts in the place of the value: most of these protect something.
      + [
        "authorization_response_iss_parameter_supported", "require_pushed_authorization_requests",
        "request_parameter_supported", "require_signed_request_object", "tls_client_certificate_bound_access_tokens",
        "client_id_metadata_document_supported",
      ].map { MemberRow($0, "======v=", text: "true") }
  ) {
    let metadata = try AuthorizationServerMetadata($0, for: AbsoluteURL("https://as.example"))
    let endpoints = try EndpointName.allCases.map { try metadata.usable($0)?.url.text }
    return shown(
      endpoints, metadata.certificateEndpoints.count, metadata.supportsS256, metadata.idTokenAlgorithms,
      metadata.clientAuthenticationMethods, metadata.scopes, metadata.dpopAlgorithms, metadata.protectedResources,
      metadata.backchannelDeliveryModes, metadata.sendsIssuerInCallback, metadata.requiresPushedRequests,
      metadata.takesRequestObjects, metadata.requiresSignedRequestObjects, metadata.bindsTokensToCertificates,
      metadata.takesClientIDURLs)
  }

  private static let resourceMetadata = MemberReader(
    "RFC 9728 §2: the metadata of an API", in: ["WayleaveOAuth2/Metadata/ProtectedResourceMetadata.swift"],
    // A parameter of a challenge.
    others: ["resource_metadata"],
    sample: ["resource": "https://api.example", "authorization_servers": ["https://as.example"]],
    [
      MemberRow("resource", "!!!!!!!!"),
      MemberRow("authorization_servers", "====!!!v", list: ["https://other.example"]),
      MemberRow("scopes_supported", "===v===v"),
      MemberRow("dpop_bound_access_tokens_required", "======v=", text: "true"),
    ]
  ) {
    let metadata = try ProtectedResourceMetadata(
      reading: ResponseMessage(.ok, json: .object($0)), for: AbsoluteURL("https://api.example"))
    return shown(metadata.authorizationServers.map(\.text), metadata.scopes, metadata.requiresDPoP)
  }

  private static func issuer(in answer: JSON) throws -> [String] {
    try shown(IssuerLookup(of: "joe@a.example").issuer(in: ResponseMessage(.ok, json: answer)).text)
  }

  private static let webFinger = MemberReader(
    "OpenID Connect Discovery §2.2: the answer of WebFinger",
    in: ["WayleaveOpenID/Authentication/IssuerLookup.swift"],
    // A parameter of the question, and members of a link.
    others: ["resource", "rel", "href"],
    sample: ["links": [["rel": .string(IssuerLookup.relation), "href": "https://op.example"]]],
    [MemberRow("links", "!!!!!!!!")]
  ) { try issuer(in: .object($0)) }

  private static let webFingerLink = MemberReader(
    "OpenID Connect Discovery §2.2: the link of an issuer", in: [],
    sample: ["rel": .string(IssuerLookup.relation), "href": "https://op.example"],
    [MemberRow("href", "!!!!!!v!", text: "https://other.example")]
  ) { try issuer(in: ["links": [.object($0)]]) }

  private static let account = MemberReader(
    "AT Protocol DID, DID Documents: the document of an account", in: ["WayleaveOAuth2/ATProtocol/DIDDocument.swift"],
    // A member of a service.
    others: ["type"],
    sample: [
      "id": "did:web:alice.example",
      "service": [
        [
          "id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": "https://pds.example",
        ]
      ],
    ],
    [
      MemberRow("id", "!!!!!!!!"), MemberRow("service", "!!!!!!!!"),
      MemberRow("alsoKnownAs", "=======v", list: ["at://alice.example"]),
    ]
  ) {
    let document = try DIDDocument(
      reading: ResponseMessage(.ok, json: .object($0)), of: DID("did:web:alice.example"))
    return shown(document.handle?.text, document.server.description)
  }

  private static let keys = [
    MemberReader(
      "RFC 7517 §5: a key set", in: ["WayleaveJOSE/Key/JSONWebKeySet.swift"], others: ["kid"],
      sample: ["keys": [key(.es256)]], [MemberRow("keys", "!!!!!!!!")]
    ) { try shown(JSONWebKeySet($0).keys.map(\.thumbprint)) },
    MemberReader(
      "RFC 7517 §4, RFC 7518 §6.2: a published key of a curve", in: ["WayleaveJOSE/Key/JSONWebKey+Reading.swift"],
      // Numbers of RSA.
      others: ["n", "e"], listing: JSONWebKey.privateMembers, sample: key(.es256),
      [
        MemberRow("kty", "!!!!!!v!", text: "EC"), MemberRow("crv", "!!!!!!v!", text: "P-256"),
        MemberRow("x", "!!!!!!!!"), MemberRow("y", "!!!!!!!!"), MemberRow("kid", "==v!!!v!"),
        MemberRow("alg", "==v!!!v!"), MemberRow("use", "==v!!!v!"), MemberRow("key_ops", "==!v!!!v"),
      ]
        // What only the owner may see is there as soon as it says anything.
        + JSONWebKey.privateMembers.map { MemberRow($0, "===!!!!!") },
      read: read(key:)),
    MemberReader(
      "RFC 7518 §6.3: a published key of RSA", in: [], sample: key(.rs256),
      [MemberRow("n", "!!!!!!!!"), MemberRow("e", "!!!!!!v!", text: "AQAB")], read: read(key:)),
    MemberReader(
      "RFC 8037 §2: a published key of Ed25519", in: [], sample: key(.edDSA),
      [MemberRow("crv", "!!!!!!v!", text: "Ed25519"), MemberRow("x", "!!!!!!!!")], read: read(key:)),
  ]

  private static func key(_ algorithm: SignatureAlgorithm) -> JSON {
    (try? JSONWebKey.generate(for: algorithm, keyID: "1"))?.json ?? .null
  }

  @Sendable private static func read(key: JSON.Object) throws -> [String]? {
    let key = try JSONWebKeySet((["keys": [.object(key)]] as JSON).object ?? JSON.Object()).keys[0]
    return shown(key.keyID, key.algorithm, key.use, key.operations, key.thumbprint)
  }
}
