import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("OpenID Connect RP-Initiated Logout §2 and §3: ending the session at Tollgate")
struct TollgateLogoutTests {
  static let goodbye = "https://app.example/goodbye"

  private func during(_ test: @Sendable (TestPlayground, Secret) async throws -> Void) async throws {
    try await TestPlayground.withTollgate(
      approval: .byPage,
      {
        var additional = JSON.Object()
        additional["post_logout_redirect_uris"] = [.string(Self.goodbye)]
        $0.tollgate.clients.append(
          try TollgateClient(
            id: "leaves",
            metadata: ClientMetadata(
              redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient,
              additional: additional)))
      }
    ) { playground in
      let url = try playground.tollgateURL(["client_id": "leaves"])
      let code = Secret(try await playground.allow(url).callback.text(of: "code") ?? "")
      let grant = AuthorizationCodeGrant(
        code: code, verifier: try CodeVerifier(Secret(TestPlayground.verifier)),
        redirectURI: try RedirectURI(TestPlayground.callback))
      let answer = try await playground.visitor.send(
        grant.request(to: playground.tollgate.tokenEndpoint, as: Client(id: "leaves")))
      try await test(playground, try #require(TokenResponse(reading: answer).idToken))
    }
  }

  private func open(_ playground: TestPlayground, _ request: LogoutRequest) async throws -> ResponseMessage {
    try await playground.visitor.open(request.url(at: playground.tollgate.endSessionEndpoint).text)
  }

  private func isSignedIn(_ playground: TestPlayground) async throws -> Bool {
    try await !playground.visitor.open(try playground.tollgateURL()).isSignInPage
  }

  @Test func `a client that shows its ID token ends the session, and the person comes back to it with the state`()
    async throws
  {
    try await during { playground, idToken in
      #expect(try await isSignedIn(playground))
      // The hint's own time may be over: it is a hint.
      playground.clock.advance(by: 3600)
      let request = LogoutRequest(
        idTokenHint: idToken, clientID: "leaves", postLogoutRedirectURI: try RedirectURI(Self.goodbye),
        state: Secret("s&t"))
      let answer = try await open(playground, request)
      #expect(answer.status == 303)
      _ = try LogoutCallback(reading: AbsoluteURL(answer.location ?? ""), state: Secret("s&t"))
      #expect(answer.location?.hasPrefix(Self.goodbye + "?") == true)
      #expect(try await !isSignedIn(playground))
    }
  }

  @Test func `an address that is not registered, a forged hint or another client's is refused, and nothing ends`()
    async throws
  {
    try await during { playground, idToken in
      for request in [
        LogoutRequest(idTokenHint: idToken, postLogoutRedirectURI: try RedirectURI(Self.goodbye + "/")),
        LogoutRequest(idTokenHint: Secret(idToken.exposedText + "x")),
        LogoutRequest(idTokenHint: idToken, clientID: "tollgate-web"),
      ] {
        let answer = try await open(playground, request)
        #expect(answer.status == 400 && answer.location == nil)
        #expect(try await isSignedIn(playground))
      }
    }
  }

  @Test func `§2: without a hint the person is asked, and no redirect follows`() async throws {
    try await during { playground, _ in
      let bare = LogoutRequest(
        idTokenHint: nil, clientID: "leaves", postLogoutRedirectURI: try RedirectURI(Self.goodbye))
      let page = try await open(playground, bare)
      #expect(page.status == 200 && page.text.contains("sign-out"))
      #expect(try await isSignedIn(playground))
      let foreign = try await playground.visitor.submit(
        page, ["decision": "sign-out"], origin: "https://attacker.example")
      #expect(foreign.status == 403)
      #expect(try await isSignedIn(playground))
      _ = try await playground.visitor.submit(page, ["decision": "stay"])
      #expect(try await isSignedIn(playground))
      let done = try await playground.visitor.submit(page, ["decision": "sign-out"])
      #expect(done.status == 200 && done.location == nil)
      #expect(try await !isSignedIn(playground))
      #expect(try await open(playground, bare).text.contains("signed out"))
    }
  }
}
