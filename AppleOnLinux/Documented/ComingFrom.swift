import Foundation
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

  func serverBegins(session: Secret) async throws -> String {
    // snippet: a server begins a sign-in for an app
    let page = try await accounts.begin(.foursquare, as: client, ownedBy: session)
    // end of snippet
    return page.text
  }

  func appOpens(page: String) async {
    // snippet: an app opens the page of its server
    await open(page)
    // end of snippet
  }

  func appHandsOver(url: URL, send: (String) async throws -> Void) async throws {
    // snippet: an app hands over what came back
    try await send(url.absoluteString)
    // end of snippet
  }

  func serverFinishes(callback: String, session: Secret) async throws -> Accounts.CallbackOutcome {
    // snippet: a server finishes the sign-in of an app
    let outcome = try await accounts.receive(callback, ownedBy: session)
    // end of snippet
    return outcome
  }

  func anyServer() async throws {
    // snippet: a server such as Zatar
    let entry = """
      {"name": "example", "protocol": "oauth2", "api_origins": ["https://api.example"],
       "authorization_endpoint": "https://api.example/authorize", "token_endpoint": "https://api.example/token",
       "scopes": ["read", "update"], "dialect": {"scope_separator": ","}}
      """
    let provider = try Provider(json: JSON(decoding: Array(entry.utf8)))
    let signedIn = try await accounts.signIn(to: provider, as: client)
    // end of snippet
    print(signedIn.account)
  }

  func tutorial() async throws {
    // snippet: the token of the tutorial
    let moved = try await accounts.move(from: .userDefaults(key: "access_token"), of: .foursquare, as: client)
    // end of snippet
    print(moved?.signedIn.account as Any)
  }

  func appAuth() async throws {
    // snippet: the state of AppAuth
    // let data = UserDefaults.standard.data(forKey: "authState")!
    // let state = try NSKeyedUnarchiver.unarchivedObject(ofClass: OIDAuthState.self, from: data)
    let moved = try await accounts.move(
      from: .userDefaults(key: "authState"), of: .issuer("https://issuer.example"), as: client)
    // end of snippet
    print(moved?.signedIn.account as Any)
  }

  func gtmAppAuth() async throws {
    // snippet: the session of GTMAppAuth
    // let session = try KeychainStore(itemName: "authorization").retrieveAuthSession()
    let moved = try await accounts.move(from: .gtmAppAuth(itemName: "authorization"), of: .google, as: client)
    // end of snippet
    print(moved?.signedIn.account as Any)
  }

  func oauthSwift() async throws {
    // snippet: the credential of OAuthSwift
    // let credential = try JSONDecoder().decode(OAuthSwiftCredential.self, from: keychain.getData("credential")!)
    let moved = try await accounts.move(
      from: .keychain(service: nil, account: "credential"), of: .spotify, as: client)
    // end of snippet
    print(moved?.signedIn.account as Any)
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
