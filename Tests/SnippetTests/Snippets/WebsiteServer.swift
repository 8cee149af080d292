import Hummingbird
import Wayleave
import WayleaveHummingbird
import WayleaveResourceServer

/// What Documentation/server.md shows of a website.
struct ShopTables: Sendable {
  func user(issuer: String, subject: String) async throws -> String? { nil }
  func insertUser(issuer: String, subject: String, name: String?) async throws -> String { "" }
  func insertIdentity(issuer: String, subject: String, user: String) async throws -> Bool { true }
  func deleteIdentity(issuer: String, subject: String, user: String) async throws -> Bool { true }
  func identities(of user: String) async throws -> [Identity] { [] }
}

// snippet: the users of a website
struct ShopUsers: WebsiteUsers {
  let database: ShopTables

  func user(with identity: Identity) async throws -> String? {
    try await database.user(issuer: identity.issuer.text, subject: identity.subject)
  }

  func create(from identity: Identity) async throws -> String? {
    try await database.insertUser(
      issuer: identity.issuer.text, subject: identity.subject, name: identity.displayName)
  }

  func link(_ identity: Identity, to user: String) async throws -> Bool {
    try await database.insertIdentity(issuer: identity.issuer.text, subject: identity.subject, user: user)
  }

  func unlink(_ identity: Identity, from user: String) async throws -> Bool {
    // In one transaction: false, and nothing done, where it is the user's last one.
    try await database.deleteIdentity(issuer: identity.issuer.text, subject: identity.subject, user: user)
  }

  func identities(of user: String) async throws -> [Identity] { try await database.identities(of: user) }
}
// end of snippet

private func storing(_ accounts: Accounts, _ providers: [WebsiteProvider], _ users: ShopUsers) throws -> Website {
  // snippet: where a website stores its sessions
  let vault = FileVault(directory: "/var/lib/shop/website", key: .keyFile("/etc/shop/store.key"))
  let website = try Website(
    at: "https://shop.example", title: "The shop", accounts: accounts, providers: providers, users: users,
    vault: vault, times: SessionTimes(idle: .seconds(1800), absolute: .seconds(86_400)))
  // end of snippet
  return website
}

private func routing(_ router: Router<BasicRequestContext>, _ website: Website, _ accounts: Accounts) {
  // snippet: a route of a website
  router.post("/orders") { request, _ in
    guard let session = try await website.session(of: request) else { throw HTTPError(.unauthorized) }
    let reply = try await accounts.session(for: session.account).get("https://api.example.com/address")
    return "An order of \(session.user), sent to \(try reply.text)"
  }
  // end of snippet
}

private struct Framework {
  struct Request {
    var head: HTTPRequest
    var bytes: [UInt8]
    var address: String?
  }

  let website: Website
  let log: @Sendable (String) -> Void
  let count: @Sendable (OAuthError) -> Void

  // snippet: a website with another framework
  func respond(to request: Request) async -> (HTTPResponse, [UInt8])? {
    guard website.answers(request.head),
      let answer = await website.answer(
        to: RequestMessage(request.head, body: request.bytes), from: request.address)
    else { return nil }  // a path of your own
    if let failure = answer.failure { log("\(failure)") }
    if let refusal = answer.refusal { count(refusal) }
    return (answer.response.head, answer.response.body)
  }
  // end of snippet
}

private func guarding(_ notes: ProtectedResource) {
  // snippet: the callers of an API, in routes
  struct Context: CallerRequestContext {
    var coreContext: CoreRequestContextStorage
    var caller: Caller?
    let address: String?

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      address = source.channel.remoteAddress?.ipAddress
    }
  }

  let router = Router(context: Context.self)
  let notesAPI = CallerMiddleware<Context>(notes, scopes: ["notes.read"], client: { $1.address })
  router.add(middleware: notesAPI)
  router.get("/notes") { _, context in "Hello, \(context.caller?.subject ?? "program")" }
  // end of snippet
}
