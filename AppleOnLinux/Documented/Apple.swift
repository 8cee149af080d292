import AuthenticationServices
import Foundation
import Security
import SwiftUI
import WayleaveAppleUnderTest
import WayleaveJOSE

/// What Documentation/apple.md shows: only what is public can be used here.
func signIn() async throws {
  // snippet: a sign-in on an Apple device
  let accounts = try Accounts.onThisDevice()
  let redirectURI = try RedirectURI("com.example.app:/callback")
  let client = try Client(id: "your client id", redirectURIs: [redirectURI])
  let signedIn = try await accounts.signIn(to: .issuer("https://issuer.example"), as: client)
  let reply = try await accounts.session(for: signedIn.account).get("https://issuer.example/me")
  // end of snippet
  print(reply.status)
}

func parts(events: @escaping @Sendable (Event) -> Void) throws -> Accounts {
  // snippet: the parts of the accounts of an Apple device
  let vault = KeychainVault(
    accessGroup: "TEAMID.com.example.shared",
    protection: KeychainProtection(.whenUnlockedThisDeviceOnly, userPresence: "use your account"),
    locks: LockFolder(directory: "/the/folder/of/your/group/locks"))
  let accounts = Accounts(
    transport: URLSessionTransport(), callbackSource: WebAuthenticationSource(isEphemeral: true),
    credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault))
  // end of snippet
  return accounts
}

func newClientKey(vault: KeychainVault, register: (JSONWebKey) async throws -> ClientID) async throws -> Client? {
  // snippet: the key of a client in the Secure Enclave
  let keys = SecureEnclaveKeys(in: vault)
  guard let made = try keys.makeKey(for: [.es256]) else { return nil }
  let client = try Client(id: try await register(made.key.publicKey), key: made.key, named: made.name)
  // end of snippet
  return client
}

func clientCertificate(identity: SecIdentity, authority: SecCertificate) throws -> URLSessionTransport {
  // snippet: a client certificate of the keychain
  let shown = try ClientIdentity(identity, intermediates: [authority])
  let tokens = try Origin("https://mtls.issuer.example"), api = try Origin("https://api.example")
  let transport = URLSessionTransport { server in server == tokens || server == api ? shown : nil }
  // end of snippet
  return transport
}

func signInWithApple(
  accounts: Accounts, send: (_ code: Secret, _ nonce: Secret) async throws -> Void
) async throws {
  // snippet: a sign-in with the Apple account of the device
  let apple = try await accounts.signInWithApple()
  print(apple.signedIn.account)
  if let handOver = apple.handOver { try await send(handOver.code, handOver.nonce) }
  for await change in accounts.appleAccountChanges() where change.state == .revoked {
    print("\(change.account) no longer uses this app")
  }
  // end of snippet
}

#if !os(macOS)
  func signInByApp(client: Client) async throws -> SignedIn {
    // snippet: a sign-in by the app of the provider
    let source = AppSwitchSource { status in
      if case .appNotInstalled(let install?) = status { print("It is here: \(install)") }
    }
    let accounts = try Accounts.onThisDevice(callbackSource: source)
    let signedIn = try await accounts.signIn(to: .foursquare, as: client, options: SignInOptions(flow: .app))
    // end of snippet
    return signedIn
  }
#endif

func receive(_ url: URL, accounts: Accounts) async throws {
  // snippet: a URL that opened the app
  switch try await accounts.receive(url) {
  case .completed(let signedIn): print("signed in as \(signedIn.account)")
  case .unsolicited: print("no sign-in waits for this, or it was handed over before")
  case .notOurs: print("this is for another part of the app")
  }
  // end of snippet
}

func move(accounts: Accounts, client: Client) async throws {
  // snippet: the token of an earlier library
  let moved = try await accounts.move(
    from: .bdbOAuth1Manager(host: "api.twitter.com"), of: .twitter, as: client)
  // end of snippet
  print(moved?.signedIn.account as Any)
}

// snippet: the accounts of an extension
func accountsOfExtension() throws -> Accounts {
  let vault = try KeychainVault(appGroup: "group.com.example.team")
  return Accounts(
    transport: URLSessionTransport(), credentials: CredentialRecords(in: vault), signIns: SignInRecords(in: vault),
    keys: SecureEnclaveKeys(in: vault))
}
// end of snippet

// snippet: what a widget shows
func timelineText() async -> String {
  do {
    let accounts = try accountsOfExtension()
    guard let user = try await accounts.all().first(where: { !$0.isSignedOut }) else { return "Sign in" }
    let reply = try await accounts.session(for: user.account).get("https://api.example.com/next")
    return String(decoding: reply.body, as: UTF8.self)
  } catch let error as OAuthError where error.category == .signInNeeded {
    return "Sign in again"
  } catch {
    return "Try again later"
  }
}
// end of snippet

/// What a view controller has.
@MainActor protocol HasView: AnyObject {
  associatedtype Content: HasWindow
  var view: Content { get }
}

@MainActor protocol HasWindow {
  var window: ASPresentationAnchor? { get }
}

@MainActor func sheetOfExtension(over controller: some HasView) -> WebAuthenticationSource {
  // snippet: the sheet of an extension
  let source = WebAuthenticationSource(anchor: { controller.view.window })
  // end of snippet
  return source
}

// snippet: a refresh in the background
func refreshTokens(of accounts: Accounts) async throws {
  for user in try await accounts.all() where !user.isSignedOut {
    do { _ = try await accounts.fresh(user.account) } catch {
      // Locked, offline, or to be signed in again: the next turn, or the user, comes.
      print(error.code, error.message)
    }
  }
}
// end of snippet

// snippet: the views of a sign-in
struct SignInScreen: View {
  let button: SignInModel
  let accounts: AccountChooserModel
  let log: SignInLogModel

  var body: some View {
    VStack(alignment: .leading) {
      SignInButton(button)
      AccountChooser(accounts) { button.begin() }
      SignInLog(log)
    }
  }
}
// end of snippet

// snippet: a code on an Apple TV
@MainActor struct CodeSignIn {
  let button: SignInModel
  let code = DeviceCodeModel()

  init(as client: Client) throws {
    let source = ViewSource(WebAuthenticationSource(), code: code, pin: PINModel())
    let accounts = try Accounts.onThisDevice(callbackSource: source)
    button = SignInModel(to: .github, as: client, in: accounts, options: SignInOptions(flow: .device))
  }
}

struct CodeSignInScreen: View {
  let signIn: CodeSignIn

  var body: some View {
    VStack(alignment: .leading) {
      SignInButton(signIn.button)
      DeviceCodeView(signIn.code)
    }
  }
}
// end of snippet
