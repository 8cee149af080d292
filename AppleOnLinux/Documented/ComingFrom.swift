import WayleaveAppleUnderTest

/// What Documentation/coming-from.md shows.
struct ComingFrom {
  let accounts: Accounts
  let client: Client
  let consumer: Client
  let open: (String) async -> Void

  static func setUp() throws -> (Accounts, Client) {
    // snippet: accounts and a public client
    let accounts = try Accounts.onThisDevice()
    let client = try Client(id: "your client id", redirectURIs: [RedirectURI("com.example.app:/callback")])
    // end of snippet
    return (accounts, client)
  }

  func firstHalf() async throws {
    // snippet: the first half of FSOAuth
    let page = try await accounts.begin(.foursquare, as: client)
    await open(page.text)
    // end of snippet
  }

  func secondHalf(callback: String) async throws {
    // snippet: the second half of FSOAuth
    switch try await accounts.receive(callback) {
    case .completed(let signedIn): print("Signed in as \(signedIn.stored.identity?.displayName ?? "you")")
    case .unsolicited, .notOurs: print("No sign-in waits for this callback.")
    }
    // end of snippet
  }

  func server(session: Secret, app: some HandsOverCallback) async throws -> Accounts.CallbackOutcome {
    // snippet: a server signs in for an app
    let page = try await accounts.begin(.foursquare, as: client, ownedBy: session)
    let callback = try await app.callback(opening: page.text)
    let outcome = try await accounts.receive(callback, ownedBy: session)
    // end of snippet
    return outcome
  }

  @MainActor func chooses() async throws {
    // snippet: the accounts of Einlass
    let chooser = AccountChooserModel(in: try Accounts.onThisDevice(appGroup: "group.com.example.team"))
    let account = try await chooser.choice()
    print(account.identity?.displayName ?? "no name", account.identity?.email ?? "no address")
    // end of snippet
  }

  func adopts(refreshToken: String) async throws {
    // snippet: the refresh token of AppAuth
    let moved = try await accounts.adopt(
      refreshToken: Secret(refreshToken), of: .issuer("https://issuer.example"), as: client)
    // end of snippet
    print(moved.account)
  }

  func user() async throws {
    // snippet: a sign-in of OAuthSwift
    let options = SignInOptions(scopes: ["user-read-email"])
    let signedIn = try await accounts.signIn(to: .spotify, as: client, options: options)
    let user = try await accounts.session(for: signedIn.account).get("https://api.spotify.com/v1/me")
    // end of snippet
    print(user.status)
  }

  func sheet() async throws {
    // snippet: a browser sheet by hand
    let source = WebAuthenticationSource(isEphemeral: true) { notice in
      if notice == .closedByUser { print("The user closed the page.") }
    }
    let accounts = try Accounts.onThisDevice(callbackSource: source)
    let signedIn = try await accounts.signIn(to: .issuer("https://issuer.example"), as: client)
    // end of snippet
    print(signedIn.account)
  }

  func timeline() async throws {
    // snippet: a request that BDBOAuth1Manager would sign
    let signedIn = try await accounts.signIn(to: .twitter, as: consumer)
    let session = accounts.session(for: signedIn.account)
    let timeline = try await session.get("https://api.twitter.com/1.1/statuses/home_timeline.json?count=100")
    // end of snippet
    print(timeline.status)
  }

  func issuer() async throws {
    // snippet: a sign-in of AppAuth
    let options = SignInOptions(scopes: ["openid", "profile"])
    let signedIn = try await accounts.signIn(to: .issuer("https://issuer.example"), as: client, options: options)
    let reply = try await accounts.session(for: signedIn.account).get("https://issuer.example/me")
    // end of snippet
    print(reply.status)
  }
}

/// An app as its server sees it.
protocol HandsOverCallback {
  func callback(opening page: String) async throws -> String
}
