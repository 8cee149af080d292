import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

extension Account {
  static let alice = Account(provider: "twitter", client: "reader", subject: "alice")
  static let bob = Account(provider: "twitter", client: "reader", subject: "bob")
}

extension StoredCredential {
  static func sample(_ account: Account, token: String = "canary-token") throws -> StoredCredential {
    StoredCredential(
      account: account, provider: .twitter, client: try Client(id: "reader"),
      credential: .oauth2(.init(accessToken: Secret(token), refreshToken: Secret("canary-refresh"))),
      obtainedAt: Instant(secondsSinceEpoch: 1_700_000_000))
  }

  var token: String? {
    guard case .oauth2(let tokens) = credential else { return nil }
    return tokens.accessToken.exposedText
  }
}

extension SignIn {
  static func sample(named name: String) throws -> SignIn {
    var signIn = SignIn(
      to: .twitter, as: try Client(id: "reader"), redirectURI: try RedirectURI("http://127.0.0.1:7777/cb"),
      accountName: name, at: Instant(secondsSinceEpoch: 1_700_000_000))
    signIn.flow = .code(
      CodeFlow(waitingFor: .init(state: Secret("canary-state"), verifier: nil, nonce: Secret("nonce"))))
    return signIn
  }
}

/// The code of what a piece of work throws; nil when it throws nothing.
func code(of work: () async throws -> Void) async -> OAuthError.Code? {
  do {
    try await work()
    return nil
  } catch {
    return (error as? OAuthError)?.code
  }
}
