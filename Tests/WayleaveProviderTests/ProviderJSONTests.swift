import Testing
import WayleaveProvider
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A provider as a file describes it")
struct ProviderJSONTests {
  @Test("every built-in provider comes back from its own description as it was", arguments: Provider.builtIn)
  func roundTrip(provider: Provider) throws {
    let text = provider.json.encoded()
    #expect(try Provider(json: try JSON(decoding: text)) == provider)
    #expect(try Provider(json: provider.json).json == provider.json)
  }

  @Test("a provider with everything comes back as it was, in each protocol")
  func everything() throws {
    var service = OAuth1Service(
      temporaryCredentialEndpoint: try Endpoint("https://p.example/t"),
      authorizationEndpoint: try Endpoint("https://p.example/a"),
      tokenEndpoint: try Endpoint("https://p.example/k"), invalidationEndpoint: try Endpoint("https://p.example/i"))
    service.dialect = .init(
      signatureMethod: .hmacSHA256, placement: .query, isVerifierOptional: true, callback: .outOfBand,
      temporaryCredentialParameters: ["x_auth_access_type": "read"],
      authorizationParameters: ["perms": "write", "b": "2"])
    let rule = IdentityRule(
      endpoint: try Endpoint("https://p.example/me"), subject: "{id}", name: "{n}", handle: "{h}", email: "{e}",
      emailVerified: "{v}", picture: "{p}")
    let one = Provider(
      name: "one", title: "One", service: .oauth1(service), apiOrigins: [try Origin("https://api.example:8443")],
      identity: rule)
    func two(_ placement: TokenPlacement) throws -> Provider {
      Provider(
        name: "two-2", title: "Two",
        service: .oauth2(
          OAuth2Service(
            issuer: "https://p.example", requiresIssuerInCallback: true,
            tokenEndpoint: try Endpoint("https://p.example/t"),
            otherEndpoints: Dictionary(
              uniqueKeysWithValues: try EndpointName.allCases.filter { ![.token, .userInfo].contains($0) }.map {
                ($0, try Endpoint("https://p.example/\($0.rawValue)"))
              }),
            idTokenAlgorithms: [.es256, .hs256], backchannelDeliveryModes: [.poll, .ping],
            requiresPushedAuthorizationRequests: true, requiresSignedRequestObjects: true,
            dpopAlgorithms: [.es256, .edDSA],
            certificateEndpoints: [
              .token: try Endpoint("https://mtls.p.example/t"), .revocation: try Endpoint("https://mtls.p.example/r"),
            ],
            clientAuthenticationMethods: [.tls, .privateKeyJWT], scopes: ["a", "b"],
            dialect: OAuth2Dialect {
              $0.request.clientAuthentication = .basicRaw
              $0.scopeSeparator = ","
              $0.answer.defaultTokenType = "Bearer"
              $0.api.tokenPlacement = placement
              $0.api.parameters = ["v": "1"]
              $0.authorization.parameters = ["prompt": "none"]
              $0.authorization.supportsPKCE = false
              $0.answer.isLoose = true
              $0.request.assertionAudience = "https://p.example/t"
              $0.legacyGrants = [.implicit, .password]
            })))
    }
    let three = try Provider(issuer: "https://op.example/tenant")
    for provider in [one, try two(.header), try two(.query("t")), try two(.form("t")), three] {
      #expect(try Provider(json: provider.json) == provider)
    }
  }

  @Test(
    "how the challenge is made is a flag or a word, and comes back as it was",
    arguments: [
      (nil, .s256), (true, .s256), (false, nil), ("plain", .plain), ("hexadecimal", .hexadecimal),
    ] as [(JSON?, CodeChallengeForm?)])
  func challengeForms(value: JSON?, form: CodeChallengeForm?) throws {
    let provider = try Provider(json: edited { $0["dialect"] = value.map { ["pkce": $0] } })
    #expect(provider.oauth2Service?.dialect.authorization.codeChallenge == form)
    #expect(provider.oauth2Service?.dialect.authorization.supportsPKCE == (form != nil))
    #expect(try Provider(json: provider.json) == provider)
  }

  @Test("what an entry says of the client's values, the callback and the sign-out comes back as it was")
  func laterKeys() throws {
    let dialect: JSON = [
      "token_callback_members": ["device_id"],
      "token_server": ["member": "accounts-server", "origins": ["https://eu.example", "https://in.example"]],
      "revocation_request": [
        "request": "json", "token_parameter": "", "authorized_by": "none",
        "parameters": ["user": "{token.user_id}"], "headers": ["Authorization": "Client {client_secret}"],
        "refresh_tokens": true,
      ],
      "api_parameters": ["key": "{api_key}"], "api_headers": ["X-Key": "{client_id}:{client_secret}"],
    ]
    let provider = try Provider(
      json: edited {
        $0["dialect"] = dialect
        $0["identity"] = [
          "endpoint": "https://p.example/me", "headers": ["Accept": "a"], "subject": "{id}",
          "requests": [["name": "mail", "endpoint": "https://p.example/mail", "headers": ["Accept": "b"]]],
        ]
      })
    #expect(provider.json["dialect"] == dialect)
    #expect(provider.identity?.allRequests.map(\.headers) == [["Accept": "a"], ["Accept": "b"]])
    #expect(try Provider(json: provider.json) == provider)
    #expect(provider.oauth2Service?.dialect.revocationForm?.answerMembers == ["user_id"])
  }

  @Test(
    "an unknown key is refused by its name, wherever it stands",
    arguments: [
      ("", "tokn_endpoint"), ("", "Name"), ("dialect", "pkse"), ("dialect", "signature_method"),
      ("identity", "subjekt"),
      ("", "temporary_credential_endpoint"),
    ])
  func unknownKey(section: String, key: String) throws {
    let json = edited { object in
      guard !section.isEmpty else {
        object[key] = "https://p.example"
        return
      }
      var inner = object[section]?.object ?? JSON.Object()
      inner[key] = "x"
      object[section] = .object(inner)
    }
    let error = #expect(throws: OAuthError.self) { try Provider(json: json) }
    #expect(error?.code == .malformedProvider)
    #expect(error?.received == .text(key))
    _ = try Provider(json: edited())
  }

  @Test(
    "a value of another type, and a key that is needed and missing, is refused by its name",
    arguments: [
      ("format", 2), ("format", "1"), ("name", nil), ("name", true), ("title", ["a"]), ("protocol", nil),
      ("protocol", "saml"),
      ("token_endpoint", nil), ("token_endpoint", 7), ("token_endpoint", true), ("scopes", "profile"),
      ("scopes", [1]),
      ("issuer_in_callback", "yes"), ("dialect", []), ("dialect", "x"), ("dialect", ["pkce": "no"]),
      ("dialect", ["legacy_grants": ["magic"]]),
      ("dialect", ["client_authentication": "jwt"]),
      ("dialect", ["api_parameters": ["v": true]]),
      ("dialect", ["api_parameters": "v=1"]), ("dialect", ["pkce": "S256"]), ("dialect", ["pkce": 1]),
      ("dialect", ["api_parameters": ["key": "{client_secret}"]]),
      ("dialect", ["token_callback_members": ["redirect_uri"]]), ("dialect", ["token_callback_members": [""]]),
      ("dialect", ["token_server": ["member": "accounts-server"]]),
      ("dialect", ["revocation_request": ["request": "put"]]),
      ("dialect", ["revocation_request": ["parameters": ["secret": "{client_secret}"]]]),
      ("dialect", ["revocation_request": ["parameters": ["key": "{api_key}"]]]),
      ("dialect", ["revocation_request": ["headers": ["X-Key": "{api_key}"]]]),
      ("identity", ["endpoint": "https://p.example/me", "subject": "{id}", "headers": "Accept"]),
      ("identity", ["subject": "{id}"]), ("identity", ["name": "{token.name}"]),
      ("identity", ["endpoint": "https://p.example/me"]),
      ("identity", ["endpoint": "https://p.example/me", "subject": ""]),
      ("api_origins", "https://p.example"), ("id_token_algorithms", ["none"]), ("dpop_algorithms", ["HS256"]),
      ("dpop_algorithms", "ES256"), ("client_authentication_methods", ["magic"]),
      ("require_pushed_authorization_requests", "yes"), ("require_signed_request_object", 1),
      ("mtls_endpoint_aliases", ["tokn_endpoint": "https://p.example"]), ("mtls_endpoint_aliases", "x"),
    ] as [(String, JSON?)])
  func wrongType(key: String, value: JSON?) {
    let refused = refusal { try Provider(json: edited { $0[key] = value }) }
    // A number where an address belongs is read as text, and is none.
    #expect(refused == (key == "token_endpoint" && value == 7 ? .malformedURL : .malformedProvider))
  }

  @Test(
    "the servers that a callback may name are https origins",
    arguments: [("https://as.example/path", .malformedURL), ("http://as.example", .insecureURL)]
      as [(String, OAuthError.Code)])
  func tokenServer(origin: String, code: OAuthError.Code) {
    let dialect: JSON = ["token_server": ["member": "a", "origins": [.string(origin)]]]
    #expect(refusal { try Provider(json: edited { $0["dialect"] = dialect }) } == code)
  }

  @Test("a needed key with an empty text is refused as one that is missing", arguments: ["name", "protocol"])
  func emptyText(key: String) {
    func faults(_ value: JSON?) -> [String] {
      Provider.faults(in: edited { $0[key] = value }).map { "\($0.error)" }
    }
    let (empty, missing) = (faults(""), faults(nil))
    #expect(empty == missing && !empty.isEmpty, "\(empty) and \(missing)")
  }

  @Test("what is no object at all is refused", arguments: [.null, "text", 7, [], true] as [JSON])
  func noObject(json: JSON) {
    #expect(refusal { try Provider(json: json) } == .malformedProvider)
  }

  @Test(
    "clear text is refused for whatever gets a secret, but on this machine or where it was allowed",
    arguments: [
      "authorization_endpoint", "token_endpoint", "revocation_endpoint", "device_authorization_endpoint",
      "backchannel_authentication_endpoint", "pushed_authorization_request_endpoint", "registration_endpoint",
      "introspection_endpoint",
      "mtls_endpoint_aliases", "api_origins", "identity",
    ])
  func clearText(key: String) throws {
    func json(_ base: String) -> JSON {
      edited { object in
        object[key] =
          switch key {
          case "api_origins": [.string(base)]
          case "mtls_endpoint_aliases": ["token_endpoint": .string("\(base)/x")]
          case "identity": ["endpoint": .string("\(base)/me"), "subject": "{id}"]
          default: .string("\(base)/x")
          }
      }
    }
    #expect(refusal { try Provider(json: json("http://p.example")) } == .insecureURL)
    _ = try Provider(json: json("http://p.example"), allowingHTTP: true)
    _ = try Provider(json: json("http://127.0.0.1:8080"))
    _ = try Provider(json: json("https://p.example"))
  }

  @Test("an origin has no path", arguments: ["https://p.example/v2", "https://p.example?x", "p.example"])
  func originGrammar(origin: String) {
    #expect(refusal { try Provider(json: edited { $0["api_origins"] = [.string(origin)] }) } == .malformedURL)
  }

  @Test(
    "a name is 1 to 128 lower-case letters, digits and hyphens, with periods within for a customer, or the issuer of a provider that was discovered",
    arguments: [
      ("foursquare", true), ("a", true), ("9-lives", true), (String(repeating: "a", count: 128), true),
      ("https://op.example/tenant", true), (String(repeating: "a", count: 129), false), ("", false),
      ("Foursquare", false),
      ("four square", false), ("four_square", false), ("../escape", false), ("caf\u{E9}", false),
      ("javascript:alert(1)", false),
      ("a:b", false), ("a\u{0}", false),
    ])
  func nameGrammar(name: String, isAccepted: Bool) {
    #expect(
      refusal { try Provider(json: edited { $0["name"] = .string(name) }) } == (isAccepted ? nil : .malformedProvider))
  }

  @Test("a number stands for its digits where YAML took a text for one")
  func numbersAsText() throws {
    let json = edited { $0["title"] = 500 }
    #expect(try Provider(json: json).title == "500")
    let dialect = edited { $0["dialect"] = ["api_parameters": ["v": 20_260_101]] }
    guard case .oauth2(let service) = try Provider(json: dialect).service else {
      Issue.record("not OAuth 2")
      return
    }
    #expect(service.dialect.api.parameters == ["v": "20260101"])
  }

  @Test("an issuer is an https URL without query, or http where that was allowed")
  func issuer() throws {
    #expect(try Provider(issuer: "https://op.example/t").name == "https://op.example/t")
    #expect(refusal { try Provider(issuer: "https://op.example/?x=1") } == .malformedURL)
    #expect(refusal { try Provider(issuer: "https://op.example/#x") } == .malformedURL)
    #expect(refusal { try Provider(issuer: "http://op.example") } == .insecureURL)
    _ = try Provider(issuer: "http://op.example", allowingHTTP: true)
    _ = try Provider(issuer: "http://localhost:8080")
  }

  @Test("RFC 8705 §5: a client that shows a certificate is given the endpoint that is meant for it; others are not")
  func certificateEndpoints() throws {
    let json = edited { $0["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.p.example/t"] }
    guard case .oauth2(let service) = try Provider(json: json).service else {
      Issue.record("not OAuth 2")
      return
    }
    let certified = try Client(id: "a", authentication: .selfSignedTLS)
    #expect(service.endpoint(.token, for: certified)?.url.text == "https://mtls.p.example/t")
    #expect(service.endpoint(.authorization, for: certified)?.url.text == "https://p.example/a")
    #expect(service.endpoint(.token, for: try Client(id: "a"))?.url.text == "https://p.example/t")
    #expect(service.endpoint(.revocation, for: certified) == nil)
  }

  @Test("every endpoint at which clients authenticate counts as one that sees their secrets, and no other")
  func tokenOrigins() throws {
    let json = edited { object in
      let names = [
        "token", "device_authorization", "pushed_authorization_request", "introspection", "registration",
        "backchannel_authentication",
      ]
      for (number, name) in names.enumerated() { object["\(name)_endpoint"] = .string("https://\(number).example/x") }
      object["mtls_endpoint_aliases"] = ["revocation_endpoint": "https://mtls.example"]
    }
    #expect(
      try Provider(json: json).tokenOrigins.map(\.description).sorted() == [
        "https://0.example", "https://1.example", "https://2.example", "https://3.example", "https://5.example",
        "https://mtls.example",
      ])
  }

  private func edited(_ edit: (inout JSON.Object) -> Void = { _ in }) -> JSON {
    var object: JSON.Object = JSON.Object()
    object["format"] = 1
    object["name"] = "example"
    object["protocol"] = "oauth2"
    object["authorization_endpoint"] = "https://p.example/a"
    object["token_endpoint"] = "https://p.example/t"
    object["identity"] = ["endpoint": "https://p.example/me", "subject": "{id}"]
    edit(&object)
    return .object(object)
  }
}
