import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// A document of `https://as.example`, with everything that protects, unless changed.
func protectedMetadata(_ changes: [String: JSON?] = [:]) throws -> AuthorizationServerMetadata {
  var members = JSON.Object()
  members["issuer"] = "https://as.example"
  for name in EndpointName.allCases { members[name.rawValue] = .string("https://as.example/\(name.rawValue)") }
  members["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.as.example/token"]
  members["authorization_response_iss_parameter_supported"] = true
  members["code_challenge_methods_supported"] = ["S256"]
  members["require_pushed_authorization_requests"] = true
  members["dpop_signing_alg_values_supported"] = ["ES256", "XX"]
  members["tls_client_certificate_bound_access_tokens"] = true
  members["request_parameter_supported"] = true
  members["require_signed_request_object"] = true
  members["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "tls_client_auth", "client_secret_basic"]
  for (name, value) in changes { members[name] = value }
  return try AuthorizationServerMetadata(members, for: AbsoluteURL("https://as.example"))
}

@Suite("RFC 8414 §2: what protects, in the metadata of an authorization server")
struct MetadataProtectionTests {
  @Test(
    "9126-5 and its like: what the server says of pushed requests, proofs, certificates and request objects is read")
  func read() throws {
    let metadata = try protectedMetadata()
    #expect(metadata.requiresPushedRequests && metadata.bindsTokensToCertificates)
    #expect(metadata.takesRequestObjects && metadata.requiresSignedRequestObjects)
    #expect(metadata.dpopAlgorithms == [.es256])
    for name in EndpointName.allCases { #expect(metadata.endpoints[name]?.url.path == "/\(name.rawValue)") }
    var least = JSON.Object()
    for name in ["issuer", "authorization_endpoint", "token_endpoint"] { least[name] = metadata.raw[name] }
    let plain = try AuthorizationServerMetadata(least, for: AbsoluteURL("https://as.example"))
    #expect(!plain.requiresPushedRequests && !plain.bindsTokensToCertificates && plain.dpopAlgorithms == nil)
    #expect(!plain.takesRequestObjects && !plain.requiresSignedRequestObjects && plain.certificateEndpoints.isEmpty)
  }

  @Test(
    "RFC 8725 §3.1: no HMAC is chosen from what a server publishes",
    arguments: [
      (nil, [.rs256]), ([], []), (["HS256", "HS384", "HS512"], []), (["none", "unheard-of"], []),
      (["RS256", "HS256", "ES256", "EdDSA"], [.rs256, .es256, .edDSA]),
    ] as [([String]?, Set<SignatureAlgorithm>)])
  func algorithms(named: [String]?, usable: Set<SignatureAlgorithm>) throws {
    let names = named.map { JSON.array($0.map(JSON.string)) }
    let metadata = try protectedMetadata(names.map { ["id_token_signing_alg_values_supported": $0] } ?? [:])
    #expect(metadata.verifiableIDTokenAlgorithms == usable)
  }

  @Test("8705-2: a client that shows a certificate is given the endpoint that is meant for it, where there is one")
  func aliases() throws {
    let metadata = try protectedMetadata()
    #expect(metadata.endpoint(.token, for: .tls)?.url.text == "https://mtls.as.example/token")
    #expect(metadata.endpoint(.token, for: .selfSignedTLS)?.url.text == "https://mtls.as.example/token")
    #expect(metadata.endpoint(.token, for: .basic) == metadata.tokenEndpoint)
    #expect(metadata.endpoint(.token, showingCertificate: true)?.origin.host == "mtls.as.example")
    #expect(metadata.endpoint(.revocation, for: .tls) == metadata.revocationEndpoint)
  }

  @Test("attack 108: an alias in clear text, or on this machine, is never used, and refused to one who needs it")
  func hostileAliases() throws {
    for text in ["http://mtls.as.example/token", "https://127.0.0.1/token", "https://10.0.0.1/token"] {
      let metadata = try protectedMetadata(["mtls_endpoint_aliases": ["token_endpoint": .string(text)]])
      #expect(metadata.endpoint(.token, for: .tls) == nil && metadata.endpoint(.token, for: .basic) != nil)
      let error = #expect(throws: OAuthError.self) { try metadata.usable(.token, showingCertificate: true) }
      #expect(error?.code == .insecureURL && error?.fault == .provider && error?.member == "token_endpoint")
      #expect(try metadata.usable(.token) == metadata.tokenEndpoint)
    }
  }

  private static let needed: [EndpointName] = [.token, .authorization, .keySet, .pushedAuthorizationRequest]
  private static let optional = EndpointName.allCases.filter { !needed.contains($0) }
  private static let unusable: [(JSON, OAuthError.Code)] = [
    ("/token", .malformedURL), ("https://user@as.example/x", .malformedURL),
    ("http://as.example/x", .insecureURL), ("https://127.0.0.1/x", .insecureURL), (7, .malformedMetadata),
  ]

  @Test("§2: an optional endpoint that cannot be used is left out, and refused only to one who needs it")
  func leftOut() throws {
    for name in Self.optional {
      for (value, code) in Self.unusable {
        let metadata = try protectedMetadata([name.rawValue: value])
        #expect(metadata.endpoints[name] == nil && metadata.unusableEndpoints.count == 1, "\(name) \(value)")
        let error = #expect(throws: OAuthError.self) { try metadata.usable(name) }
        #expect(error?.code == code && error?.member == name.rawValue && error?.fault == .provider)
      }
      #expect(try protectedMetadata([name.rawValue: .null]).usable(name) == nil)
      #expect(try protectedMetadata().usable(name)?.url.path == "/\(name.rawValue)")
    }
  }

  @Test("§2: an endpoint on which a sign-in rests and that cannot be used ends it, by the provider's fault")
  func needed() throws {
    for name in Self.needed {
      for (value, code) in Self.unusable {
        let error = #expect(throws: OAuthError.self) { try protectedMetadata([name.rawValue: value]) }
        #expect(error?.code == code && error?.member == name.rawValue && error?.fault == .provider)
        #expect(error?.category == .unverified, "a provider's document is nothing that the user configured")
      }
    }
    let name = EndpointName.pushedAuthorizationRequest
    let unrequired = try protectedMetadata([name.rawValue: "/par", "require_pushed_authorization_requests": false])
    #expect(unrequired.endpoints[name] == nil && unrequired.unusableEndpoints[name]?.code == .malformedURL)
  }

  @Test("8414-6: “none” is no algorithm by which a client authenticates")
  func none() throws {
    for name in ["token", "revocation", "introspection"] {
      let member = "\(name)_endpoint_auth_signing_alg_values_supported"
      #expect(try refusal { try protectedMetadata([member: ["ES256", "none"]]) } == .malformedMetadata)
      #expect(try refusal { try protectedMetadata([member: ["ES256"]]) } == nil)
    }
  }

  private static let losses: [(name: String, value: JSON?, found: MetadataDowngrade)] = [
    ("code_challenge_methods_supported", ["plain"], .codeChallenge),
    ("code_challenge_methods_supported", nil, .codeChallenge),
    ("authorization_response_iss_parameter_supported", nil, .issuerInCallback),
    ("authorization_response_iss_parameter_supported", false, .issuerInCallback),
    ("pushed_authorization_request_endpoint", nil, .pushedRequests),
    ("require_pushed_authorization_requests", false, .pushedRequests),
    ("require_signed_request_object", nil, .requestObjects), ("request_parameter_supported", false, .requestObjects),
    ("dpop_signing_alg_values_supported", nil, .dpop), ("dpop_signing_alg_values_supported", ["none"], .dpop),
    ("tls_client_certificate_bound_access_tokens", nil, .certificateBinding),
    (
      "token_endpoint_auth_methods_supported", ["private_key_jwt", "client_secret_basic"], .clientAuthentication(.tls)
    ),
    ("revocation_endpoint", nil, .revocation),
  ]

  @Test("attack 15: what was advertised once and is no longer is a downgrade, each of its own kind")
  func downgrades() throws {
    let earlier = try protectedMetadata()
    #expect(earlier.downgrades(since: earlier).isEmpty)
    for loss in Self.losses {
      let later = try protectedMetadata([loss.name: loss.value])
      #expect(later.downgrades(since: earlier) == [loss.found], "\(loss.name)")
      #expect(earlier.downgrades(since: later).isEmpty, "what is won is no downgrade: \(loss.name)")
    }
  }

  @Test("attack 35: an endpoint that moves to another origin is reported, one that moves within its own is not")
  func moved() throws {
    let earlier = try protectedMetadata()
    let within = try protectedMetadata(["token_endpoint": "https://as.example/v2/token"])
    #expect(within.downgrades(since: earlier).isEmpty)
    let away = try protectedMetadata(["token_endpoint": "https://evil.example/token"])
    #expect(
      try away.downgrades(since: earlier) == [
        .endpointMoved(.token, from: Origin("https://as.example"), to: Origin("https://evil.example"))
      ])
  }
}

@Suite("RFC 9728: what an API says about itself")
struct ProtectedResourceMetadataTests {
  private let resource: AbsoluteURL

  init() throws {
    resource = try AbsoluteURL("https://resource.example.com/api")
  }

  private func document(_ changes: [String: JSON?] = [:]) -> ResponseMessage {
    var members = JSON.Object()
    members["resource"] = .string(resource.text)
    members["authorization_servers"] = ["https://as1.example.com", "https://as2.example.net"]
    for (name, value) in changes { members[name] = value }
    return ResponseMessage(.ok, json: .object(members))
  }

  @Test("what an API says is what a client reads")
  func bothDirections() throws {
    let said = ProtectedResourceMetadata(
      resource: resource, authorizationServers: ["https://as1.example.com"], scopes: ["profile"], requiresDPoP: true)
    #expect(try ProtectedResourceMetadata(reading: said.response(), for: resource) == said)
    let read = try ProtectedResourceMetadata(reading: document(), for: resource)
    #expect(read.names(issuer: "https://as2.example.net") && !read.names(issuer: "https://as2.example.net/"))
    #expect(read.scopes == nil && !read.requiresDPoP)
  }

  @Test("9728-1: a document about another resource, by its bytes, is not used")
  func foreign() throws {
    for text in ["https://resource.example.com/api/", "https://Resource.example.com/api", "https://evil.example", ""] {
      #expect(
        try refusal { try ProtectedResourceMetadata(reading: document(["resource": .string(text)]), for: resource) }
          == .metadataIssuerMismatch, "\(text)")
    }
    #expect(
      try refusal { try ProtectedResourceMetadata(reading: document(["resource": nil]), for: resource) }
        == .metadataIssuerMismatch)
  }

  @Test("9728-4, RFC 9728 §7.6: an authorization server that the user never agreed to is not signed in at unasked")
  func changedServer() throws {
    let agreed: [Issuer] = ["https://as2.example.net"]
    let before = try ProtectedResourceMetadata(reading: document(), for: resource)
    #expect(try before.authorizationServer(agreedOn: agreed) == "https://as2.example.net")
    for servers in [["https://as3.example.org"], ["https://as2.example.net/"], ["https://AS2.example.net"], []]
      as [[Issuer]]
    {
      let after = try ProtectedResourceMetadata(
        reading: document(["authorization_servers": JSON(servers.map(\.text))]), for: resource)
      #expect(try refusal { try after.authorizationServer(agreedOn: agreed) } == .metadataIssuerMismatch)
      #expect(try refusal { try after.authorizationServer(agreedOn: []) } == .metadataIssuerMismatch)
      let consented = servers.first.map { first in { try after.authorizationServer(agreedOn: agreed + [first]) } }
      #expect(try consented?() == servers.first)
    }
  }

  @Test("9728-3: an authorization server that is no https URL, and what is no document, is refused")
  func malformed() throws {
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try ProtectedResourceMetadata(reading: response, for: resource) }
    }
    for server: JSON in ["http://as.example", "https://as.example/?a=b", "file:///etc", "x", 5] {
      #expect(try code(document(["authorization_servers": [server]])) == .malformedMetadata)
    }
    #expect(try code(document(["authorization_servers": nil])) == nil)
    #expect(try code(ResponseMessage(.ok, json: [])) == .malformedMetadata)
    #expect(try code(ResponseMessage(.notFound, json: [:])) == .malformedMetadata)
    #expect(try code(ResponseMessage(HTTPResponse(status: .found))) == .unexpectedRedirect)
  }

  @Test(
    "RFC 9728 §7.7: an issuer on this machine is named by an API there, a private one by a private API",
    arguments: [
      ("https://resource.example.com/api", "https://127.0.0.1", false),
      ("https://10.0.0.1/api", "https://127.0.0.1", false),
      ("https://127.0.0.1/api", "http://127.0.0.1:8080", true), ("http://localhost/api", "http://[::1]:1", true),
      ("https://10.0.0.1/api", "https://192.168.1.1", true), ("https://10.0.0.1/api", "http://192.168.1.1", false),
      ("https://resource.example.com/api", "https://10.0.0.1", false),
      ("https://127.0.0.1/api", "https://as.example", true), ("https://127.0.0.1/api", "http://as.example", false),
    ])
  func issuerInside(api: String, issuer: String, isTaken: Bool) throws {
    let api = try AbsoluteURL(api)
    let response = ProtectedResourceMetadata(resource: api, authorizationServers: [Issuer(issuer)]).response()
    #expect(
      try refusal { try ProtectedResourceMetadata(reading: response, for: api) } == (isTaken ? nil : .malformedMetadata)
    )
    // What the user allows is plain http, and no other network.
    let allowed = try refusal { try ProtectedResourceMetadata(reading: response, for: api, allowingHTTP: true) }
    let isInside = ["https://127.0.0.1", "https://10.0.0.1"].contains(issuer)
    #expect(allowed == (isInside ? .malformedMetadata : nil))
  }

  @Test("attack 108: an issuer in a private network names no endpoint on this machine, only in such networks")
  func privateIssuer() throws {
    func endpoints(_ text: String) throws -> AuthorizationServerMetadata {
      var members = JSON.Object()
      members["issuer"] = "https://10.0.0.1"
      members["token_endpoint"] = .string(text)
      return try AuthorizationServerMetadata(members, for: AbsoluteURL("https://10.0.0.1"))
    }
    for text in ["https://127.0.0.1/t", "http://127.0.0.1/t", "https://localhost/t", "https://[::1]/t"] {
      #expect(try refusal { try endpoints(text) } == .insecureURL, "\(text)")
    }
    for text in ["https://10.0.0.2/t", "https://as.example/t"] { #expect(try refusal { try endpoints(text) } == nil) }
  }

  @Test("9728-2, attack 121: the address in a challenge is followed on the same origin only")
  func address() throws {
    func address(_ text: String) -> String? {
      var response = ResponseMessage(HTTPResponse(status: .unauthorized))
      response.head.headerFields[.wwwAuthenticate] = "Bearer resource_metadata=\"\(text)\""
      return ProtectedResourceMetadata.address(in: response, to: resource)?.text
    }
    let known = "https://resource.example.com/.well-known/oauth-protected-resource/api"
    #expect(address(known) == known)
    for text in [
      "https://evil.example/x", "http://resource.example.com/x", "https://resource.example.com:8443/x", "/x", "",
      "https://resource.example.com/#x",
    ] {
      #expect(address(text) == nil, "\(text)")
    }
    #expect(
      ProtectedResourceMetadata.address(in: ResponseMessage(HTTPResponse(status: .unauthorized)), to: resource) == nil)
  }
}
