import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird

/// What Documentation/server.md shows of the server half of an app.
func appServer() async throws {
  // snippet: the server of an app
  let client = try Client(
    id: "tollgate-web", secret: Secret("tollgate-web-secret-not-real"),
    redirectURIs: [RedirectURI("http://127.0.0.1/callback")])
  let tollgate = try AppProvider("tollgate", .issuer("http://127.0.0.1:9765/tollgate"), as: client)
  let website = try Website(
    at: "http://127.0.0.1:8080", accounts: .onThisMachine(app: "your-server"), providers: [], apps: [tollgate])

  let router = Router()
  router.add(middleware: SignInMiddleware(website))
  router.add(middleware: SignedInMiddleware(website))
  router.get("/me") { request, _ in
    guard let session = try await website.session(of: request) else { throw HTTPError(.unauthorized) }
    return ["sub": session.user, "name": session.name ?? ""]
  }
  try await Application(router: router).runService()
  // end of snippet
}

/// What Documentation/server.md shows of the app.
func appOfServer(_ accounts: Accounts) async throws -> ResponseMessage {
  // snippet: an app with a server
  let entry = """
    {
      "format": 1, "name": "your-server", "title": "Your server", "protocol": "oauth2",
      "issuer": "https://login.example.com", "authorization_endpoint": "https://login.example.com/authorize",
      "token_endpoint": "https://shop.example/app/sign-in/example",
      "revocation_endpoint": "https://shop.example/app/sign-out",
      "api_origins": ["https://shop.example"],
      "identity": {"endpoint": "https://shop.example/me", "subject": "{sub}", "name": "{name}"}
    }
    """
  let server = try Provider(json: JSON(decoding: Array(entry.utf8)))
  let client = try Client(id: "shop", redirectURIs: [RedirectURI("com.example.shop:/callback")])
  let signedIn = try await accounts.signIn(to: server, as: client)
  let orders = try await accounts.session(for: signedIn.account).get("https://shop.example/orders")
  // end of snippet
  return orders
}

private func photos(_ router: Router<BasicRequestContext>, _ website: Website, _ accounts: Accounts) {
  // snippet: a route of an app's server
  router.get("/photos") { request, _ in
    guard let session = try await website.session(of: request) else { throw HTTPError(.unauthorized) }
    return try await accounts.session(for: session.account).get("https://api.example.com/photos").text
  }
  // end of snippet
}
