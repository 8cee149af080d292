import HTTPTypes
import Testing
import Wayleave
import WayleaveHummingbird
import WayleaveWire

/// A website with two providers, all of it in memory.
struct TestSite: Sendable {
  let clock = TestClock()
  /// The provider `example` of the website.
  let issuer: TestIssuer
  /// The provider `other` of the website.
  let other: TestIssuer
  let accounts: Accounts
  let vault = MemoryVault()
  let users: UserRecords
  let website: Website

  static let origin = "https://app.example"

  init(
    at origin: String = Self.origin, title: String = "A website", times: SessionTimes = SessionTimes(),
    keepsAccounts: Bool = true, signsOutThere: Bool = false, maximumWaiting: Int = 10_000,
    users: (any WebsiteUsers)? = nil,
    records: (any Vault)? = nil
  ) throws {
    let clock = self.clock
    issuer = try TestIssuer("https://issuer.example", at: clock)
    other = try TestIssuer("https://other.example", at: clock)
    accounts = Accounts(
      transport: TestIssuers(issuers: [issuer, other]), credentials: CredentialRecords(in: vault),
      signIns: SignInRecords(in: records ?? vault, now: { clock.now }), now: { clock.now })
    self.users = UserRecords(in: vault)
    let client = try Client(id: ClientID(TestIssuer.client), secret: Secret("a-secret-of-the-website"))
    website = try Website(
      at: origin, title: title, accounts: accounts,
      providers: [
        WebsiteProvider("example", .issuer(issuer.text), as: client, title: "Example", signsOutThere: signsOutThere),
        WebsiteProvider("other", .issuer(other.text), as: client, title: "Other"),
      ], users: users, vault: records ?? vault, times: times, keepsAccounts: keepsAccounts,
      maximumWaiting: maximumWaiting)
  }

  func browser(from client: String? = nil) -> TestBrowser { TestBrowser(website, from: client) }

  /// How many records of a kind there are.
  func count(_ kind: RecordKind) async -> Int { await vault.ids(of: kind).count }
}

/// A browser that visits one website: it keeps cookies, and says where its requests come from.
actor TestBrowser {
  private let website: Website
  private let origin: String
  private let client: String?
  private(set) var cookies: [String: String] = [:]

  init(_ website: Website, at origin: String = TestSite.origin, from client: String? = nil) {
    self.website = website
    self.origin = origin
    self.client = client
  }

  /// The cookie of the session; nil where there is none.
  var session: String? { cookies["__Host-session"] }

  func setCookie(_ name: String, _ value: String?) { cookies[name] = value }

  /// A request with the cookies of the browser.
  func request(
    _ method: HTTPRequest.Method = .get, _ path: String, site: String? = "same-origin", origin named: String? = nil
  ) -> RequestMessage {
    let parts = origin.split(separator: "/")
    var head = HTTPRequest(method: method, scheme: "https", authority: parts.last.map(String.init), path: path)
    if !cookies.isEmpty {
      head.headerFields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
    }
    head.headerFields.set("Sec-Fetch-Site", to: site)
    head.headerFields.set("Origin", to: named)
    return RequestMessage(head)
  }

  /// Opens a path: by a link of the website, unless another place is named.
  func open(_ path: String, site: String? = "same-origin") async throws -> ResponseMessage {
    try await send(request(.get, path, site: site))
  }

  /// Sends a form: from a page of the website, unless another place is named.
  func post(
    _ path: String, _ form: Form, site: String? = "same-origin", origin named: String? = TestSite.origin
  ) async throws -> ResponseMessage {
    var request = request(.post, path, site: site, origin: named)
    request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.body = form.encoded()
    return try await send(request)
  }

  /// Sends a request, and keeps the cookies that come.
  func send(_ request: RequestMessage) async throws -> ResponseMessage {
    let answer = try #require(await website.answer(to: request, from: client))
    for field in answer.response.head.headerFields[values: .setCookie] {
      let parts = field.split(separator: "; ").map(String.init)
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      cookies[pair[0]] = parts.contains("Max-Age=0") ? nil : pair[1]
    }
    return answer.response
  }

  /// Signs a person in, and gives the answer to the callback.
  @discardableResult
  func signIn(
    at issuer: TestIssuer, named name: String = "example", as person: TestIssuer.Person,
    returningTo path: String? = nil
  ) async throws -> ResponseMessage {
    let callback = try await begin(at: issuer, named: name, as: person, returningTo: path)
    return try await open(callback, site: "cross-site")
  }

  /// Begins to sign in, says yes, and gives the path of the callback.
  func begin(
    at issuer: TestIssuer, named name: String = "example", as person: TestIssuer.Person, returningTo path: String? = nil
  ) async throws -> String {
    let query = path.map { "?return_to=" + String(decoding: Form([("to", $0)]).encoded().dropFirst(3), as: UTF8.self) }
    let answer = try await open("/sign-in/\(name)" + (query ?? ""))
    return try issuer.allow(try #require(answer.location), as: person)
  }

  /// The session that the website sees in a request of this browser.
  func seenSession(
    _ method: HTTPRequest.Method = .get, site: String? = "same-origin", origin named: String? = nil
  ) async throws -> WebSession? {
    try await website.session(of: request(method, "/notes", site: site, origin: named))
  }

  /// The token of the forms on the page of the accounts.
  func formToken() async throws -> String { try #require(try await seenSession()?.formToken).exposedText }
}

extension HTTPFields {
  fileprivate mutating func set(_ name: String, to value: String?) {
    if let name = HTTPField.Name(name) { self[name] = value }
  }
}

extension Message where Head == HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  var location: String? { head.headerFields[.location] }

  /// A field by its name.
  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }

  /// The fields that set cookies.
  var cookies: [String] { head.headerFields[values: .setCookie] }
}
