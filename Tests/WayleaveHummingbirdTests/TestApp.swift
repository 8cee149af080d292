import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveOAuth2
import WayleaveWire

/// A native app whose server half is a website: with the users, the sessions and the providers of a `TestSite`.
struct TestApp: Sendable {
  let site: TestSite
  let website: Website

  static let redirectURI = "com.example.app:/callback"
  static let path = "/app/sign-in/example"

  init(
    of site: TestSite, accepting accepted: Set<AppProvider.HandOver> = [.code], keepsAccounts: Bool = true,
    users: (any WebsiteUsers)? = nil, records: (any Vault)? = nil
  ) throws {
    self.site = site
    let client = try Client(
      id: ClientID(TestIssuer.client), secret: Secret("a-secret-of-the-website"),
      redirectURIs: [RedirectURI(Self.redirectURI), RedirectURI("com.example.app:/second")])
    website = try Website(
      at: TestSite.origin, accounts: site.accounts, providers: [],
      apps: [AppProvider("example", .issuer(site.issuer.text), as: client, accepting: accepted)],
      users: users ?? site.users, vault: records ?? site.vault,
      times: SessionTimes(idle: .seconds(1800), absolute: .seconds(7200)), keepsAccounts: keepsAccounts)
  }

  /// Begins a sign-in in the app, has a person say yes, and gives what the app then hands over.
  func code(of person: TestIssuer.Person, as client: String = TestIssuer.client) throws -> [String: String] {
    var random = SystemRandomNumberGenerator()
    let verifier = CodeVerifier(using: &random)
    let request = AuthorizationRequest(
      clientID: ClientID(client), redirectURI: try RedirectURI(Self.redirectURI), state: Secret("state-of-the-app"),
      codeChallenge: CodeChallenge(of: verifier))
    let url = try request.url(at: Endpoint(site.issuer.text + "/authorize"))
    let callback = try site.issuer.allow(url.text, as: person)
    let query = try #require(callback.split(separator: "?").last)
    return [
      "grant_type": "authorization_code", "client_id": client, "redirect_uri": Self.redirectURI,
      "code": try #require(try Form(decoding: String(query)).text(of: "code")),
      "code_verifier": verifier.secret.exposedText,
    ]
  }

  /// Hands something over, as the app does: without cookies, and without an origin.
  func post(
    _ fields: [String: String], to path: String = Self.path, asJSON: Bool = false, origin: String? = nil
  ) async throws -> WebsiteAnswer {
    var request = RequestMessage(HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: path))
    request.head.headerFields[.userAgent] = "Notes app/1"
    request.head.headerFields[.origin] = origin
    request.head.headerFields[.contentType] = asJSON ? "application/json" : "application/x-www-form-urlencoded"
    if asJSON {
      var object = JSON.Object()
      for (name, value) in fields { object[name] = .string(value) }
      request.body = JSON.object(object).encoded()
    } else {
      request.body = Form(fields.map { (name: $0.key, value: $0.value) }).encoded()
    }
    return try #require(await website.answer(to: request))
  }

  /// Signs a person in, and gives the token.
  func signIn(as person: TestIssuer.Person) async throws -> String {
    try #require(Self.token(in: try await post(try code(of: person))))
  }

  /// The token of an answer; nil where it signs no one in.
  static func token(in answer: WebsiteAnswer) -> String? { json(of: answer)?["access_token"]?.string }

  /// The word for the refusal of an answer.
  static func error(in answer: WebsiteAnswer) -> String? { json(of: answer)?["error"]?.string }

  private static func json(of answer: WebsiteAnswer) -> JSON? { try? JSON(decoding: answer.response.body) }

  /// A request for a route of the website's own.
  static func request(
    _ method: HTTPRequest.Method = .get, with authorization: String?, origin: String? = nil
  ) -> RequestMessage {
    var head = HTTPRequest(method: method, scheme: "https", authority: "app.example", path: "/notes")
    head.headerFields[.authorization] = authorization
    head.headerFields[.origin] = origin
    return RequestMessage(head)
  }

  /// The session that a token opens.
  func session(
    _ token: String, _ method: HTTPRequest.Method = .get, origin: String? = nil
  ) async throws -> WebSession? {
    try await website.session(of: Self.request(method, with: "Bearer \(token)", origin: origin))
  }

  /// Whether nothing came of what was tried: no session, no memory, no user, no account.
  func hasNothing() async throws -> Bool {
    let records = await site.count(.website)
    let accounts = try await site.accounts.all()
    return records == 0 && accounts.isEmpty
  }
}
