package import Wayleave
import WayleaveOAuth1
import WayleaveWire
import WayleaveSignIn

/// A credential as lines that set variables of any shell: sh and its kin, and fish.
///
/// Every variable is set; one without a value is set to nothing, so that no value of an earlier token stays there.
/// None of the names stands for an option.
package struct ShellLines {
  package let text: String

  package init(_ credential: Credential) {
    var values = ["EXPIRES_AT": credential.expiresAt.map { String($0.secondsSinceEpoch) } ?? ""]
    switch credential {
    case .oauth2(let tokens):
      values["ACCESS_TOKEN"] = tokens.accessToken.exposedText
      values["TOKEN_TYPE"] = tokens.tokenType
    case .oauth1(let credential):
      values["OAUTH_TOKEN"] = credential.token.exposedText
      values["OAUTH_TOKEN_SECRET"] = credential.secret.exposedText
    }
    text = Self.names.map { "export WAYLEAVE_\($0)=\(ShellWord.quoted(values[$0] ?? ""))" }.joined(separator: "\n")
  }

  private static let names = ["ACCESS_TOKEN", "TOKEN_TYPE", "OAUTH_TOKEN", "OAUTH_TOKEN_SECRET", "EXPIRES_AT"]
}
