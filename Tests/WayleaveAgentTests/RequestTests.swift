import HTTPTypes
import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: a request again, after the answer that a program shows")
struct AgentRequestTests {
  private static let api = "https://api.foursquare.com/v2/users/self"
  private static let signed = "https://api.twitter.com/1.1/account/verify_credentials.json"
  private static let message = AgentMessage(method: "GET", url: api)

  private static func refusal(
    _ status: Int = 401, _ fields: [AgentPair] = [], body: String = ""
  ) throws -> AgentResponse {
    try #require(AgentResponse(status: status, fields: fields, body: Array(body.utf8)))
  }

  /// Has a request authorized; gives it, and with which credential.
  private func first(
    _ scene: AgentScene, _ message: AgentMessage = message, as account: String? = "ada"
  ) throws -> (AgentMessage, AgentCredential) {
    let answer = try scene.ask(.authorize(account: account, message))
    guard case .authorized(let sent, let credential?) = answer else { throw Unexpected(answer: answer) }
    return (sent, credential)
  }

  private struct Unexpected: Error { let answer: AgentAnswer }

  private func renewing(_ scene: AgentScene) -> Int { scene.folder.text("starts").split(separator: "\n").count }

  /// A program that notes its words, and ends well.
  private static let program = #"echo "$@" >> "$FOLDER/starts""#

  @Test("RFC 6750 §3.1: a 401 is answered by one renewal, and no other for five minutes")
  func renewal() async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    let (_, credential) = try first(scene)
    for _ in 0..<5 { #expect(try scene.ask(.answered(Self.message, Self.refusal(), credential)) == .done) }
    #expect(scene.folder.text("starts") == "token --json --force -- ada\n")
    scene.clock.pass(.seconds(299))
    #expect(try scene.ask(.answered(Self.message, Self.refusal(), credential)) == .done)
    #expect(renewing(scene) == 1)
    scene.clock.pass(.seconds(1))
    #expect(try scene.ask(.answered(Self.message, Self.refusal(), credential)) == .done)
    #expect(renewing(scene) == 2)
  }

  @Test("the request comes again with the token that the renewal brought, and with one that was renewed meanwhile")
  func renewed() async throws {
    let scene = try await AgentScene([.sample("ada")], program: AgentRenewalTests.program)
    let (_, credential) = try first(scene)
    let client = try RawClient(scene)
    client.send(AgentRequest(.answered(Self.message, try Self.refusal(), credential)).frame.bytes ?? [])
    #expect(try await scene.wait { !scene.folder.text("starts").isEmpty })
    try await scene.save(.sample("ada", token: "new"))
    scene.folder.write("go", "")
    let bytes = try #require(client.receive())
    for answer in [
      try AgentAnswer(reading: AgentFrame(reading: bytes[4...])),
      try scene.ask(.answered(Self.message, Self.refusal(), credential)),
    ] {
      guard case .authorized(let sent, let now?) = answer else { return #expect(Bool(false), "\(answer)") }
      #expect("\(sent)".contains("new") && !"\(sent)".contains("token-ada") && now.mark != credential.mark)
      // That one is refused as well: the answer stands.
      #expect(try scene.ask(.answered(Self.message, Self.refusal(), now)) == .done)
    }
    #expect(renewing(scene) == 1)
  }

  @Test(
    "an answer that says nothing against the credential stands, and renews nothing",
    arguments: [(200, ""), (404, ""), (403, ""), (429, ""), (500, ""), (400, "{\"error\":\"no\"}")])
  func standing(status: Int, body: String) async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    let (_, credential) = try first(scene)
    // Also where the token was renewed meanwhile: what the API has done is not done twice.
    for known in [credential, AgentCredential(account: "ada", mark: "an earlier token")] {
      #expect(try scene.ask(.answered(Self.message, Self.refusal(status, body: body), known)) == .done)
    }
    #expect(renewing(scene) == 0)
  }

  /// An account with some scopes, which was got for an API.
  private static func forAPI() throws -> StoredCredential {
    var stored = try StoredCredential.sample("ada")
    guard case .oauth2(var tokens) = stored.credential else { return stored }
    tokens.scopes = ["read", "write"]
    stored.credential = .oauth2(tokens)
    stored.resources = [try ResourceIndicator(api)]
    let issuer = try AbsoluteURL("https://as.example")
    let members: JSON = [
      "issuer": .string(issuer.text), "authorization_endpoint": "https://as.example/authorize",
      "token_endpoint": "https://as.example/token", "response_types_supported": ["code"],
    ]
    stored.advertised = try AdvertisedMetadata(
      try AuthorizationServerMetadata(try #require(members.object), for: issuer), of: issuer,
      at: Instant(secondsSinceEpoch: 1_700_000_000))
    return stored
  }

  @Test("RFC 6750 §3.1: of scopes that are demanded the program learns whether the account has them all, and no more")
  func granted() async throws {
    let scene = try await AgentScene([try Self.forAPI()], program: Self.program)
    let (_, credential) = try first(scene)
    for (scopes, isGranted) in [("read", true), ("write read", true), ("read delete", false), ("", false)] {
      let challenge = "Bearer error=\"insufficient_scope\", scope=\"\(scopes)\""
      let refusal = try Self.refusal(403, [AgentPair("WWW-Authenticate", challenge)])
      let answer = try scene.ask(.answered(Self.message, refusal, credential))
      #expect(answer == (isGranted ? .fields([AgentPair(AgentFact.granted, "yes")]) : .done), "\(scopes): \(answer)")
    }
    #expect(renewing(scene) == 0)
  }

  @Test("RFC 9728 §7.6: of a token that is refused the program learns where it was got, to ask the API for its server")
  func place() async throws {
    let scene = try await AgentScene([try Self.forAPI()], program: Self.program)
    let (_, credential) = try first(scene)
    let place = [
      AgentPair(AgentFact.api, Self.api), AgentPair(AgentFact.issuer, "https://as.example"),
      AgentPair(AgentFact.provider, "foursquare"),
    ]
    #expect(try scene.ask(.answered(Self.message, Self.refusal(), credential)) == .fields(place))
    #expect(try scene.ask(.answered(Self.message, Self.refusal(404), credential)) == .done)
  }

  @Test("an answer of a place where the credential must not go is refused, and renews nothing")
  func foreign() async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    let (_, credential) = try first(scene)
    for url in ["https://evil.example/", "https://foursquare.com/oauth2/access_token"] {
      let answer = try scene.ask(.answered(AgentMessage(method: "GET", url: url), Self.refusal(), credential))
      #expect(["request.foreign_origin", "configuration.unsupported"].contains(answer.code), "\(answer)")
    }
    #expect(renewing(scene) == 0)
  }

  @Test("an entry of the user that names a built-in provider's API is not chosen for it: its account has to be named")
  func borrowed() async throws {
    let real = Provider.foursquare
    let borrower = Provider(name: "evil", title: real.title, service: real.service, apiOrigins: real.apiOrigins)
    let mallory = try StoredCredential.sample("mallory", provider: borrower)
    let alone = try await AgentScene([mallory])
    // A program without a grant learns nothing.
    #expect(try alone.ask(.authorize(account: nil, Self.message)).code == "agent.denied")
    let (named, _) = try first(alone, as: "mallory")
    #expect("\(named)".contains("token-mallory"))
    #expect(try alone.ask(.authorize(account: nil, Self.message)).code == "request.foreign_origin")
    let (unnamed, _) = try first(try await AgentScene([mallory, .sample("ada")]), as: nil)
    #expect("\(unnamed)".contains("token-ada"))
  }

  @Test("an answer needs the grant of a request")
  func denied() async throws {
    let scene = try await AgentScene([.sample("ada")], decision: nil, program: Self.program)
    let answer = try scene.ask(.answered(Self.message, Self.refusal(), AgentCredential(account: "ada", mark: "")))
    #expect(answer.code == "agent.denied" && renewing(scene) == 0)
  }

  @Test("a forged word that a token is gone marks no account, and the failure repeats nothing of the answer")
  func forged() async throws {
    let scene = try await AgentScene([.signing("ada")])
    let message = AgentMessage(method: "GET", url: Self.signed)
    let (_, credential) = try first(scene, message)
    let body = #"{"errors":[{"code":89,"message":"canary-token-secret, canary-tok"}]}"#
    let type = [AgentPair("Content-Type", "application/json")]
    let answer = try scene.ask(.answered(message, Self.refusal(401, type, body: body), credential))
    // EI14
    #expect(answer.code == "credential.sign_in_needed" && !"\(answer)".contains("canary"), "\(answer)")
    if case .failure(let failure) = answer { #expect(failure.remedy.contains("wayleave login twitter")) }
    #expect(try first(scene, message).1 == credential)
    let stored = try await AgentScene.records(scene.folder).load(StoredCredential.signing("ada").account)
    #expect(stored?.stored.endedBecause == nil)
  }

  @Test("RFC 5849 §3.3: the clock of an answer is that of the next request alone, and a day is the most")
  func clock() async throws {
    let scene = try await AgentScene([.signing("ada")])
    let message = AgentMessage(method: "GET", url: Self.signed)
    let (before, credential) = try first(scene, message)
    func answer(date: String) throws -> AgentAnswer {
      let fields = [AgentPair("Content-Type", "application/json"), AgentPair("Date", date)]
      let body = #"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#
      return try scene.ask(.answered(message, Self.refusal(401, fields, body: body), credential))
    }
    // The scene begins at 22:13:20.
    let again = try answer(date: "Tue, 14 Nov 2023 23:13:20 GMT")
    guard case .authorized(let sent, _) = again else { return #expect(Bool(false), "\(again)") }
    #expect(timestamp(sent) == 1_700_003_600)
    #expect(timestamp(before) == 1_700_000_000)
    #expect(try timestamp(first(scene, message).0) == 1_700_000_000)
    #expect(try answer(date: "Fri, 17 Nov 2023 23:13:20 GMT") == .done)
  }

  private func timestamp(_ message: AgentMessage) -> Int64? {
    let field = message.fields["Authorization"] ?? ""
    return field.split(separator: "oauth_timestamp=\"").last.flatMap { Int64($0.prefix { $0.isNumber }) }
  }

  @Test("without a name, the account is the only one whose credential may go there")
  func choice() async throws {
    let scene = try await AgentScene(
      [.sample("ada"), .signing("sig"), .signing("bob")], isOwn: true, decision: .always)
    let (_, credential) = try first(scene, as: nil)
    #expect(credential.account == "ada")
    let several = try scene.ask(.authorize(account: nil, AgentMessage(method: "GET", url: Self.signed)))
    guard case .failure(let failure) = several else { return #expect(Bool(false), "\(several)") }
    #expect(failure.code == "agent.account_choice_needed" && failure.message.contains("bob"))
    #expect(!failure.message.contains("ada"))
    let none = try scene.ask(.authorize(account: nil, AgentMessage(method: "GET", url: "https://evil.example/")))
    #expect(none.code == "request.foreign_origin", "\(none)")
  }

  @Test("a program without a grant does not learn by an address whether there is an account for it")
  func choiceOfStrangers() async throws {
    let scene = try await AgentScene([.sample("ada"), .signing("sig")], decision: .no)
    let answers = try [Self.api, Self.signed, "https://evil.example/"].map {
      try scene.ask(.authorize(account: nil, AgentMessage(method: "GET", url: $0)))
    }
    #expect(answers.allSatisfy { $0 == answers[0] } && answers[0].code == "agent.account_choice_needed")
    #expect(scene.person.count == 0)
  }

  @Test("RFC 5849 §3.4.4, RFC 8705 §2: the command itself signs with PLAINTEXT, and shows a certificate")
  func command() async throws {
    var withCertificate = try StoredCredential.sample("ada")
    withCertificate.client = try Client(id: "reader", authentication: .tls)
    let signing = try StoredCredential.signing("ada", method: .plaintext)
    for (stored, url) in [(signing, Self.signed), (withCertificate, Self.api)] {
      let scene = try await AgentScene([stored])
      let answer = try scene.ask(.authorize(account: "ada", AgentMessage(method: "GET", url: url)))
      guard case .needsCommand = answer else { return #expect(Bool(false), "\(answer)") }
    }
  }

  @Test("a program gets no request in which the client's secret or its API key stands; it gets the token as before")
  func clientSecrets() async throws {
    var keyed = try StoredCredential.sample("ada", provider: .bungie)
    keyed.client.apiKey = Secret("canary-api-key")
    let scene = try await AgentScene([keyed])
    let message = AgentMessage(method: "GET", url: "https://www.bungie.net/Platform/User/GetCurrentBungieNetUser/")
    guard case .needsCommand = try scene.ask(.authorize(account: "ada", message)) else {
      return #expect(Bool(false))
    }
    let refused = try scene.ask(
      .answered(message, try Self.refusal(), AgentCredential(account: "ada", mark: Secret("token-ada").fingerprint)))
    guard case .needsCommand = refused else { return #expect(Bool(false), "\(refused)") }
    #expect(try scene.token("ada") == "token-ada")
  }
}
