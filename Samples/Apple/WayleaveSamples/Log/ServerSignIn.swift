import Observation
import WayleaveApple

/// A sign-in at a server of which only the issuer is known, and every step of it.
@MainActor @Observable final class ServerSignIn {
  /// What will happen, before it happens.
  static let explanation = """
    “Sign in” asks this server where its pages are, and opens its sign-in page in a browser sheet. You say yes or no \
    there. The code that comes back is exchanged for tokens, and the server is asked who you are. Each step is listed \
    below, without secrets. The tokens stay in the keychain of this device.
    """

  var issuer = Playground.base + "/tollgate"
  private(set) var report = "Not signed in."
  /// What `Accounts` tells of each step; nothing secret is in it.
  let steps: SignInLogModel

  private let accounts: Accounts

  init(accounts: Accounts, steps: SignInLogModel) { (self.accounts, self.steps) = (accounts, steps) }

  /// Signs in, and asks the server who the user is.
  func start() async {
    do throws(OAuthError) {
      let signedIn = try await accounts.signIn(to: .issuer(issuer), as: Playground.tollgateClient())
      let reply = try await accounts.session(for: signedIn.account).get(issuer + "/userinfo")
      report = "UserInfo: \(reply.status)"
    } catch { report = "\(error.message) \(error.remedy)" }
  }
}
