// snippet: imports
import Wayleave
import WayleaveAsyncHTTPClient
// end of snippet

/// What README.md shows of a sign-in.
func signingIn(accounts: Accounts, secretFromYourVault: String) async throws -> ResponseMessage {
  // snippet: signing in
  let client = try Client(id: "your client id", secret: Secret(secretFromYourVault))
  let signedIn = try await accounts.signIn(to: .foursquare, as: client)  // opens the browser, returns when done
  let reply = try await accounts.session(for: signedIn.account).get("https://api.foursquare.com/v2/users/self")
  // end of snippet
  return reply
}

/// What README.md shows of the parts on Linux.
func accountsOnLinux() throws -> Accounts {
  // snippet: accounts on Linux
  let folder = "/home/you/.local/state/your-app"
  let key = FileStoreKey.keyFile("/home/you/.config/your-app/store.key")
  let accounts = Accounts(
    transport: try AsyncHTTPClientTransport(),
    userAgent: LoopbackUserAgent(),
    credentials: FileCredentialStore(directory: "\(folder)/credentials", key: key),
    signIns: FileSignInStore(directory: "\(folder)/sign-ins", key: key))
  // end of snippet
  return accounts
}

/// What README.md shows of a sign-in in halves.
func inHalves(accounts: Accounts, client: Client, callbackURL: String) async throws -> AbsoluteURL {
  // snippet: in halves
  let callback = try RedirectURI("https://your.app/callback")
  let url = try await accounts.begin(.twitter, as: client, redirectURI: callback)  // show it; the sign-in waits
  switch try await accounts.receive(callbackURL) {
  case .completed(let signedIn): print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")
  case .unsolicited: print("That answers no sign-in of ours.")
  case .notOurs(let error): print(error.remedy)
  }
  // end of snippet
  return url
}

/// What README.md shows of a program without a user.
func withoutUser(accounts: Accounts, issuer: Provider, client: Client) async throws -> ResponseMessage {
  // snippet: without a user
  let reading = ClientCredentialsGrant(access: RequestedAccess(scopes: ["reports.read"]))
  let session = accounts.session(by: .clientCredentials(reading), of: issuer, as: client)
  let report = try await session.get("https://issuer.example/reports/7")
  // end of snippet
  return report
}

/// What README.md shows of the messages alone.
func asMessages(
  code: Secret, verifier: CodeVerifier, redirectURI: RedirectURI, endpoint: Endpoint, client: Client,
  send: (RequestMessage) async throws -> ResponseMessage
) async throws -> TokenResponse {
  // snippet: pure messages
  let grant = AuthorizationCodeGrant(code: code, verifier: verifier, redirectURI: redirectURI)
  let request = try grant.request(to: endpoint, as: client)
  let tokens = try TokenResponse(reading: try await send(request))
  // end of snippet
  return tokens
}
