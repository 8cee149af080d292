import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("attacks.md 261 and 269, 9700-17: the pages")
struct PageSafetyTests {
  @Test func `every page keeps to itself`() async throws {
    try await TestPlayground.with { playground in
      for path in ["/", "/oauth2/authorize", "/nothing", "/oauth/authorize?oauth_token=x"] {
        let page = try await playground.visitor.open(playground.base + path)
        let policy = page.head.headerFields[.contentSecurityPolicy] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; form-action 'self'"))
        #expect(policy.contains("frame-ancestors 'none'"))
        #expect(page.head.headerFields[try #require(HTTPField.Name("Referrer-Policy"))] == "no-referrer")
        #expect(page.head.headerFields[.cacheControl] == "no-store")
        #expect(page.head.headerFields[.xContentTypeOptions] == "nosniff")
        #expect(page.text.contains("<html lang=\"en\">"))
      }
    }
  }

  @Test(arguments: [
    "localhost:PORT", "attacker.example:PORT", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:PORT.attacker.example",
  ])
  func `a host that is not ours is refused with 421`(host: String) async throws {
    try await TestPlayground.with { playground in
      var request = RequestMessage(.get, to: try AbsoluteURL(playground.base + "/"))
      #expect(try await playground.visitor.send(request).status == 200)
      request.head.headerFields.append(
        HTTPField(
          name: try #require(HTTPField.Name("Host")),
          value: host.replacing("PORT", with: String(playground.running.port))))
      #expect(try await playground.visitor.send(request).status == 421)
    }
  }

  @Test func `a form without the token of its session, or with another's, is refused`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let cookies = await playground.visitor.cookies
      await playground.visitor.forgetCookies()
      let other = try await playground.visitor.open(playground.authorizationURL())
      await playground.visitor.setCookies(cookies)
      let interaction = try page.hiddenFields.text(of: "interaction") ?? ""
      let foreignToken = try other.hiddenFields.text(of: "csrf") ?? ""
      for token in ["", "wrong", foreignToken] {
        let form: Form = ["csrf": token, "interaction": interaction, "decision": "deny"]
        let refused = try await playground.visitor.post(form, to: "/playground/sign-in", origin: playground.base)
        #expect(refused.status == 403)
        #expect(refused.location == nil)
      }
      #expect(try await playground.visitor.submit(page, ["decision": "deny"]).status == 303)
    }
  }

  @Test(arguments: [
    ("", nil, false), ("null", nil, false), ("http://attacker.example", nil, false),
    ("BASE", "cross-site", false), ("BASE", "same-site", false), ("null", "none", false),
    ("http://attacker.example", "same-origin", false),
    ("BASE", nil, true), ("null", "same-origin", true), ("", "same-origin", true), ("BASE", "same-origin", true),
  ])
  func `a form from elsewhere is refused, one from our own page is taken`(
    origin: String, site: String?, isTaken: Bool
  ) async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let origin = origin.replacing("BASE", with: playground.base)
      let answer = try await playground.visitor.submit(page, ["decision": "deny"], origin: origin, site: site)
      #expect(answer.status == (isTaken ? 303 : 403))
    }
  }

  @Test func `a question is answered once, and in the browser that it was put to`() async throws {
    try await TestPlayground.with { playground in
      let consent = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      let cookies = await playground.visitor.cookies
      await playground.visitor.forgetCookies()
      #expect(try await playground.visitor.submit(consent, ["decision": "allow"]).status == 400)
      await playground.visitor.setCookies(cookies)
      #expect(try await playground.visitor.submit(consent, ["decision": "allow"]).status == 303)
      #expect(try await playground.visitor.submit(consent, ["decision": "allow"]).status == 400)
    }
  }

  @Test(arguments: [(599, 303), (600, 400)])
  func `a question stands for ten minutes`(age: Int64, status: Int) async throws {
    try await TestPlayground.with { playground in
      let consent = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      playground.clock.advance(by: age)
      #expect(try await playground.visitor.submit(consent, ["decision": "allow"]).status == status)
    }
  }

  @Test func `an answer counts only for the person who was asked`() async throws {
    try await TestPlayground.with { playground in
      let asked = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      let other = try await playground.visitor.open(playground.authorizationURL())
      let switched = try await playground.visitor.submit(other, ["decision": "switch"])
      #expect(switched.isSignInPage)
      let ravi: Form = ["username": "ravioduya", "password": "narrow-lane", "decision": "sign-in"]
      #expect(try await playground.visitor.submit(switched, ravi).text.contains("Ravi Oduya"))
      let askedAgain = try await playground.visitor.submit(asked, ["decision": "allow"])
      #expect(askedAgain.isConsentPage)
      #expect(askedAgain.text.contains("Ravi Oduya"))
      #expect(try await playground.visitor.submit(askedAgain, ["decision": "allow"]).status == 303)
    }
  }

  @Test func `no one is asked for consent without having signed in`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let skipped = try await playground.visitor.post(
        {
          var form = page.hiddenFields; form.append("decision", "allow"); return form
        }(),
        to: "/playground/consent", origin: playground.base)
      #expect(skipped.isSignInPage)
    }
  }

  @Test func `the session has another name after signing in, and the old one is of no use`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let before = await playground.visitor.cookies
      let signedIn = try await playground.signIn(page)
      let after = await playground.visitor.cookies
      #expect(before != after)
      await playground.visitor.setCookies(before)
      #expect(try await playground.visitor.submit(signedIn, ["decision": "allow"]).status == 400)
      #expect(try await playground.visitor.open(playground.authorizationURL()).isSignInPage)
      await playground.visitor.setCookies(after)
      #expect(try await playground.visitor.open(playground.authorizationURL()).isConsentPage)
    }
  }

  @Test func `the cookie is out of reach of scripts and of other sites' forms`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let cookie = try #require(page.head.headerFields[.setCookie])
      #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Lax") && cookie.contains("; Path=/"))
      #expect(cookie.hasPrefix("playground_session_\(playground.running.port)="))
    }
  }

  @Test func `a name that is markup, or turns the line around, is shown as text`() async throws {
    try await TestPlayground.with { configuration in
      configuration.clients = [
        try PlaygroundClient(
          id: "wayleave-demo", name: "<script>alert(1)</script>\u{202E}knaB \"x\"", secret: TestPlayground.secret,
          redirectURIs: ["http://127.0.0.1/callback"])
      ]
    } _: { playground in
      let front = try await playground.visitor.open(playground.base + "/")
      let signIn = try await playground.visitor.open(playground.authorizationURL())
      for page in [front, signIn, try await playground.signIn(signIn)] {
        #expect(!page.text.contains("<script"))
        #expect(!page.text.contains("\u{202E}"))
        #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}knaB &quot;x&quot;"))
      }
    }
  }

  @Test func `a page says which application asks for what, for which user, and where it leads`() async throws {
    try await TestPlayground.with { playground in
      let consent = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      for words in ["Wayleave Demo", "Ada Fenwick", "@adafenwick", "http://127.0.0.1:49152</code>", "See your friends"]
      {
        #expect(consent.text.contains(words), "\(words)")
      }
    }
  }

  @Test func `the style sheet is served and the front page lists what there is, but no client secret`() async throws {
    try await TestPlayground.with { playground in
      let style = try await playground.visitor.open(playground.base + "/playground/style.css")
      #expect(style.head.headerFields[.contentType] == "text/css; charset=utf-8")
      let front = try await playground.visitor.open(playground.base + "/").text.replacing("<wbr>", with: "")
      for words in ["/oauth2/access_token", "/oauth/request_token", "wayleave-demo-consumer", "stone-stile"] {
        #expect(front.contains(words), "\(words)")
      }
      #expect(!front.contains("not-real"))
    }
  }
}
