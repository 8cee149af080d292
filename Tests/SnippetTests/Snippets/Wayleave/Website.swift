import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird

/// What README.md and SigningIn.md show of a whole website.
func runWebsite() async throws {
  // snippet: a whole website
  let url = "http://127.0.0.1:8080"
  let client = try Client(id: "tollgate-native", redirectURIs: [RedirectURI("\(url)/callback")])
  let tollgate = try WebsiteProvider("tollgate", .issuer("http://127.0.0.1:9765/tollgate"), as: client)
  let website = try Website(at: url, accounts: .onThisMachine(app: "your-website"), providers: [tollgate])

  let router = Router()
  router.add(middleware: SignInMiddleware(website))
  router.add(middleware: SignedInMiddleware(website))
  router.get("/") { request, _ in "Welcome, \(try await website.session(of: request)?.name ?? "you")" }
  try await Application(router: router).runService()
  // end of snippet
}
