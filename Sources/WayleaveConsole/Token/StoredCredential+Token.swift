package import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

extension StoredCredential {
  /// The token as `token --json` prints it.
  package func tokenJSON(named name: String) -> JSON {
    switch credential {
    case .oauth2(let tokens):
      [
        "access_token": .string(tokens.accessToken.exposedText), "token_type": .string(tokens.tokenType),
        "expires_at": JSON(tokens.expiresAt?.secondsSinceEpoch), "scopes": JSON(tokens.scopes ?? []),
        "account": .string(name),
      ]
    case .oauth1(let credential):
      [
        "oauth_token": .string(credential.token.exposedText),
        "oauth_token_secret": .string(credential.secret.exposedText),
        "consumer_key": .string(account.client.text),
        "account": .string(name),
      ]
    }
  }
}
