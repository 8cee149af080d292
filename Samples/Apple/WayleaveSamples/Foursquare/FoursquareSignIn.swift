import Foundation
import Observation
import WayleaveApple

/// A sign-in in two halves, each by a button of its own: “Connect”, and “Convert code to token”.
@MainActor @Observable final class FoursquareSignIn {
  var clientID = "wayleave-demo"
  var redirectURI = Playground.redirectURI
  /// The URL of a server of yours, which exchanges the code with the secret that only it has; empty for none.
  ///
  /// `Samples/AppBackend` is one, at http://127.0.0.1:8082.
  var server = Playground.server
  /// The callback that came, and that waits for its second half.
  private(set) var callback: String?
  private(set) var report = "Not connected."

  private let accounts: Accounts

  init(accounts: Accounts) { self.accounts = accounts }

  /// The first half: the page to open. The sign-in waits in the keychain, also while the app is not running.
  func connect() async -> URL? {
    do throws(OAuthError) {
      let (provider, client) = try server.isEmpty ? alone() : behindServer()
      let page = try await accounts.begin(provider, as: client, redirectURI: RedirectURI(redirectURI))
      report = "Opening the page of Foursquare."
      return URL(string: page.text)
    } catch {
      tell(error)
      return nil
    }
  }

  /// What `onOpenURL` brings: only the redirect URI of this sign-in is a callback.
  func arrive(_ url: URL) {
    guard url.absoluteString.hasPrefix(redirectURI + "?") else { return }
    callback = url.absoluteString
    report = "A callback came. Convert its code to a token."
  }

  /// The second half. It is looked up by its state: a callback that no one asked for has no effect.
  func convert() async {
    guard let arrived = callback else { return }
    callback = nil
    do throws(OAuthError) {
      switch try await accounts.receive(arrived) {
      case .completed(let signedIn):
        report = "Signed in as \(signedIn.stored.identity?.displayName ?? signedIn.account.subject)."
      case .unsolicited: report = "No sign-in of this app waits for this callback."
      case .notOurs(let error): tell(error)
      }
    } catch { tell(error) }
  }

  /// To the app, the server is where codes are converted. It sends no secret, and gets no token of Foursquare.
  private func behindServer() throws(OAuthError) -> (Provider, Client) {
    let client = try Client(id: ClientID(clientID), redirectURIs: [RedirectURI(redirectURI)])
    return (try Playground.foursquare(exchangingAt: server), client)
  }

  /// Without a server, as only a playground can allow it: a real secret would be everyone's who has the app.
  private func alone() throws(OAuthError) -> (Provider, Client) {
    (try Playground.foursquare(), try Playground.client(clientID, madeUpSecret: "playground-secret-not-real"))
  }

  private func tell(_ error: OAuthError) { report = "\(error.message) \(error.remedy)" }
}
