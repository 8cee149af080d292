import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// A callback that the desktop handed to us, and whose it may be. Nothing of it is verified.
struct ArrivedCallback {
  let url: AbsoluteURL
  /// The clients to whose redirect URIs it came.
  let receivers: [RegisteredClient]
  private let workplace: Workplace

  init(_ text: String, in workplace: Workplace, clients: [RegisteredClient]) throws(OAuthError) {
    let url = try AbsoluteURL(arriving: text)
    self.url = url
    self.workplace = workplace
    receivers = clients.filter { $0.client.redirectURIs.contains { $0.received(url) } }
  }

  /// The only client that it can be for, and its provider: its certificate is shown, and its key decrypts the callback.
  var holder: (registered: RegisteredClient, provider: Provider)? {
    guard let only = receivers.first, receivers.count == 1,
      let provider = try? workplace.catalogue.provider(named: only.provider.text, allowingHTTP: true)
    else { return nil }
    return (only, provider)
  }

  /// The callback with the state of the sign-in that it answers, where the app that sent it gives back none.
  ///
  /// Only while one such sign-in waits, in a process that has started the app, and never where a state came: an unknown one
  /// is refused. A refusal without a state answers nothing: any website could end the sign-in by one.
  func answer() async throws(OAuthError) -> String {
    let form = try url.queryForm
    guard !form.contains("state"), form.contains("code"), !form.contains("error"),
      AppWait.isHeld(in: workplace.folders.signInLocks),
      let state = try await workplace.waitingSignIns.stateForApp(receiving: url, at: WallClock.now())
    else { return url.text }
    var added = Form()
    added.append("state", state)
    return url.text(adding: added)
  }

  /// The file of certificates that the sign-in trusts which an ``answer()`` answers; the sign-in waits on.
  func trustRoots(ofAnswer answer: String) async -> String? {
    let decryption = holder?.registered.client.callbackDecryption
    guard let url = try? AbsoluteURL(arriving: answer),
      let key = (try? SignInCallback(reading: url, decryption: decryption))?.key
    else { return nil }
    return await workplace.waitingSignIns.trustRoots(of: key)
  }
}
