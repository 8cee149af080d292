import Foundation
import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird

// A website on which users sign in at an issuer: the playground's Tollgate, unless the environment names another.
let environment = ProcessInfo.processInfo.environment
let port = environment["PORT"].flatMap { Int($0) } ?? 8080
// Where users reach this website. Behind a proxy that is not where it listens.
let url = environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)"
// A secret never stands in the code.
let client = try Client(
  id: ClientID(environment["CLIENT_ID"] ?? "tollgate-native"),
  secret: environment["CLIENT_SECRET"].map { Secret($0) }, redirectURIs: [RedirectURI("\(url)/callback")])
let issuer = environment["ISSUER"] ?? "http://127.0.0.1:9765/tollgate"
let website = try Website(
  at: url, title: "A website", accounts: .onThisMachine(app: "wayleave-web-sample"),
  providers: [WebsiteProvider("issuer", .issuer(issuer), as: client)], keepsAccounts: false)

let router = Router()
router.add(middleware: SignInMiddleware(website))
router.get("/") { request, _ in
  guard let session = try await website.session(of: request) else { return "You are not signed in: see /sign-in" }
  return "Hello, \(session.name ?? "you"): see /accounts and /sign-out"
}
// Routes that are added from here on are for users who are signed in.
router.add(middleware: SignedInMiddleware(website))
router.get("/notes") { _, _ in "Your notes" }

let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
let application = Application(router: router, configuration: configuration)
application.logger.notice("Open \(url)/sign-in")
try await application.runService()
