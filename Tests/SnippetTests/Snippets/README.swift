// snippet: imports
import Wayleave
import WayleaveAsyncHTTPClient
// end of snippet

/// What README.md shows of a whole program.
func wholeProgram() async throws {
  // snippet: a whole program
  // Absolute paths of your choice. A missing folder is created; one that exists must be yours alone (mode 700).
  let folder = "/home/you/.local/state/your-app"
  let key = FileStoreKey.keyFile("/home/you/.config/your-app/store.key")

  // One `Accounts` per process.
  let accounts = Accounts(
    transport: try AsyncHTTPClientTransport(),
    userAgent: LoopbackUserAgent { notice in
      if case .open(let url) = notice { print("If no browser opens, open \(url.text)") }
    },
    credentials: FileCredentialStore(directory: "\(folder)/credentials", key: key),
    signIns: FileSignInStore(directory: "\(folder)/sign-ins", key: key))

  // What the provider gave you when you registered your app there; the playground knows this client.
  let client = try Client(id: "tollgate-native")
  let provider = try Provider(issuer: "http://127.0.0.1:9765/tollgate")

  // Opens the browser, and returns when the user has answered.
  let options = Accounts.SignInOptions(scopes: ["openid", "profile"])
  let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
  print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")

  // The request carries the user's token, which is renewed when it expires.
  let session = accounts.session(for: signedIn.account)
  let reply = try await session.get("http://127.0.0.1:9765/tollgate/userinfo")
  print(String(decoding: reply.body, as: UTF8.self))
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

/// What README.md shows of a sign-in on a website.
func onWebsite(
  accounts: Accounts, client: Client, callbackURL: String, sessionCookie: Secret
) async throws -> AbsoluteURL {
  // snippet: on a website, first
  let callback = try RedirectURI("https://your.app/callback")
  let url = try await accounts.begin(.twitter, as: client, redirectURI: callback, ownedBy: sessionCookie)
  // end of snippet
  // snippet: on a website, second
  switch try await accounts.receive(callbackURL, ownedBy: sessionCookie) {
  case .completed(let signedIn): print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")
  case .unsolicited: print("This callback answers no sign-in that began here.")
  case .notOurs(let error): print("This callback was not used: \(error.code.rawValue)")
  }
  // end of snippet
  return url
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
