import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("How an answer of a provider's API says who the user is")
struct IdentityRuleTests {
  // EI18
  @Test(
    "a template is filled from paths; what has no value leaves nothing",
    arguments: [
      ("{a}", "x"), ("{n.m}", "deep"), ("{list.1}", "two"), ("{list.9}", nil), ("{number}", "42"),
      ("{fraction}", "1.50"),
      ("{yes}", "true"), ("{no}", "false"), ("{null}", nil), ("{empty}", nil), ("{n}", nil), ("{list}", nil),
      ("{absent}", nil),
      ("{a} {absent}", "x"), ("{absent} {a}", "x"), ("{absent} {null}", nil), ("{a}-{number}", "x-42"), ("plain", nil),
      ("", nil),
      ("{a", nil), ("a}", nil), ("{a}}", "x}"), ("{}", nil),
    ] as [(String, String?)])
  func templates(template: String, filled: String?) {
    #expect(IdentityRule.text(template, from: json) == filled)
  }

  @Test(
    "the origin that a token answer names is a URL, or a host alone, as Wrike has it",
    arguments: [
      ("app-eu.wrike.com", "https://app-eu.wrike.com/me?x=1"), ("https://pod.example", "https://pod.example/me?x=1"),
      ("https://pod.example/ignored?a", "https://pod.example/me?x=1"), ("", nil), ("a b", nil), ("mailto:a@b", nil),
    ] as [(String, String?)])
  func namedOrigin(text: String, url: String?) throws {
    var rule = IdentityRule(endpoint: try Endpoint("https://www.wrike.com/me?x=1"), subject: "{id}")
    rule.originMember = "host"
    let known = IdentityAnswers(token: ["host": .string(text)])
    let origin = try? rule.origin(in: known)
    #expect(try origin.flatMap { try rule.allRequests[0].message(knowing: known, at: $0).url } == url)
  }

  @Test("a host that the token answer names gets no secret of the client, and the entry's own host does")
  func secretsAtNamedHost() throws {
    var rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}")
    rule.headers = ["X-Key": "{client_secret}", "X-Id": "{client_id}"]
    let client = try Client(id: "c", secret: Secret("a secret"))
    let key = try #require(HTTPField.Name("X-Key"))
    for (origin, secret) in [(nil, "a secret"), ("https://p.example", "a secret"), ("https://pod.example", nil)]
      as [(String?, String?)]
    {
      let request = try rule.allRequests[0].message(
        knowing: IdentityAnswers(), at: origin.map { try Origin($0) }, client: client)
      #expect(request.head.headerFields[key] == secret)
      #expect(request.head.headerFields[try #require(HTTPField.Name("X-Id"))] == "c")
    }
  }

  @Test("each request has its own header fields, which go before those of the API; without any, JSON is asked for")
  func headerFields() throws {
    var rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}")
    rule.headers = ["Accept": "application/vnd.shop+json", "X-Id": "{client_id}"]
    var second = IdentityRequest(try Endpoint("https://p.example/mail"), name: "mail")
    second.headers = ["X-Two": "2"]
    rule.requests = [second]
    var api = APIDialect()
    api.headers = ["Accept": "text/plain", "X-Api": "1"]
    let client = try Client(id: "c")
    func sent(_ index: Int, by api: APIDialect) throws -> [String?] {
      var request = try rule.allRequests[index].message(
        knowing: IdentityAnswers(), api: api, client: client)
      try request.authorize(with: Secret("t"), dialect: OAuth2Dialect { $0.api = api }, client: client)
      return try ["Accept", "X-Id", "X-Two", "X-Api"].map {
        request.head.headerFields[try #require(HTTPField.Name($0))]
      }
    }
    #expect(try sent(0, by: api) == ["application/vnd.shop+json", "c", nil, "1"])
    #expect(try sent(1, by: api) == ["text/plain", nil, "2", "1"])
    #expect(try sent(1, by: APIDialect()) == ["application/json", nil, "2", nil])
  }

  @Test("spaces at both ends are left out, by their bytes: an accent behind one does not save it")
  func spaces() {
    #expect(IdentityRule.text(" {a} ", from: ["a": "\u{301}Ada"])?.hasSameBytes(as: "\u{301}Ada") == true)
    #expect(IdentityRule.text("{a}", from: ["a": "  "]) == "")
  }

  @Test("what stands in a value is not a template again")
  func noSecondRound() {
    #expect(IdentityRule.text("{a}", from: ["a": "{b}", "b": "secret"]) == "{b}")
  }

  // EI16
  @Test("Foursquare's and Twitter's answers are read")
  func builtIn() throws {
    let foursquare = try #require(Provider.foursquare.identity).identity(
      in: ResponseMessage(
        .ok,
        json: [
          "response": [
            "user": [
              "id": "32", "firstName": "Ada", "lastName": "L", "contact": ["email": "ada@example.org"],
              "photo": ["prefix": "https://img.example/", "suffix": "/a.jpg"],
            ]
          ]
        ]), issuer: "foursquare")
    #expect(foursquare.subject == "32" && foursquare.displayName == "Ada L" && foursquare.email == "ada@example.org")
    #expect(foursquare.picture == "https://img.example/original/a.jpg")
    let twitter = try #require(Provider.twitter.identity).identity(
      in: ResponseMessage(.ok, json: ["id": 38_895_958, "id_str": "38895958", "name": "Ada", "screen_name": "ada"]),
      issuer: "twitter")
    #expect(twitter.subject == "38895958" && twitter.handle == "ada" && twitter.email == nil)
    #expect(twitter.isEmailVerified == nil)
  }

  @Test(
    "a subject of several parts is complete or there is none: two users with one known part are not one",
    arguments: [
      (["t": "tenant", "u": "user"], "tenant/user"), (["t": "tenant"], nil), (["u": "user"], nil), ([:], nil),
    ]
      as [(JSON, String?)])
  func composedSubject(answer: JSON, subject: String?) throws {
    let rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{t}/{u}")
    let identity = try? rule.identity(in: ResponseMessage(.ok, json: answer), issuer: "p")
    #expect(identity?.subject == subject)
  }

  @Test(
    "a subject outside 1 to 255 visible characters is none",
    arguments: ["a\u{0}b", "\u{1B}[31m", "\u{202E}", "\u{E9}", " ", String(repeating: "a", count: 256)])
  func hostileSubject(subject: String) throws {
    let rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}")
    let answer = ResponseMessage(.ok, json: ["id": .string(subject)])
    #expect(refusal { try rule.identity(in: answer, issuer: "p") } == .unexpectedAnswer)
  }

  @Test("a large number stays the digits that were written")
  func largeNumber() throws {
    let rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}")
    let answer = ResponseMessage(HTTPResponse(status: .ok), body: Array(#"{"id":12345678901234567890123}"#.utf8))
    #expect(try rule.identity(in: answer, issuer: "p").subject == "12345678901234567890123")
  }

  @Test(
    "232: a picture is an https URL or nothing",
    arguments: [
      ("https://p.example/a.png", true), ("http://p.example/a.png", false), ("javascript:alert(1)", false),
      ("data:image/png;base64,AA", false), ("https://p.example/a b", false), ("https://u@p.example/", false),
    ])
  func picture(address: String, isKept: Bool) throws {
    let rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}", picture: "{p}")
    let answer = ResponseMessage(.ok, json: ["id": 1, "p": .string(address)])
    #expect(try rule.identity(in: answer, issuer: "p").picture == (isKept ? address : nil))
  }

  @Test(
    "whether an address was checked is said by true and false alone",
    arguments: [(true, true), ("false", false), ("yes", nil), (1, nil), (nil, nil)] as [(JSON?, Bool?)])
  func emailVerified(written: JSON?, isVerified: Bool?) throws {
    let rule = IdentityRule.openID(userInfoEndpoint: try Endpoint("https://p.example/me"))
    var members = JSON.Object()
    members["sub"] = "a"
    members["email_verified"] = written
    #expect(
      try rule.identity(in: ResponseMessage(.ok, json: .object(members)), issuer: "p").isEmailVerified == isVerified)
  }

  @Test("what is no JSON with status 200 says nothing")
  func otherAnswers() throws {
    let rule = IdentityRule(endpoint: try Endpoint("https://p.example/me"), subject: "{id}")
    let page = ResponseMessage(HTTPResponse(status: .ok), body: Array("<html>".utf8))
    #expect(refusal { try rule.identity(in: page, issuer: "p") } == .unexpectedAnswer)
    #expect(
      refusal { try rule.identity(in: ResponseMessage(.forbidden, json: ["id": 1]), issuer: "p") } == .unexpectedAnswer)
    #expect(
      refusal { try rule.identity(in: ResponseMessage(.found, json: ["id": 1]), issuer: "p") } == .unexpectedRedirect)
    #expect(
      refusal { try rule.identity(in: ResponseMessage(.badGateway, json: ["id": 1]), issuer: "p") }
        == .serverUnavailable)
  }

  @Test("what came with the tokens goes by “token”, also where the API has a member of that name")
  func answers() {
    var answers = IdentityAnswers(token: ["user": "of the tokens"])
    answers.first = ["token": ["user": "of the API"], "emails": "of the API"]
    answers.named["emails"] = "of another request"
    #expect(answers.value(at: "token.user") == "of the tokens" && answers.value(at: "emails") == "of the API")
  }

  @Test(
    "an address comes with its own word on whether it was checked, or with none",
    arguments: [(nil, nil, true), ("b@example.org", nil, nil), ("b@example.org", false, false)]
      as [(String?, Bool?, Bool?)])
  func newAddress(email: String?, said: Bool?, isVerified: Bool?) {
    let known = Identity(issuer: "p", subject: "1", email: "a@example.org", isEmailVerified: true)
    let now = known.with(Identity(issuer: "p", subject: "1", email: email, isEmailVerified: said))
    #expect(now.email == email ?? "a@example.org" && now.isEmailVerified == isVerified)
  }

  @Test(
    "what a browser, the system or a program that acts at once opens is no app of a provider",
    arguments: [
      ("exampleauth", true), ("msauth", true), ("ms-settings", false), ("ms-msdt", false), ("itms-apps", false),
      ("tel", false), ("https", false), ("vnc", false),
    ])
  func ownScheme(scheme: String, isOwn: Bool) throws {
    #expect(NativeApp(authorization: try AbsoluteURL("\(scheme)://authorize")).hasOwnScheme == isOwn)
  }

  @Test("an identity comes back from its record as it was")
  func record() throws {
    let whole = Identity(
      issuer: "p", subject: "1", displayName: "Ada", handle: "ada", email: "a@example.org", isEmailVerified: false,
      picture: "https://p.example/a.png", raw: ["id": 1])
    #expect(Identity(json: whole.json) == whole)
    #expect(Identity(json: Identity(issuer: "p", subject: "1").json) == Identity(issuer: "p", subject: "1"))
    #expect(
      Identity(json: ["issuer": "p"]) == nil && Identity(json: ["subject": "1"]) == nil && Identity(json: .null) == nil)
  }

  private let json: JSON = [
    "a": "x", "n": ["m": "deep"], "list": ["one", "two"], "number": 42, "fraction": .number("1.50"), "yes": true,
    "no": false,
    "null": .null, "empty": "",
  ]
}
