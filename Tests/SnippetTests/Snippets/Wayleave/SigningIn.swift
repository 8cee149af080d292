import Wayleave

/// What SigningIn.md shows of a sign-in in the browser.
func signInInBrowser(accounts: Accounts, client: Client) async throws -> SignedIn {
  // snippet: browser
  let issuer = try Provider(issuer: "https://issuer.example")
  let options = Accounts.SignInOptions(scopes: ["openid", "profile"], accountName: "work")
  let signedIn = try await accounts.signIn(to: issuer, as: client, options: options)
  print("Welcome, \(signedIn.stored.identity?.displayName ?? "you")")
  // end of snippet
  return signedIn
}

/// What SigningIn.md shows of a website.
func signInOnWebsite(
  accounts: Accounts, provider: Provider, client: Client, sessionCookie: Secret, arrivedURL: String
) async throws -> (AbsoluteURL, Account?) {
  // snippet: website begins
  let callback = try RedirectURI("https://your.app/callback")
  let url = try await accounts.begin(provider, as: client, redirectURI: callback, ownedBy: sessionCookie)
  // end of snippet
  // snippet: website receives
  switch try await accounts.receive(arrivedURL, ownedBy: sessionCookie) {
  case .completed(let signedIn): return (url, signedIn.account)
  case .unsolicited, .notOurs: return (url, nil)  // the sign-in, if there is one, goes on waiting
  }
  // end of snippet
}

/// What SigningIn.md shows of a device.
func signInOnDevice(accounts: Accounts, provider: Provider, client: Client) async throws -> SignedIn {
  // snippet: device
  let options = Accounts.SignInOptions(timeout: .seconds(900), flow: .device)
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
    default: print("\(error.code.rawValue): \(error.message) \(error.remedy)")
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
