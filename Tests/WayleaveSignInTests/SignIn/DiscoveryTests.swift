import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import func WayleaveTestSupport.processorTime
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8414 §3 and OpenID Connect Discovery §4: a sign-in at an issuer")
struct DiscoveryTests {
  // ZA2
  @Test("an OpenID provider's document is found where it publishes it, and leads to its endpoints")
  func openID() throws {
    var discovery = try Discovery(of: "https://as.example/tenant/")
    #expect(discovery.request.url == "https://as.example/tenant/.well-known/openid-configuration")
    let request = try discovery.authorization(after: .ok, metadata(of: "https://as.example/tenant/"))
    #expect(request.scopes == ["openid", "profile", "email"])
    #expect(request.additional.contains("nonce"))
    #expect(discovery.signIn.provider.identity?.endpoint?.url.text == "https://as.example/userinfo")
    #expect(discovery.signIn.provider.apiOrigins.map(\.description) == ["https://as.example"])
  }

  @Test("what a server advertises of its protections is taken over from its document")
  func protections() throws {
    var discovery = try Discovery(of: "https://as.example")
    _ = try discovery.receive(
      metadataAnswer(of: "https://as.example") { members in
        for name in [
          "device_authorization", "pushed_authorization_request", "registration", "introspection",
          "backchannel_authentication",
        ] {
          members["\(name)_endpoint"] = .string("https://as.example/\(name)")
        }
        members["backchannel_token_delivery_modes_supported"] = ["poll", "push", "unheard-of"]
        members["dpop_signing_alg_values_supported"] = ["ES256", "HS256", "unheard-of"]
        members["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "unheard-of", "none"]
        members["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.as.example/token"]
      })
    guard case .oauth2(let service) = discovery.signIn.provider.service else {
      Issue.record("not OAuth 2")
      return
    }
    #expect(service[.deviceAuthorization]?.url.text == "https://as.example/device_authorization")
    #expect(service[.pushedAuthorizationRequest]?.url.text == "https://as.example/pushed_authorization_request")
    #expect(service[.registration]?.url.text == "https://as.example/registration")
    #expect(service[.introspection]?.url.text == "https://as.example/introspection")
    #expect(
      service[.backchannelAuthentication]?.url.text == "https://as.example/backchannel_authentication"
        && service.backchannelDeliveryModes == [.poll, .push])
    // A proof is made with a private key, or it is none: RFC 9449 §4.2.
    #expect(service.dpopAlgorithms == [.es256])
    #expect(service.clientAuthenticationMethods == [.privateKeyJWT, .publicClient])
    #expect(service.certificateEndpoints[.token]?.url.text == "https://mtls.as.example/token")
    #expect(!service.requiresPushedAuthorizationRequests && !service.requiresSignedRequestObjects)
  }

  @Test("404 leads to the other well-known place, and there no scope of OpenID is asked for")
  func fallback() throws {
    var discovery = try Discovery(of: "https://as.example/tenant")
    let second = try discovery.receive(ResponseMessage(HTTPResponse(status: .notFound)))
    #expect(sent(by: second)?.url == "https://as.example/.well-known/oauth-authorization-server/tenant")
    let request = try discovery.authorization(after: .ok, metadata(of: "https://as.example/tenant"))
    #expect(request.scopes.isEmpty)
    #expect(!request.additional.contains("nonce"))
  }

  @Test("404 at both places ends the sign-in")
  func nowhere() throws {
    var discovery = try Discovery(of: "https://as.example")
    _ = try discovery.receive(ResponseMessage(HTTPResponse(status: .notFound)))
    #expect(refusal { try discovery.receive(ResponseMessage(HTTPResponse(status: .notFound))) } == .malformedMetadata)
    #expect(refusal { try discovery.receive(metadataAnswer(of: "https://as.example")) } == .outOfOrder)
  }

  @Test(
    "106, 8414-3, 8414-4, FAPI-8: metadata of another issuer, however alike, ends the sign-in",
    arguments: [
      "https://as.example/", "http://as.example", "https://AS.example", "https://as.example:443",
      "https://evil.example",
    ])
  func otherIssuer(named: String) throws {
    var discovery = try Discovery(of: "https://as.example")
    #expect(refusal { try discovery.receive(metadataAnswer(of: named)) } == .metadataIssuerMismatch)
    #expect(refusal { try discovery.receive(metadataAnswer(of: "https://as.example")) } == .outOfOrder)
  }

  @Test("111: metadata of a hundred thousand scopes is read in bounded time, and asks for the usual ones")
  func manyScopes() throws {
    var discovery = try Discovery(of: "https://as.example")
    let scopes = ["openid", "email"] + (0..<100_000).map { "s\($0)" }
    let answer = metadataAnswer(of: "https://as.example") { $0["scopes_supported"] = JSON(scopes) }
    var step: SignIn.Step?
    let time = try processorTime { step = try discovery.receive(answer) }
    #expect(time < .seconds(20))
    let request = try AuthorizationRequest(reading: RequestMessage(.get, to: try #require(step.flatMap(shown))))
    #expect(request.scopes == ["openid", "email"])
  }

  @Test("107: metadata that is elsewhere is not followed")
  func redirected() throws {
    var discovery = try Discovery(of: "https://as.example")
    var answer = ResponseMessage(HTTPResponse(status: .found))
    answer.head.headerFields[.location] = "https://evil.example/"
    #expect(refusal { try discovery.receive(answer) } == .unexpectedRedirect)
  }

  @Test(
    "15 and 7636-6: S256 missing from the list is refused; no list at all is not",
    arguments: [(["plain"], false), ([], false), (["plain", "S256"], true), (nil, true)] as [([String]?, Bool)])
  func challengeMethods(methods: [String]?, isAccepted: Bool) throws {
    var discovery = try Discovery(of: "https://as.example")
    let answer = metadataAnswer(of: "https://as.example") { members in
      members["code_challenge_methods_supported"] = methods.map { JSON($0) }
    }
    guard isAccepted else {
      #expect(refusal { try discovery.receive(answer) } == .malformedMetadata)
      return
    }
    let request = try AuthorizationRequest(
      reading: RequestMessage(.get, to: try #require(shown(by: try discovery.receive(answer)))))
    #expect(request.codeChallenge != nil)
  }

  @Test(
    "108 and 8414-5: an endpoint in clear text, or on this machine though the issuer is not, is refused or left out",
    arguments: ["token_endpoint", "authorization_endpoint", "userinfo_endpoint", "revocation_endpoint", "jwks_uri"],
    ["http://169.254.169.254/", "http://127.0.0.1:6379/", "https://127.0.0.1/", "https://localhost/", "https://[::1]/"])
  func foreignEndpoints(name: String, address: String) throws {
    var discovery = try Discovery(of: "https://as.example")
    let answer = metadataAnswer(of: "https://as.example") { $0[name] = .string(address) }
    let isOptional = name == "userinfo_endpoint" || name == "revocation_endpoint"
    #expect(refusal { try discovery.receive(answer) } == (isOptional ? nil : .insecureURL))
  }

  @Test("RFC 8414 §2: a server that sends users nowhere is refused by a sign-in in a browser, not by one on a device")
  func withoutAuthorizationEndpoint() throws {
    let answer = metadataAnswer(of: "https://as.example") {
      $0["authorization_endpoint"] = nil
      $0["pushed_authorization_request_endpoint"] = "https://as.example/par"
      $0["device_authorization_endpoint"] = "https://as.example/device"
    }
    var browser = try Discovery(of: "https://as.example")
    #expect(refusal { try browser.receive(answer) } == .unsupported)
    var random = SeededGenerator()
    var device = SignIn(
      to: try Provider(issuer: "https://as.example"), as: try Example.client(), redirect: .device, at: Example.now)
    _ = try device.begin(at: Example.now, using: &random)
    let step = try device.receive(answer, at: Example.now, using: &random)
    #expect(sent(by: step)?.url == "https://as.example/device")
    // What is kept while the user answers there can be read again.
    let provider = try Provider(json: device.provider.json)
    #expect(provider == device.provider)
  }

  @Test("Discovery §3: an OpenID provider without keys is refused, a server of OAuth alone needs none")
  func withoutKeys() throws {
    var discovery = try Discovery(of: "https://as.example")
    let answer = metadataAnswer(of: "https://as.example") { $0["jwks_uri"] = nil }
    #expect(refusal { try discovery.receive(answer) } == .malformedMetadata)
    var second = try Discovery(of: "https://as.example")
    _ = try second.receive(ResponseMessage(HTTPResponse(status: .notFound)))
    #expect(shown(by: try second.receive(answer)) != nil)
  }

  @Test("129: the ID token's algorithms are those of the metadata, an HMAC never among them")
  func algorithms() throws {
    for (named, expected) in [
      (nil, [.rs256]), (["ES256", "PS256", "none", "HS256", "X"], [.es256, .ps256]), (["HS256"], []),
    ] as [([String]?, Set<SignatureAlgorithm>)] {
      var discovery = try Discovery(of: "https://as.example")
      _ = try discovery.receive(
        metadataAnswer(of: "https://as.example") {
          $0["id_token_signing_alg_values_supported"] = named.map { JSON($0) }
        })
      guard case .oauth2(let service) = discovery.signIn.provider.service else { return }
      #expect(service.idTokenAlgorithms == expected)
      #expect(service[.keySet]?.url.text == "https://as.example/keys")
    }
  }

  @Test("an issuer on this machine may have its endpoints there")
  func loopbackIssuer() throws {
    var discovery = try Discovery(of: "http://127.0.0.1:9000")
    _ = try discovery.authorization(after: .ok, metadata(of: "http://127.0.0.1:9000"))
  }

  @Test("12 and 9207-2: a server that promised to name itself in the callback must")
  func promisedIssuer() throws {
    var discovery = try Discovery(of: "https://as.example")
    var members = metadata(of: "https://as.example").object ?? JSON.Object()
    members["authorization_response_iss_parameter_supported"] = true
    let request = try discovery.authorization(after: .ok, .object(members))
    let state = request.state?.exposedText ?? ""
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=\(state)")
    let callback = try SignInCallback(reading: url)
    #expect(
      refusal { try discovery.signIn.receive(callback, at: url, now: Example.now, using: &discovery.random) }
        == .issuerMismatch)
  }

  @Test("the client authenticates in a way that the server takes")
  func authentication() throws {
    for (methods, isBasic) in [(["client_secret_post"], false), (["client_secret_basic", "client_secret_post"], true)] {
      var discovery = try Discovery(of: "https://as.example")
      var members = metadata(of: "https://as.example").object ?? JSON.Object()
      members["token_endpoint_auth_methods_supported"] = JSON(methods)
      let request = try discovery.authorization(after: .ok, .object(members))
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=\(request.state?.exposedText ?? "")")
      let step = try discovery.signIn.receive(
        try SignInCallback(reading: url), at: url, now: Example.now, using: &discovery.random)
      let exchange = try #require(sent(by: step))
      #expect((exchange.head.headerFields[.authorization] != nil) == isBasic)
      #expect(try exchange.bodyForm.contains("client_secret") == !isBasic)
    }
  }

  @Test("of the usual scopes those are asked for that the server offers")
  func offeredScopes() throws {
    var discovery = try Discovery(of: "https://as.example")
    var members = metadata(of: "https://as.example").object ?? JSON.Object()
    members["scopes_supported"] = ["profile"]
    #expect(try discovery.authorization(after: .ok, .object(members)).scopes == ["openid", "profile"])
  }

  @Test("§2: a refusal of scopes names those that the metadata does not list, in another process as well")
  func unlistedScopes() throws {
    for (listed, isNamed) in [(["read"], true), (nil, false), (["read", "write"], false)] as [([String]?, Bool)] {
      var random = SeededGenerator()
      var signIn = try Example.signIn(to: Provider(issuer: "https://as.example"), scopes: ["read", "write"])
      _ = try signIn.begin(at: Example.now, using: &random)
      let answer = metadataAnswer(of: "https://as.example") { $0["scopes_supported"] = listed.map { JSON($0) } }
      let page = try #require(shown(by: try signIn.receive(answer, at: Example.now, using: &random)))
      let state = try #require(try Form(decoding: page.query ?? "").text(of: "state"))
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?error=invalid_scope&state=\(state)")
      var resumed = try #require(SignIn(exposedJSON: signIn.exposedJSON))
      do {
        _ = try resumed.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
        Issue.record("not refused")
      } catch {
        #expect(error.code == .authorizationRefused && error.message.contains("“read”, “write”"))
        #expect(error.message.contains("does not list “write”") == isNamed, "\(error.message)")
      }
    }
  }

  private func metadata(of issuer: String) -> JSON {
    let base = issuer.hasPrefix("http://127") ? "http://127.0.0.1:9000" : "https://as.example"
    return [
      "issuer": .string(issuer), "authorization_endpoint": .string("\(base)/authorize"),
      "token_endpoint": .string("\(base)/token"), "userinfo_endpoint": .string("\(base)/userinfo"),
      "jwks_uri": .string("\(base)/keys"),
    ]
  }

  private func metadataAnswer(of issuer: String, edit: (inout JSON.Object) -> Void = { _ in }) -> ResponseMessage {
    var members = metadata(of: issuer).object ?? JSON.Object()
    edit(&members)
    return ResponseMessage(.ok, json: .object(members))
  }
}

/// A sign-in at an issuer whose metadata has been asked for.
private struct Discovery {
  var signIn: SignIn
  var random = SeededGenerator()
  let request: RequestMessage

  init(of issuer: String) throws {
    signIn = try Example.signIn(to: try Provider(issuer: Issuer(issuer)))
    request = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
  }

  mutating func receive(_ response: ResponseMessage) throws -> SignIn.Step {
    try signIn.receive(response, at: Example.now, using: &random)
  }

  /// What the authorization server reads after this document.
  mutating func authorization(after status: HTTPResponse.Status, _ json: JSON) throws -> AuthorizationRequest {
    let step = try receive(ResponseMessage(status, json: json))
    return try AuthorizationRequest(reading: RequestMessage(.get, to: try #require(shown(by: step))))
  }
}
