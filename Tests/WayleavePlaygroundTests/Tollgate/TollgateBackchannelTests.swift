import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleavePlayground
import WayleaveWire

@Suite("OpenID Connect CIBA §7 to §11: a person is asked at Tollgate on a device of theirs")
struct TollgateBackchannelTests {
  private static let token = Secret("a-notification-token-of-the-tests")

  @Test func `the person sees who asks and what it should show, allows, and the next poll brings tokens, once`()
    async throws
  {
    try await TestPlayground.withBackchannel { playground in
      #expect(try await playground.telephone().text.contains("id=\"quiet\""))
      let begun = try await playground.begin()
      #expect(begun.interval == 5 && begun.expiresIn == 600)
      #expect(try await playground.poll(begun.requestID).oauthError == "authorization_pending")
      let list = try await playground.telephone()
      for shown in ["Ada Fenwick", "Tollgate Bank Demo", "W4SCT"] { #expect(list.text.contains(shown)) }
      #expect(!list.text.contains(begun.requestID.exposedText))
      let page = try await playground.signIn(try await playground.visitor.submit(list, ["decision": "continue"]))
      #expect(page.isConsentPage && page.text.contains("W4SCT") && !page.text.contains("PIN"))
      #expect(try await playground.visitor.submit(page, ["decision": "allow"]).text.contains("You said yes"))
      #expect(try await playground.telephone().text.contains("id=\"quiet\""))
      playground.clock.advance(by: 5)
      let tokens = try TokenResponse(reading: try await playground.poll(begun.requestID))
      #expect(tokens.scopes == ["openid", "notes.read"] && tokens.refreshToken != nil)
      var requirements = IDTokenRequirements(issuer: Issuer(playground.tollgate.issuer), clientID: "tollgate-bank")
      requirements.accessToken = tokens.accessToken
      let idToken = try IDToken(
        try #require(tokens.idToken), verifiedBy: try await playground.tollgateKeys(), meeting: requirements,
        at: playground.clock.now)
      #expect(idToken.subject == "73001")
      playground.clock.advance(by: 5)
      #expect(try await playground.poll(begun.requestID).oauthError == "invalid_grant")
    }
  }

  @Test func `CIBA-2, §11: a poll that comes too soon makes every further interval five seconds longer`() async throws {
    try await TestPlayground.withBackchannel { playground in
      let begun = try await playground.begin()
      for (pause, answer) in [
        (0, "authorization_pending"), (4, "slow_down"), (9, "slow_down"), (15, "authorization_pending"),
      ] as [(Int64, String)] {
        playground.clock.advance(by: pause)
        #expect(try await playground.poll(begun.requestID).oauthError == answer)
      }
    }
  }

  @Test func `Deny ends it, and so does the time, which a client may shorten`() async throws {
    try await TestPlayground.withBackchannel { playground in
      let denied = try await playground.begin()
      #expect(try await playground.answer("deny").text.contains("You said no"))
      #expect(try await playground.poll(denied.requestID).oauthError == "access_denied")
      var short = TestPlayground.question()
      short.requestedExpiry = 30
      let begun = try await playground.begin(short)
      #expect(begun.expiresIn == 30)
      playground.clock.advance(by: 30)
      #expect(try await playground.telephone().text.contains("id=\"quiet\""))
      #expect(try await playground.poll(begun.requestID).oauthError == "expired_token")
      short.requestedExpiry = 86_400
      #expect(try await playground.begin(short).expiresIn == 600)
    }
  }

  @Test func `no one answers for another, whether signed in before or just now`() async throws {
    try await TestPlayground.withBackchannel { playground in
      let begun = try await playground.begin(TestPlayground.question(.login("ravi.oduya@example.com")))
      let page = try await playground.signIn(
        try await playground.visitor.submit(try await playground.telephone(), ["decision": "continue"]))
      #expect(page.isSignInPage && page.text.contains("Only Ravi Oduya can answer this."))
      #expect(try await playground.visitor.submit(page, ["decision": "deny"]).text.contains("Nothing was answered"))
      #expect(try await playground.poll(begun.requestID).oauthError == "authorization_pending")
      #expect(try await playground.telephone().text.contains("Ravi Oduya"))
    }
  }

  @Test func `§7.1: a way of signing in that wants the password has it typed for this very question`() async throws {
    try await TestPlayground.withBackchannel { playground in
      _ = try await playground.begin()
      _ = try await playground.answer("allow")
      for (contextClass, isAsked) in [(TollgateClass.session, false), (TollgateClass.password, true)] {
        var question = TestPlayground.question()
        question.authenticationContextClasses = [contextClass]
        let begun = try await playground.begin(question)
        let page = try await playground.visitor.submit(try await playground.telephone(), ["decision": "continue"])
        #expect(page.isSignInPage == isAsked)
        _ = try await playground.answer("allow")
        let tokens = try TokenResponse(reading: try await playground.poll(begun.requestID))
        #expect(try tokens.idToken?.claim("acr") == contextClass)
      }
    }
  }

  private enum TollgateClass {
    static let session = "urn:tollgate:session"
    static let password = "urn:tollgate:password"
  }

  @Test func `CIBA-1, §13: what is asked wrongly is refused in the protocol's words, and no one is asked`() async throws
  {
    try await TestPlayground.withBackchannel { playground in
      func word(_ changes: Form, dropping: [String] = [], as client: Client? = nil) async throws -> String? {
        var form: Form = ["scope": "openid", "login_hint": "adafenwick"]
        form.fields.removeAll { field in dropping.contains { field.name.elementsEqual($0.utf8) } }
        form.fields += changes.fields
        let client = try client ?? BackchannelTestClient.bank()
        return try await playground.visitor.send(
          client.request(posting: form, to: playground.tollgate.backchannelAuthenticationEndpoint)
        ).oauthError
      }
      for (changes, dropped, expected) in [
        ([:], ["login_hint"], "invalid_request"), (["id_token_hint": "a.b.c"], [], "invalid_request"),
        (["id_token_hint": "a.b.c"], ["login_hint"], "invalid_request"),
        (["login_hint_token": "x"], ["login_hint"], "invalid_request"),
        (["login_hint": "ravioduya"], [], "invalid_request"), (["scope": "notes.read"], ["scope"], "invalid_request"),
        (["login_hint": "nobody"], ["login_hint"], "unknown_user_id"),
        (["scope": "openid everything"], ["scope"], "invalid_scope"),
        (["binding_message": String(repeating: "x", count: 41)], [], "invalid_binding_message"),
        (["binding_message": "W4\nSCT"], [], "invalid_binding_message"),
        (["binding_message": "W4\u{202E}SCT"], [], "invalid_binding_message"),
        (["user_code": "1234"], [], "invalid_request"), (["requested_expiry": "0"], [], "invalid_request"),
        (["client_notification_token": "short"], [], "invalid_request"), (["request": "a.b.c"], [], "invalid_request"),
        (["resource": "https://elsewhere.example"], [], "invalid_target"),
      ] as [(Form, [String], String)] {
        let received = try await word(changes, dropping: dropped)
        #expect(received == expected, "\(changes)")
      }
      #expect(try await word([:], as: try Client(id: "tollgate-bank", secret: Secret("wrong"))) == "invalid_client")
      #expect(try await word([:], as: try TollgateTestClient.web.client()) == "unauthorized_client")
      #expect(try await word([:], as: try TollgateTestClient.native.client()) == "unauthorized_client")
      #expect(try await playground.telephone().text.contains("id=\"quiet\""))
      #expect(try await word(["binding_message": String(repeating: "x", count: 40)]) == nil)
    }
  }

  @Test func `an ID token that the client was given before names the person; another client's does not`() async throws {
    try await TestPlayground.withBackchannel(approval: .automatic(TestPlayground.ada)) { playground in
      let first = try await playground.begin()
      let tokens = try TokenResponse(reading: try await playground.poll(first.requestID))
      let hint = try #require(tokens.idToken)
      _ = try await playground.begin(TestPlayground.question(.idToken(hint)))
      let foreign = try #require(try await playground.tollgateTokens().idToken)
      let refused = try await playground.ask(TestPlayground.question(.idToken(foreign)))
      #expect(refused.oauthError == "invalid_request")
      // Nobody answers for another, the configuration neither.
      let other = try await playground.begin(TestPlayground.question(.login("ravioduya")))
      #expect(try await playground.poll(other.requestID).oauthError == "access_denied")
    }
  }

  @Test func `a request belongs to its client`() async throws {
    try await TestPlayground.withBackchannel(approval: .automatic(TestPlayground.ada)) { playground in
      let begun = try await playground.begin()
      let foreign = try await playground.poll(begun.requestID, as: BackchannelTestClient.pinged())
      #expect(foreign.oauthError == "invalid_grant")
      #expect(try await playground.poll(begun.requestID).status == 200)
    }
  }

  @Test func `CIBA-3, §10.2: a client of ping must bring its token, gets one ping, and may poll at once then`()
    async throws
  {
    let pings = ToldPings()
    try await TestPlayground.withBackchannel(telling: pings) { playground in
      let client = try BackchannelTestClient.pinged()
      #expect(try await playground.ask(as: client).oauthError == "invalid_request")
      let begun = try await playground.begin(TestPlayground.question(token: Self.token), as: client)
      #expect(try await playground.poll(begun.requestID, as: client).oauthError == "authorization_pending")
      #expect(pings.count == 0)
      _ = try await playground.answer("allow")
      let ping = try #require(await pings.next())
      #expect(ping.url == "http://127.0.0.1:1/ping")
      _ = try BackchannelPing(reading: ping, expecting: begun.requestID, notificationToken: Self.token)
      #expect(try await playground.poll(begun.requestID, as: client).status == 200)
      #expect(pings.count == 1)
      // A client that polls gets no ping.
      _ = try await playground.begin(TestPlayground.question(token: Self.token))
      _ = try await playground.answer("deny")
      #expect(pings.count == 1)
      let log = await playground.running.log
      #expect(log.filter { $0.kind == .backchannelPinged }.count == 1)
      #expect(!log.contains { $0.description.contains(Self.token.exposedText) })
    }
  }

  @Test func `§7.1.1: who registered to sign signs everything, and each request serves once`() async throws {
    try await TestPlayground.withBackchannel { playground in
      func send(
        as client: Client, key: JSONWebKey? = nil, id: String = "1", at shift: Int64 = 0,
        adding more: Form = Form(), change: (inout Form) -> Void = { _ in }
      ) async throws -> ResponseMessage {
        var random = SystemRandomNumberGenerator()
        let issuer = Issuer(playground.tollgate.issuer)
        let ready = try client.asserting(to: issuer, at: playground.clock.now, using: &random)
        let signed = try TestPlayground.question().request(
          to: playground.tollgate.backchannelAuthenticationEndpoint, as: ready, signedFor: issuer, id: id,
          at: playground.clock.now + shift)
        var form = try signed.bodyForm
        form.fields += more.fields
        change(&form)
        return try await playground.visitor.send(
          RequestMessage(posting: form, to: playground.tollgate.backchannelAuthenticationEndpoint))
      }
      let client = try BackchannelTestClient.signing()
      #expect(try await send(as: client).status == 200)
      #expect(try await send(as: client).oauthError == "invalid_request")
      #expect(try await send(as: client, id: "2", adding: ["binding_message": "x"]).oauthError == "invalid_request")
      #expect(try await send(as: client, id: "2", at: -600).oauthError == "invalid_request_object")
      #expect(
        try await send(as: client, id: "2") { form in
          form.fields.removeAll { $0.name.elementsEqual("request".utf8) }
          form.fields += TestPlayground.unsigned.fields
        }.oauthError == "invalid_request")
      #expect(try await send(as: client, id: "2").status == 200)
    }
  }

  @Test func `§4: what may be registered is poll, or ping at an address of this machine`() throws {
    func code(_ metadata: ClientMetadata) throws -> OAuthError.Code? {
      do throws(OAuthError) {
        _ = try TollgateClient(
          id: "x", secret: metadata.authentication == .basic ? BackchannelTestClient.secret : nil, metadata: metadata)
        return nil
      } catch { return error.code }
    }
    #expect(try code(BackchannelTestClient.metadata("poll")) == nil)
    for address in ["http://127.0.0.1:8080/ping", "http://[::1]:8080/ping"] {
      #expect(try code(BackchannelTestClient.metadata("ping", address: address)) == nil)
    }
    for (mode, address) in [
      ("push", "http://127.0.0.1/ping"), ("ping", nil), ("ping", "https://client.example/ping"),
      ("ping", "http://client.example/ping"), ("ping", "no address"), ("often", nil),
    ] {
      #expect(try code(BackchannelTestClient.metadata(mode, address: address)) == .registrationRefused, "\(mode)")
    }
    #expect(try code(BackchannelTestClient.metadata("poll", algorithm: "ES256")) == nil)
    for algorithm in ["none", "HS256", "unheard-of"] {
      #expect(try code(BackchannelTestClient.metadata("poll", algorithm: algorithm)) == .registrationRefused)
    }
    var silent = try BackchannelTestClient.metadata("poll")
    silent.additional = JSON.Object()
    #expect(try code(silent) == .registrationRefused)
    var open = try BackchannelTestClient.metadata("poll")
    open.authentication = .publicClient
    #expect(try code(open) == .registrationRefused)
  }

  @Test func `the page keeps to itself, and takes no form of another page or of an unknown question`() async throws {
    try await TestPlayground.withBackchannel { playground in
      var page = try await playground.telephone()
      let policy = page.head.headerFields[.contentSecurityPolicy] ?? ""
      #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; form-action 'self'"))
      #expect(page.text.contains("<html lang=\"en\">"))
      _ = try await playground.begin()
      page = try await playground.telephone()
      let foreign = try await playground.visitor.submit(page, [:], origin: "https://attacker.example")
      #expect(foreign.status == 403 && !foreign.isSignInPage)
      let unknown: Form = ["csrf": try page.hiddenFields.text(of: "csrf") ?? "", "question": "unknown"]
      let refused = try await playground.visitor.post(unknown, to: "/tollgate/telephone", origin: playground.base)
      #expect(refused.status == 400)
      #expect(try await playground.visitor.submit(page, [:]).isSignInPage)
    }
  }

  @Test func `§4: the metadata tells of it, and the endpoint wants POST`() async throws {
    try await TestPlayground.withBackchannel { playground in
      let document = try await playground.visitor.open(
        playground.tollgate.issuer.text + "/.well-known/openid-configuration")
      let metadata = try AuthorizationServerMetadata(reading: document, for: playground.tollgate.issuer)
      #expect(metadata.endpoints[.backchannelAuthentication] == playground.tollgate.backchannelAuthenticationEndpoint)
      #expect(metadata.backchannelDeliveryModes == [.poll, .ping])
      #expect(metadata.raw["backchannel_user_code_parameter_supported"]?.bool == false)
      let got = try await playground.visitor.open(playground.tollgate.backchannelAuthenticationEndpoint.url.text)
      #expect(got.status == 405)
    }
  }
}

extension Secret {
  /// A claim of a token, unverified.
  fileprivate func claim(_ name: String) throws -> String? {
    let parts = exposedText.split(separator: ".")
    return try JSON(decoding: Base64.url.decode(String(parts[1])) ?? [])[name]?.string
  }
}
