import AsyncHTTPClient
import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 8705 §2 to §5: clients with certificates at Tollgate")
struct TollgateCertificateTests {
  /// Clients by what they registered: a name of either kind that an authority vouches for, their own key, or nothing.
  enum Registration: String {
    case named = "certified"
    case addressed = "certified-by-address"
    case lone = "self-signed"
    case open = "open-and-bound"

    func metadata(_ certificates: TestCertificates) throws -> ClientMetadata {
      var metadata = ClientMetadata(
        redirectURIs: [try RedirectURI(TestPlayground.callback)],
        grantTypes: [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType])
      metadata.additional["tls_client_certificate_bound_access_tokens"] = true
      switch self {
      case .named:
        metadata.authentication = .tls
        metadata.additional["tls_client_auth_san_dns"] = "web.client.example"
      case .addressed:
        metadata.authentication = .tls
        metadata.additional["tls_client_auth_san_uri"] = "https://web.client.example/id"
      case .lone:
        metadata.authentication = .selfSignedTLS
        metadata.keys = .set(try JSONWebKeySet([JSONWebKey(pem: Secret(try certificates.text("lone.pub")))]))
      case .open: metadata.authentication = .publicClient
      }
      return metadata
    }

    var method: ClientAuthenticationMethod {
      switch self {
      case .named, .addressed: .tls
      case .lone: .selfSignedTLS
      case .open: .publicClient
      }
    }

    func client() throws -> Client { try Client(id: ClientID(rawValue), authentication: method) }
  }

  private func during(
    _ test: @Sendable (TestPlayground, TestCertificates, AuthorizationServerMetadata) async throws -> Void
  ) async throws {
    let certificates = try TestCertificates()
    try await TestPlayground.withTollgate({
      $0.tls = try certificates.tls
      for registration in [Registration.named, .addressed, .lone, .open] {
        $0.tollgate.clients.append(
          try TollgateClient(id: ClientID(registration.rawValue), metadata: registration.metadata(certificates)))
      }
    }) { playground in
      let issuer = playground.tollgate.issuer
      let document = try await playground.visitor.open(WellKnownAddress.openIDConfiguration(of: issuer).text)
      try await test(playground, certificates, try AuthorizationServerMetadata(reading: document, for: issuer))
    }
  }

  private func grant(_ playground: TestPlayground, _ registration: Registration) async throws -> AuthorizationCodeGrant
  {
    let url = try playground.tollgateURL(["client_id": registration.rawValue])
    return AuthorizationCodeGrant(
      code: Secret(try await playground.allow(url).callback.text(of: "code") ?? ""),
      verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
      redirectURI: try RedirectURI(TestPlayground.callback))
  }

  @Test func `§5: the metadata names the encrypted endpoints, and what they offer`() async throws {
    try await during { playground, _, metadata in
      let port = try #require(playground.running.encryptedPort)
      #expect(metadata.bindsTokensToCertificates)
      #expect(metadata.clientAuthenticationMethods.suffix(2) == [.tls, .selfSignedTLS])
      #expect(metadata.certificateEndpoints[.token]?.url.text == "https://127.0.0.1:\(port)/tollgate/token")
      #expect(metadata.certificateEndpoints[.authorization] == nil)
    }
  }

  @Test(arguments: [
    (Registration.named, TestCertificates.Holder.web), (.addressed, .web), (.lone, .lone), (.open, .web),
  ])
  func `§3: tokens are bound to the certificate, and refresh and open with it alone`(
    registration: Registration, holder: TestCertificates.Holder
  ) async throws {
    try await during { playground, certificates, metadata in
      let endpoint = try #require(metadata.certificateEndpoints[.token])
      let request = try await grant(playground, registration).request(to: endpoint, as: registration.client())
      let tokens = try await certificates.visiting(as: holder) { client in
        try TokenResponse(reading: try await client.send(request))
      }
      #expect(tokens.tokenType == "Bearer")
      guard case .active(let claims) = try await playground.introspect(tokens.accessToken) else {
        Issue.record("inactive")
        return
      }
      #expect(
        claims.confirmation?.certificate
          == (try CertificateThumbprint(ofPEM: certificates.text("\(holder.rawValue).pem"))))

      let notes = try Endpoint("https://127.0.0.1:\(playground.running.encryptedPort ?? 0)/tollgate/notes")
      var ask = RequestMessage(.get, to: notes.url)
      try ask.authorize(with: tokens.accessToken, dialect: OAuth2Dialect())
      let refresh = try RefreshTokenGrant(refreshToken: try #require(tokens.refreshToken))
        .request(to: endpoint, as: registration.client())
      let refused = try await certificates.visiting(as: .other) { client in
        (try await client.send(ask), try await client.send(refresh))
      }
      #expect(refused.0.status == 401 && refused.0.challengeError == "invalid_token")
      #expect(refused.1.oauthError == (registration == .open ? "invalid_grant" : "invalid_client"))
      let bare = try await playground.ask(playground.tollgate.notesEndpoint, with: tokens.accessToken)
      #expect(bare.status == 401 && bare.challengeError == "invalid_token")
      let taken = try await certificates.visiting(as: holder) { client in
        (try await client.send(ask), try await client.send(refresh))
      }
      #expect(taken.0.status == 200 && taken.1.status == 200)
    }
  }

  @Test func `§2: another certificate, or none, is not the client's, and costs no code`() async throws {
    try await during { playground, certificates, metadata in
      let endpoint = try #require(metadata.certificateEndpoints[.token])
      let grant = try await grant(playground, .named)
      let encrypted = try grant.request(to: endpoint, as: Registration.named.client())
      for holder in [TestCertificates.Holder.other, .lone] {
        let answer = try await certificates.visiting(as: holder) { try await $0.send(encrypted) }
        #expect(answer.status == 401 && answer.oauthError == "invalid_client")
      }
      let inTheClear = try grant.request(to: playground.tollgate.tokenEndpoint, as: Registration.named.client())
      #expect(try await playground.visitor.send(inTheClear).oauthError == "invalid_client")
      #expect(try await certificates.visiting(as: .web) { try await $0.send(encrypted) }.status == 200)
    }
  }

  @Test(arguments: [nil, TestCertificates.Holder.stranger])
  func `without a certificate that an authority vouches for there is no connection`(holder: TestCertificates.Holder?)
    async throws
  {
    try await during { playground, certificates, metadata in
      let url = try #require(metadata.certificateEndpoints[.token]).url
      await #expect(throws: (any Error).self) {
        try await certificates.visiting(as: holder) { try await $0.send(RequestMessage(.post, to: url)) }
      }
      #expect(
        try await certificates.visiting(as: .web) { try await $0.send(RequestMessage(.post, to: url)) }.status == 401)
    }
  }

  @Test func `a client that registered bound tokens gets no others`() async throws {
    try await during { playground, _, _ in
      let grant = try await grant(playground, .open)
      let request = try grant.request(to: playground.tollgate.tokenEndpoint, as: Registration.open.client())
      #expect(try await playground.visitor.send(request).oauthError == "invalid_request")
    }
  }

  @Test func `the encrypted port has no pages`() async throws {
    try await during { playground, certificates, _ in
      let port = playground.running.encryptedPort ?? 0
      for path in ["/", "/tollgate/authorize", "/tollgate/device", "/oauth2/authorize", "/tollgate/register"] {
        let url = try AbsoluteURL("https://127.0.0.1:\(port)\(path)")
        let method: HTTPRequest.Method = path == "/tollgate/register" ? .post : .get
        let answer = try await certificates.visiting(as: .web) { try await $0.send(RequestMessage(method, to: url)) }
        #expect(answer.status == 421, "\(path)")
      }
    }
  }

  @Test func `such clients can register themselves where there is an encrypted port`() async throws {
    try await during { playground, certificates, _ in
      for registration in [Registration.named, .lone] {
        let request = try ClientRegistrationRequest(registration.metadata(certificates))
          .request(to: playground.tollgate.registrationEndpoint)
        #expect(try await playground.visitor.send(request).status == 201)
      }
      var nameless = try Registration.named.metadata(certificates)
      nameless.additional["tls_client_auth_san_dns"] = nil
      let request = try ClientRegistrationRequest(nameless).request(to: playground.tollgate.registrationEndpoint)
      #expect(try await playground.visitor.send(request).oauthError == "invalid_client_metadata")
    }
  }
}
