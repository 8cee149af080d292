import Foundation
import Wayleave
import WayleaveAsyncHTTPClient

// The playground's Tollgate and its client, unless the environment names another issuer and the client that you
// registered there. A secret never stands in the code.
let environment = ProcessInfo.processInfo.environment
let issuer = environment["ISSUER"] ?? "http://127.0.0.1:9765/tollgate"
// With it, a server of your own exchanges the code: OwnServer.swift.
let server = environment["BACKEND"]
let api = environment["API_URL"] ?? server.map { "\($0)/me" } ?? "\(issuer)/userinfo"

do throws(OAuthError) {
  var client = try Client(
    id: ClientID(environment["CLIENT_ID"] ?? "tollgate-native"), secret: environment["CLIENT_SECRET"].map { Secret($0) }
  )
  var provider = try Provider.issuer(issuer)
  if let server { (provider, client) = (try .server(at: server, exchangingCodesOf: issuer), try .ofServer()) }
  let accounts = try Accounts.onThisMachine(app: "wayleave-command-line-sample" + (server == nil ? "" : "-with-server"))

  // The first run opens the browser; later runs use what that stored.
  let account: Account
  if let stored = try await accounts.all().first {
    account = stored.account
  } else {
    let options = SignInOptions(scopes: ["openid", "profile"])
    let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
    print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")
    account = signedIn.account
  }

  // The token is renewed when it expires.
  let reply = try await accounts.session(for: account).get(api)
  print(try reply.text)
} catch {
  FileHandle.standardError.write(Data("\(error.message) \(error.remedy)\n".utf8))
  exit(error.category == .denied ? 2 : 1)
}
