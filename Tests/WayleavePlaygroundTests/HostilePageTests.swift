import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("attacks 232 and 268: hostile texts from clients, users and addresses are shown as text")
struct HostilePageTests {
  private static let hostile = HTMLTextTests.hostile

  private func during(_ test: @Sendable (TestPlayground) async throws -> Void) async throws {
    try await TestPlayground.withTollgate(
      approval: .byPage,
      { configuration in
        let redirectURI = "http://127.0.0.1/callback"
        configuration.clients = [
          try PlaygroundClient(
            id: "wayleave-demo", name: Self.hostile, secret: TestPlayground.secret, redirectURIs: [redirectURI])
        ]
        configuration.consumers = [
          try PlaygroundConsumer(
            credential: try PlaygroundConsumer.demo().credential, name: Self.hostile, callbacks: [redirectURI])
        ]
        configuration.people = [
          PlaygroundPerson(
            id: 73_001, firstName: Self.hostile, lastName: Self.hostile, handle: "adafenwick", password: "open-gate",
            homeCity: Self.hostile, email: Self.hostile)
        ]
      }, test)
  }

  /// A client that registered itself under a hostile name, for codes and devices.
  private func registered(at playground: TestPlayground) async throws -> ClientID {
    let metadata = ClientMetadata(
      redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient,
      grantTypes: [AuthorizationCodeGrant.grantType, DeviceCodeGrant.grantType], name: Self.hostile)
    let endpoint = playground.tollgate.registrationEndpoint
    let answer = try await playground.visitor.send(ClientRegistrationRequest(metadata).request(to: endpoint))
    return try ClientRegistrationResponse(reading: answer, from: endpoint).clientID
  }

  @Test func `M1: a client that registered itself brings no markup to any page of a sign-in`() async throws {
    try await during { playground in
      let url = try playground.tollgateURL([
        "client_id": try await registered(at: playground).text, "login_hint": Self.hostile,
      ])
      let signIn = try await playground.visitor.open(url)
      let wrong = try await playground.visitor.submit(
        signIn, ["username": Self.hostile, "password": "wrong", "decision": "sign-in"])
      let consent = try await playground.signIn(wrong)
      #expect(signIn.isSignInPage && wrong.isSignInPage && wrong.status == 403 && consent.isConsentPage)
      for page in [signIn, wrong, consent] { #expect(page.holdsNoHostileMarkup && page.showsHostileText) }
    }
  }

  @Test func `the front page, both other providers, the PIN and the end of a session show names as text`() async throws
  {
    try await during { playground in
      var pages = [try await playground.visitor.open(playground.base + "/")]
      let temporary = try await playground.temporary(callback: "oob")
      let hint: Form = ["screen_name": Self.hostile, "force_login": "true"]
      pages.append(try await playground.visitor.open(playground.twitterURL(temporary, "/oauth/authorize", hint)))
      pages.append(try await playground.signIn(pages[1]))
      pages.append(try await playground.visitor.submit(pages[2], ["decision": "allow"]))
      #expect(pages[3].text.contains("id=\"pin\""))
      pages.append(try await playground.visitor.open(playground.authorizationURL()))
      let tollgate = try await playground.visitor.open(try playground.tollgateURL())
      _ = try await playground.signIn(tollgate)
      pages.append(try await playground.visitor.open(playground.tollgate.endSessionEndpoint.url.text))
      #expect(pages[5].text.contains("value=\"sign-out\""))
      for page in pages { #expect(page.holdsNoHostileMarkup && page.showsHostileText) }
    }
  }

  @Test func `a device's page and its question show what was typed and who asks as text`() async throws {
    try await during { playground in
      let client = try Client(id: try await registered(at: playground))
      let codes = try DeviceAuthorizationResponse(
        reading: try await playground.visitor.send(
          DeviceAuthorizationRequest().request(to: playground.tollgate.deviceAuthorizationEndpoint, as: client)))
      let device = try await playground.visitor.open(
        try AbsoluteURL(playground.base + "/tollgate/device").text(adding: ["user_code": Self.hostile]))
      let wrong = try await playground.visitor.submit(device, ["user_code": Self.hostile])
      let signIn = try await playground.visitor.submit(device, ["user_code": codes.userCode])
      let consent = try await playground.signIn(signIn)
      #expect(wrong.status == 403 && consent.isConsentPage)
      for page in [device, wrong, signIn, consent] { #expect(page.holdsNoHostileMarkup) }
      for page in [signIn, consent] { #expect(page.showsHostileText) }
    }
  }

  @Test(
    "268: a hostile prompt, max_age, acr_values, login_hint or ui_locales is no markup, on no page and in no address",
    arguments: [
      "prompt", "max_age", "acr_values", "login_hint", "ui_locales", "display", "claims", "id_token_hint", "client_id",
      "redirect_uri", "response_mode", "scope", "state", "request_uri",
    ])
  func hostileParameter(name: String) async throws {
    try await during { playground in
      let sound = try await playground.visitor.open(try playground.tollgateURL(), following: false)
      #expect(sound.isSignInPage)
      let answer = try await playground.visitor.open(try playground.tollgateURL([name: Self.hostile]), following: false)
      #expect(answer.status == 200 || answer.status == 303 || answer.status == 400)
      #expect(answer.holdsNoHostileMarkup)
      #expect(answer.location?.utf8.contains(UInt8(ascii: "<")) != true)
    }
  }
}
