import Foundation
import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient

/// What SigningIn.md shows of a whole website.
func runWebsite() async throws {
  // snippet: a whole website
  let accounts = try Accounts.onThisMachine(app: "your-website")
  let client = try Client(id: "tollgate-native")
  let callback = try RedirectURI("http://127.0.0.1:8080/callback")

  let router = Router()
  router.get("/") { _, _ in
    let session = UUID().uuidString
    let url = try await accounts.begin(
      .issuer("http://127.0.0.1:9765/tollgate"), as: client, redirectURI: callback, ownedBy: Secret(session))
    var response = Response.redirect(to: url.text)
    response.setCookie(Cookie(name: "session", value: session, httpOnly: true, sameSite: .lax))
    return response
  }
  router.get("/callback") { request, _ in
    do {
      guard let session = request.cookies["session"]?.value, let path = request.head.path,
        case .completed(let signedIn) = try await accounts.receive(path, ownedBy: Secret(session))
      else { throw HTTPError(.badRequest) }
      return "Welcome, \(signedIn.stored.identity?.displayName ?? "you")"
    } catch let error as OAuthError where error.category == .denied { return "Nothing was granted." }
  }
  try await Application(router: router).runService()
  // end of snippet
}
