import Wayleave
import WayleaveAsyncHTTPClient

/// What SigningIn.md shows of a whole program.
func signInAndRead() async throws {
  // snippet: one line
  let accounts = try Accounts.onThisMachine(app: "your-app")
  let client = try Client(id: "tollgate-native")
  let signedIn = try await accounts.signIn(to: .issuer("http://127.0.0.1:9765/tollgate"), as: client)
  let reply = try await accounts.session(for: signedIn.account).get("http://127.0.0.1:9765/tollgate/userinfo")
  print(try reply.text)
  // end of snippet
}

/// What SigningIn.md shows of the user agent.
func callbackSources() -> [LoopbackSource] {
  // snippet: user agents
  let speaking = LoopbackSource(app: "Your App")
  let ownWords = LoopbackSource(app: "Your App") { notice in
    if case .open(let url) = notice { print("If no browser opens, open \(url.text)") }
  }
  let silent = LoopbackSource(app: "Your App") { _ in }
  // end of snippet
  return [speaking, ownWords, silent]
}

/// What SigningIn.md shows of a sign-in in the browser.
func signInInBrowser(accounts: Accounts, client: Client) async throws -> SignedIn {
  // snippet: browser
  let options = SignInOptions(scopes: ["openid", "profile"], accountName: "work")
  let signedIn = try await accounts.signIn(to: .issuer("https://issuer.example"), as: client, options: options)
  print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")
  // end of snippet
  return signedIn
}

/// What SigningIn.md shows of an entry.
func ownEntry(entry: String) throws -> Provider {
  // snippet: own entry
  let provider = try Provider(json: JSON(decoding: Array(entry.utf8)))
  // end of snippet
  return provider
}

/// What SigningIn.md shows of an account of the AT Protocol.
func signInAtBluesky(accounts: Accounts) async throws -> SignedIn {
  // snippet: AT Protocol
  let client = try Client.atProtocolDevelopment()
  let provider = try await accounts.provider(ofUser: "@alice.example.com")
  let options = SignInOptions(scopes: ["transition:generic"])
  let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
  // end of snippet
  return signedIn
}

/// What SigningIn.md shows of a website.
func signInOnWebsite(
  accounts: Accounts, provider: Provider, client: Client, sessionCookie: Secret, pathAndQuery: String
) async throws -> (String, Int, Account?) {
  // snippet: website begins
  let callback = try RedirectURI("https://your.app/callback")
  let url = try await accounts.begin(provider, as: client, redirectURI: callback, ownedBy: sessionCookie).text
  // end of snippet
  // snippet: website receives
  do throws(OAuthError) {
    switch try await accounts.receive(pathAndQuery, ownedBy: sessionCookie) {
    case .completed(let signedIn): return (url, 303, signedIn.account)
    case .unsolicited, .notOurs: return (url, 400, nil)  // a sign-in that waits goes on waiting
    }
  } catch {
    return (url, error.category == .denied ? 200 : 502, nil)  // show the sign-in button again
  }
  // end of snippet
}

/// What SigningIn.md shows of a device.
func signInOnDevice(accounts: Accounts, provider: Provider, client: Client) async throws -> SignedIn {
  // snippet: device
  let options = SignInOptions(timeout: .seconds(900), flow: .device)
  let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
  // end of snippet
  return signedIn
}

/// What SigningIn.md shows of failures.
func signInThatFails(accounts: Accounts, provider: Provider, client: Client) async -> SignedIn? {
  // snippet: failures
  do throws(OAuthError) {
    return try await accounts.signIn(to: provider, as: client)
  } catch {
    switch error.category {
    case .denied, .cancelled, .timedOut: return nil  // the user's choice: show the sign-in button again
    default: print("\(error.code): \(error.message) \(error.remedy)")
    }
    return nil
  }
  // end of snippet
}

/// What SigningIn.md shows of a sign-out.
func signOut(accounts: Accounts, account: Account) async throws -> AbsoluteURL? {
  // snippet: sign-out
  let report = try await accounts.signOut(account)
  if case .pending(let error) = report.revocation { print("The provider has not confirmed it yet: \(error.message)") }
  // end of snippet
  return report.sessionPage
}
