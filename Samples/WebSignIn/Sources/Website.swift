import Foundation
import Hummingbird
import Wayleave
import WayleaveAsyncHTTPClient

/// A website on which users sign in at an issuer: the playground's Tollgate, unless the environment names another.
@main
struct Website {
  let accounts: Accounts
  let client: Client
  let issuer: String
  /// Where users reach this website. Behind a proxy that is not where it listens.
  let publicURL: String
  let sessions = Sessions()

  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let port = environment["PORT"].flatMap { Int($0) } ?? 8080
    let website = Website(
      accounts: try Accounts.onThisMachine(app: "wayleave-web-sample"),
      // A secret never stands in the code.
      client: try Client(
        id: ClientID(environment["CLIENT_ID"] ?? "tollgate-native"),
        secret: environment["CLIENT_SECRET"].map { Secret($0) }),
      issuer: environment["ISSUER"] ?? "http://127.0.0.1:9765/tollgate",
      publicURL: environment["PUBLIC_URL"] ?? "http://127.0.0.1:\(port)")
    let application = Application(
      router: website.router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("/") { request, _ in await home(request) }
    router.post("/sign-in") { request, _ in
      try await isOurs(request) ? beginSignIn(request) : Response(status: .forbidden)
    }
    router.get("/callback") { request, _ in try await finishSignIn(request) }
    router.post("/sign-out") { request, _ in await isOurs(request) ? signOut(request) : Response(status: .forbidden) }
    return router
  }

  /// A form of another website must neither sign in nor sign out: every browser says where a form comes from.
  private func isOurs(_ request: Request) -> Bool { request.headers[.origin] == publicURL }

  private func home(_ request: Request) async -> Response {
    guard let user = await sessions.user(of: request) else {
      return .page("You are not signed in.", button: "Sign in", to: "/sign-in")
    }
    return .page("Hello, \(user.name)", button: "Sign out", to: "/sign-out")
  }

  /// The first half: the browser is sent to the provider, and only the same browser can come back.
  private func beginSignIn(_ request: Request) async throws -> Response {
    let session = Sessions.newIdentifier()
    let url = try await accounts.begin(
      .issuer(issuer), as: client, redirectURI: RedirectURI("\(publicURL)/callback"),
      options: SignInOptions(scopes: ["openid", "profile"]), ownedBy: Secret(session))
    var response = Response.redirect(to: url.text)
    response.setCookie(cookie(session))
    return response
  }

  /// The second half: the path and query that came are enough, together with the session of the browser.
  private func finishSignIn(_ request: Request) async throws -> Response {
    guard let path = request.head.path, let session = Sessions.identifier(of: request) else {
      return .page("No sign-in of this browser waits.", status: .badRequest, button: "Sign in", to: "/sign-in")
    }
    do throws(OAuthError) {
      guard case .completed(let signedIn) = try await accounts.receive(path, ownedBy: Secret(session)) else {
        return .page("No sign-in waits for this.", status: .badRequest, button: "Sign in", to: "/sign-in")
      }
      // Another identifier than before the sign-in: who knew that one is not signed in.
      var response = Response.redirect(to: "/")
      response.setCookie(cookie(await sessions.open(for: signedIn)))
      return response
    } catch {
      if error.category == .denied { return .page("Nothing was granted.", button: "Sign in", to: "/sign-in") }
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return .page("The sign-in did not work.", status: .badGateway, button: "Try again", to: "/sign-in")
    }
  }

  private func signOut(_ request: Request) async -> Response {
    if let user = await sessions.close(of: request) {
      // What the provider does not confirm now, `sendPendingRevocations` sends again.
      _ = try? await accounts.signOut(user.account)
    }
    var response = Response.redirect(to: "/")
    response.setCookie(cookie("", maxAge: 0))
    return response
  }

  /// No script can read it, and no other website's form can send it.
  private func cookie(_ session: String, maxAge: Int? = nil) -> Cookie {
    Cookie(
      name: Sessions.cookieName, value: session, maxAge: maxAge, path: "/", secure: publicURL.hasPrefix("https:"),
      httpOnly: true, sameSite: .lax)
  }
}
