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

  // The error is for your log, and a status for the visitor.
  @Sendable func failure(_ error: OAuthError) -> HTTPError {
    print(error)
    return error.category == .denied ? HTTPError(.forbidden, message: "Nothing was granted.") : HTTPError(.badGateway)
  }

  let router = Router()
  router.get("/") { _, _ in
    do throws(OAuthError) {
      let session = UUID().uuidString
      let url = try await accounts.begin(
        .issuer("http://127.0.0.1:9765/tollgate"), as: client, redirectURI: callback, ownedBy: Secret(session))
      var response = Response.redirect(to: url.text)
      // Behind https, add `secure: true`.
      response.setCookie(Cookie(name: "session", value: session, httpOnly: true, sameSite: .lax))
      return response
    } catch { throw failure(error) }
  }
  router.get("/callback") { request, _ in
    do {
      guard let session = request.cookies["session"]?.value, let path = request.head.path,
        case .completed(let signedIn) = try await accounts.receive(path, ownedBy: Secret(session))
      else { throw HTTPError(.badRequest) }
      return "Welcome, \(signedIn.stored.identity?.displayName ?? "you")"
    } catch let error as OAuthError { throw failure(error) }
  }
  try await Application(router: router).runService()
  // end of snippet
}
