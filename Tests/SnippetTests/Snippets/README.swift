import Foundation
import Wayleave
import WayleaveAsyncHTTPClient

/// What README.md shows of a whole program.
func wholeProgram() async throws {
  // snippet: a whole program
  do throws(OAuthError) {
    let accounts = try Accounts.onThisMachine(app: "your-app")
    let client = try Client(id: "tollgate-native")
    let signedIn = try await accounts.signIn(to: .issuer("http://127.0.0.1:9765/tollgate"), as: client)
    print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")

    let session = accounts.session(for: signedIn.account)
    let reply = try await session.get("http://127.0.0.1:9765/tollgate/userinfo")
    print(try reply.text)
  } catch {
    print(error.message, error.remedy)
    exit(1)
  }
  // end of snippet
}

/// What README.md shows of a provider with a name.
func atBuiltInProvider(accounts: Accounts, secretFromYourVault: String) async throws -> ResponseMessage {
  // snippet: at a built-in provider
  let client = try Client(id: "your client id", secret: Secret(secretFromYourVault))
  let signedIn = try await accounts.signIn(to: .foursquare, as: client)
  let reply = try await accounts.session(for: signedIn.account).get("https://api.foursquare.com/v2/users/self")
  // end of snippet
  return reply
}

/// What README.md shows of a program without a user.
func withoutUser(accounts: Accounts, issuer: Provider, client: Client) async throws -> ResponseMessage {
  // snippet: without a user
  let reading = ClientCredentialsGrant(access: RequestedAccess(scopes: ["reports.read"]))
  let session = accounts.session(grant: .clientCredentials(reading), provider: issuer, client: client)
  let report = try await session.get("https://issuer.example/reports/7")
  // end of snippet
  return report
}
