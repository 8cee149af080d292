import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("The settings of the front page: faults, clock and reset by hand")
struct FaultSettingsTests {
  /// Sends a form of the front page, and returns the answer without following it.
  private func send(
    _ fields: Form, at playground: TestPlayground, origin: String? = nil, site: String? = nil
  ) async throws -> ResponseMessage {
    let page = try await playground.visitor.open(playground.base + "/")
    let token = try page.hiddenFields.values(of: "csrf").first.map { String(decoding: $0, as: UTF8.self) }
    var form: Form = ["csrf": try #require(token)]
    form.fields += fields.fields
    return try await playground.visitor.post(
      form, to: try #require(page.formAction), origin: origin ?? playground.visitor.origin, site: site,
      following: false)
  }

  private func rules(_ playground: TestPlayground) async throws -> [JSON] {
    try await playground.control(.get, "faults").json?["rules"]?.array ?? []
  }

  @Test func `a fault is switched on, is shown with what it has seen, and is switched off`() async throws {
    try await TestPlayground.with { playground in
      let on: Form = [
        "act": "switch-on", "effect": "status", "value": " 418 ", "path": "/v2/users/self", "when": "from",
        "number": "2", "client": "",
      ]
      let answer = try await send(on, at: playground)
      #expect(answer.status == 303 && answer.location == playground.base + "/#faults")
      let statuses = [
        try await playground.user(Secret("none")).status, try await playground.user(Secret("none")).status,
      ]
      #expect(statuses == [401, 418])
      let page = try await playground.visitor.open(playground.base + "/")
      #expect(page.text.contains("Another status (418)") && page.text.contains("request 2 and all later ones"))
      #expect(page.text.contains("seen 2 requests"))
      _ = try await send(["act": "switch-off", "rule": "0"], at: playground)
      #expect(try await rules(playground).isEmpty)
      #expect(try await playground.visitor.open(playground.base + "/").text.contains("Nothing goes wrong now."))
    }
  }

  @Test func `every effect of a rule can be picked, with its usual value`() async throws {
    let words = Fault.Effect.usage.flatMap { $0.split(separator: " (")[0].split(separator: ", ").map(String.init) }
    #expect(Set(FaultSettings.choices.map(\.word)) == Set(words))
    for choice in FaultSettings.choices {
      let fault = try FaultSettings.fault(of: ["effect": choice.word, "path": "*", "when": "all"])
      #expect(fault.effect.word == choice.word && (fault.effect.value == nil) == (choice.unit == nil))
    }
  }

  @Test(arguments: [
    ["effect": "explode"], ["effect": "status", "value": "7"], ["effect": "status", "value": "x"],
    ["effect": "deny", "path": "/nothing/here"], ["effect": "deny", "when": "nth", "number": "0"],
    ["effect": "deny", "when": "nth", "number": "x"], ["effect": "deny", "when": "sometimes"],
  ])
  func `what cannot be a rule is refused on the page, with what was typed`(typed: [String: String]) async throws {
    try await TestPlayground.with { playground in
      let form = Form([(name: "act", value: "switch-on")] + typed.map { (name: $0.key, value: $0.value) })
      let refused = try await send(form, at: playground)
      #expect(refused.status == 400 && refused.text.contains("role=\"alert\""))
      if let path = typed["path"] { #expect(refused.text.contains("value=\"\(path)\"")) }
      #expect(try await rules(playground).isEmpty)
    }
  }

  @Test func `a rule is switched off once, and no other one in its place`() async throws {
    try await TestPlayground.with { playground in
      for effect in ["drop-request", "drop-answer"] {
        _ = try await send(["act": "switch-on", "effect": effect, "path": "/v2/users/self"], at: playground)
      }
      for _ in 1...2 { _ = try await send(["act": "switch-off", "rule": "0"], at: playground) }
      #expect(try await rules(playground).map { $0["effect"]?.string } == ["drop-answer"])
      _ = try await send(["act": "switch-all-off"], at: playground)
      #expect(try await rules(playground).isEmpty)
    }
  }

  @Test func `a fault at every path leaves the settings within reach`() async throws {
    try await TestPlayground.with { playground in
      _ = try await send(["act": "switch-on", "effect": "drop-request"], at: playground)
      for path in ["/", "/playground/style.css", "/playground/catalogue/github"] {
        #expect(try await playground.visitor.open(playground.base + path).status == 200)
      }
      #expect(try await send(["act": "switch-all-off"], at: playground).status == 303)
    }
  }

  @Test func `the clock is moved and set right, and a reset begins again`() async throws {
    try await TestPlayground.with { playground in
      let begin = playground.clock.now.secondsSinceEpoch
      let now = { try await playground.control(.get, "clock").json?["now"]?.integer }
      _ = try await send(["act": "clock", "seconds": "3600"], at: playground)
      #expect(try await now() == begin + 3600)
      #expect(try await playground.visitor.open(playground.base + "/").text.contains("the clock was moved"))
      #expect(try await send(["act": "clock", "seconds": "soon"], at: playground).status == 400)
      _ = try await send(["act": "clock-right"], at: playground)
      #expect(try await now() == begin)
      _ = try await send(["act": "switch-on", "effect": "deny"], at: playground)
      #expect(try await send(["act": "reset"], at: playground).status == 303)
      #expect(try await rules(playground).isEmpty)
    }
  }

  @Test(arguments: ["switch-on", "switch-off", "switch-all-off", "clock", "clock-right", "reset"])
  func `a page of another site can do none of it, and our own page can`(act: String) async throws {
    try await TestPlayground.with({ $0.faults = Faults([try Fault("/v2/users/self:status=500")]) }) { playground in
      let form: Form = ["act": act, "effect": "deny", "rule": "0", "seconds": "60"]
      await playground.running.advanceClock(by: .seconds(5))
      let foreign: [(origin: String, site: String?)] = [
        ("http://attacker.example", nil), ("null", nil), ("", nil), ("http://127.0.0.1:1", nil),
        (playground.base, "cross-site"), (playground.base, "same-site"), ("null", "none"),
        ("http://attacker.example", "same-origin"),
      ]
      let before = (try await rules(playground), try await playground.control(.get, "clock").json)
      for (origin, site) in foreign {
        #expect(try await send(form, at: playground, origin: origin, site: site).status == 403, "\(origin)")
      }
      for token in ["", "wrong"] {
        var stolen: Form = ["csrf": token]
        stolen.fields += form.fields
        let refused = try await playground.visitor.post(
          stolen, to: "/playground/settings", origin: playground.base, following: false)
        #expect(refused.status == 403)
      }
      #expect(try await rules(playground) == before.0)
      #expect(try await playground.control(.get, "clock").json == before.1)
      #expect(try await send(form, at: playground, site: "same-origin").status == 303)
      await playground.visitor.forgetCookies()
      let late = try await playground.visitor.post(
        form, to: "/playground/settings", origin: playground.base, following: false)
      #expect(late.status == 400)
    }
  }

  @Test func `a tenant has settings of its own`() async throws {
    try await TestPlayground.with { playground in
      let tenant = try await playground.tenant("a")
      let page = try await tenant.visitor.open(tenant.base + "/")
      #expect(page.formAction == "/t/a/playground/settings")
      #expect(page.text.contains("href=\"/t/a/playground/catalogue/github\""))
      let answer = try await send(["act": "switch-on", "effect": "deny"], at: tenant)
      #expect(answer.location == tenant.base + "/#faults")
      #expect(try await rules(tenant).count == 1)
      #expect(try await rules(playground).isEmpty)
    }
  }
}

@Suite("The front page shows the catalogue and recent sign-ins")
struct FrontPageListsTests {
  @Test func `the catalogue is listed whole, or as far as a text is in a name or a title`() async throws {
    try await TestPlayground.with { playground in
      let links = { (page: ResponseMessage) in
        page.text.matches(of: /href="\/playground\/catalogue\/([^"]+)"/).map { String($0.1) }
      }
      let all = links(try await playground.visitor.open(playground.base + "/"))
      #expect(all == CatalogueListing.all.map(\.name) && all.count > 150)
      let found = try await playground.visitor.open(playground.base + "/?find=GitH")
      #expect(links(found).contains("github") && links(found).count < 5)
      let hostile = try await playground.visitor.open(playground.base + "/?find=%22%3E%3Cb%3E")
      #expect(links(hostile).isEmpty && hostile.text.contains("&quot;&gt;&lt;b&gt;") && !hostile.text.contains("<b>\""))
    }
  }

  @Test func `each entry has a page that says where to point a client`() async throws {
    try await TestPlayground.with { playground in
      for (name, title) in CatalogueListing.all {
        let page = try await playground.visitor.open(playground.base + "/playground/catalogue/\(name)")
        #expect(page.status == 200, "\(name)")
        #expect(page.text.contains(PageValue.text(title).rendered as? String ?? title), "\(name)")
      }
      let page = try await playground.visitor.open(playground.base + "/playground/catalogue/github")
      let text = page.text.replacing("<wbr>", with: "")
      #expect(text.contains("\(playground.base)/entries/github/github.com/login/oauth/access_token"))
      #expect(try await playground.visitor.open(playground.base + "/playground/catalogue/nothing").status == 404)
    }
  }

  @Test func `a sign-in is shown with each request, its answer and its events in order, and no secret`() async throws {
    try await TestPlayground.with { playground in
      #expect(try await playground.visitor.open(playground.base + "/").text.contains("There is none yet."))
      let code = try await playground.code()
      let token = try playground.token(of: try await playground.redeem(code)).accessToken
      _ = try await playground.user(token)
      let page = try await playground.visitor.open(playground.base + "/")
      let badges = page.text.matches(of: /<span class="badge">([a-z._]+)/).map { String($0.1) }
      #expect(
        badges == ["authorization.requested", "person.signed_in", "consent.allowed", "token.issued", "api.answered"])
      for text in ["Has a token", "@adafenwick", "<b>POST</b> /<wbr>oauth2/<wbr>access_token", "<b>200</b>"] {
        #expect(page.text.contains(text), "\(text)")
      }
      for secret in [code, token, TestPlayground.secret] { #expect(!page.text.contains(secret.exposedText)) }
    }
  }

  @Test func `a second sign-in of a client stands for itself, and one that is refused says why`() async throws {
    try await TestPlayground.with { playground in
      _ = try await playground.code()
      _ = try await playground.code()
      _ = try await playground.visitor.open(playground.authorizationURL("/oauth2/authorize", ["client_id": "other"]))
      let page = try await playground.visitor.open(playground.base + "/")
      let outcomes = page.text.matches(of: /<span class="outcome[^"]*">([^<]+)/).map { String($0.1) }
      #expect(outcomes == ["Refused: unknown_client", "Allowed, no token yet", "Allowed, no token yet"])
    }
  }
}
