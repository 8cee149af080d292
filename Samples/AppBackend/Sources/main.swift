import Foundation
import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveHummingbird

// The server half of an app. The app signs its user in at a provider, and hands over here what comes of it; the secrets
// and the provider's tokens stay here.
let environment = ProcessInfo.processInfo.environment
let port = environment["PORT"].flatMap { Int($0) } ?? 8082
let playground = environment["PLAYGROUND"] ?? "http://127.0.0.1:9765"

let accounts = try Accounts.onThisMachine(app: "wayleave-backend-sample")
let tollgate = try AppProvider.tollgate(at: playground)
let website = try Website(
  at: environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)", title: "The server of an app", accounts: accounts,
  providers: [], apps: [tollgate, .foursquare(at: playground), .twitter(at: playground)], keepsAccounts: false)

let router = Router()
// Serves /app/sign-in/NAME and /app/sign-out.
router.add(middleware: SignInMiddleware(website))
// Routes that are added from here on are for apps with a session, which they name by “Authorization: Bearer”.
router.add(middleware: SignedInMiddleware(website))
router.get("/me") { request, _ in
  guard let session = try await website.session(of: request) else { throw HTTPError(.unauthorized) }
  return ["sub": session.user, "name": session.name ?? ""]
}
// The server calls the provider's API for the user, with the tokens that the app never sees.
router.get("/userinfo") { request, _ in
  guard let session = try await website.session(of: request), session.account.provider == tollgate.provider.name else {
    throw HTTPError(.notFound)
  }
  return try await accounts.session(for: session.account).get("\(playground)/tollgate/userinfo").text
}

let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
try await Application(router: router, configuration: configuration).runService()
