import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleavePlayground
import WayleaveWire

@Suite("RFC 5849 §2: a sign-in at Twitter")
struct TwitterFlowTests {
  @Test func `three steps bring a credential that begins with the user's number`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      #expect(token.token.exposedText.hasPrefix("73001-"))
      #expect(token.additional == ["user_id": "73001", "screen_name": "adafenwick"])
      let url = playground.running.twitter.userEndpoint.url.text + "?include_email=true"
      let account = try await playground.visitor.send(playground.signed(token, .get, url))
      #expect(account.json?["screen_name"]?.string == "adafenwick")
      #expect(account.json?["email"]?.string == "ada.fenwick@example.com")
      let timeline = playground.running.twitter.timelineEndpoint.url.text + "?count=2"
      #expect(try await playground.visitor.send(playground.signed(token, .get, timeline)).json?.array?.count == 2)
      let own = playground.base + "/1.1/statuses/user_timeline.json"
      let written = try await playground.visitor.send(playground.signed(token, .get, own)).json?.array
      #expect(written?.compactMap { $0["user"]?["screen_name"]?.string } == ["adafenwick"])
    }
  }

  @Test func `the forms come under the type of a page, the callback confirmed`() async throws {
    try await TestPlayground.with { playground in
      let response = try await playground.visitor.send(playground.temporaryRequest())
      #expect(response.head.headerFields[.contentType] == "text/html; charset=utf-8")
      #expect(try Form(decoding: response.body).text(of: "oauth_callback_confirmed") == "true")
    }
  }

  @Test(arguments: ["https://attacker.example/callback", "http://127.0.0.1:49152/other", "com.example.app:/cb"])
  func `a callback that is not registered is refused, the registered one with any port is not`(callback: String)
    async throws
  {
    try await TestPlayground.with { playground in
      let refused = try await playground.visitor.send(playground.temporaryRequest(callback: callback))
      #expect(refused.status == 403)
      #expect(refused.twitterCode == 415)
      let taken = try playground.temporaryRequest(callback: "http://127.0.0.1:50000/callback")
      #expect(try await playground.visitor.send(taken).status == 200)
    }
  }

  @Test func `a denial names the request token, which is then gone`() async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary()
      let url = try playground.twitterURL(temporary)
      let consent = try await playground.signIn(try await playground.visitor.open(url))
      let denied = try await playground.visitor.submit(consent, ["decision": "deny"])
      #expect(try denied.callback == ["denied": temporary.token.exposedText])
      #expect(try await playground.visitor.open(url).status == 401)
      #expect(try await playground.exchange(temporary, verifier: nil).status == 401)
    }
  }

  @Test func `oob shows a PIN of seven digits, which works once`() async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary(callback: "oob")
      let page = try await playground.allow(playground.twitterURL(temporary))
      let pin = Secret(page.text.firstMatch(of: /<code id="pin">([0-9]{7})<\/code>/).map { String($0.1) } ?? "")
      #expect(pin.count == 7)
      #expect(try await playground.exchange(temporary, verifier: pin).status == 200)
      #expect(try await playground.exchange(temporary, verifier: pin).status == 401)
    }
  }

  @Test(arguments: [(4, 200), (5, 401)])
  func `a PIN may be guessed wrong four times`(guesses: Int, status: Int) async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary(callback: "oob")
      let page = try await playground.allow(playground.twitterURL(temporary))
      let pin = Secret(page.text.firstMatch(of: /<code id="pin">([0-9]{7})<\/code>/).map { String($0.1) } ?? "")
      for _ in 0..<guesses {
        #expect(try await playground.exchange(temporary, verifier: Secret("guess")).status == 401)
      }
      #expect(try await playground.exchange(temporary, verifier: pin).status == status)
    }
  }

  @Test func `before the person has answered no verifier is right, and afterwards only one`() async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary()
      #expect(try await playground.exchange(temporary, verifier: nil).status == 401)
      #expect(try await playground.exchange(temporary, verifier: Secret("")).status == 401)
      let callback = try await playground.allow(playground.twitterURL(temporary)).callback
      #expect(try await playground.exchange(temporary, verifier: nil).status == 401)
      let verifier = try callback.text(of: "oauth_verifier").map { Secret($0) }
      #expect(try await playground.exchange(temporary, verifier: verifier).status == 200)
    }
  }

  @Test(arguments: [(6, 0), (0, 6), (6, 6)])
  func `an exchange before the answer, or without a verifier, is no guess`(early: Int, bare: Int) async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary()
      for _ in 0..<early {
        #expect(try await playground.exchange(temporary, verifier: Secret("guess")).status == 401)
      }
      let callback = try await playground.allow(playground.twitterURL(temporary)).callback
      for _ in 0..<bare { #expect(try await playground.exchange(temporary, verifier: nil).status == 401) }
      let verifier = try callback.text(of: "oauth_verifier").map { Secret($0) }
      #expect(try await playground.exchange(temporary, verifier: verifier).status == 200)
    }
  }

  @Test(arguments: [(599, true), (600, false)])
  func `a temporary credential stands for ten minutes`(age: Int64, isGood: Bool) async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary()
      playground.clock.advance(by: age)
      let page = try await playground.visitor.open(playground.twitterURL(temporary))
      #expect(page.isSignInPage == isGood)
      #expect(page.status == (isGood ? 200 : 401))
    }
  }

  @Test func `authenticate asks once, authorize each time, force_login for the password`() async throws {
    try await TestPlayground.with { playground in
      _ = try await playground.twitterToken()
      let again = try await playground.visitor.open(
        playground.twitterURL(try await playground.temporary(), "/oauth/authenticate"))
      #expect(try again.callback.contains("oauth_verifier"))
      #expect(try await playground.visitor.open(playground.twitterURL(try await playground.temporary())).isConsentPage)
      let more: Form = ["force_login": "true", "screen_name": "ravi\"oduya"]
      let forced = try await playground.visitor.open(
        playground.twitterURL(try await playground.temporary(), "/oauth/authenticate", more))
      #expect(forced.isSignInPage)
      #expect(forced.text.contains("value=\"ravi&quot;oduya\""))
      #expect(try await playground.signIn(forced).callback.contains("oauth_verifier"))
    }
  }

  @Test(arguments: [("read", false), ("write", true)])
  func `the consent page says whether the application may post`(access: String, mayPost: Bool) async throws {
    try await TestPlayground.with { playground in
      let temporary = try await playground.temporary(additional: ["x_auth_access_type": access])
      let consent = try await playground.signIn(try await playground.visitor.open(playground.twitterURL(temporary)))
      #expect(consent.text.contains("Post in your name") == mayPost)
      #expect(consent.isConsentPage)
    }
  }

  @Test(arguments: ["/1.1/oauth/invalidate_token", "/oauth/invalidate_token"])
  func `a revoked token is refused with 89`(path: String) async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      let user = playground.running.twitter.userEndpoint.url.text
      #expect(try await playground.visitor.send(playground.signed(token, .get, user)).status == 200)
      let back = playground.base + path
      let answer = try await playground.visitor.send(playground.signed(token, .post, back))
      #expect(answer.json?["access_token"]?.string == token.token.exposedText)
      let refused = try await playground.visitor.send(playground.signed(token, .get, user))
      #expect(refused.status == 401)
      #expect(refused.twitterCode == 89)
    }
  }

  @Test func `xAuth is refused with 87, as XML`() async throws {
    try await TestPlayground.with { playground in
      let endpoint = playground.running.twitter.tokenCredentialEndpoint
      let form: Form = ["x_auth_mode": "client_auth", "x_auth_username": "adafenwick", "x_auth_password": "open-gate"]
      let request = try RequestSigner(consumer: playground.consumer)
        .sign(RequestMessage(posting: form, to: endpoint), stamp: playground.stamp())
      let response = try await playground.visitor.send(request)
      #expect(response.status == 401)
      #expect(ProviderRefusal(reading: response).error == "87")
    }
  }
}
