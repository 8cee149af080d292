import Wayleave
import WayleaveOAuth1
import WayleaveWire

/// A credential as lines that any shell takes into its environment.
///
/// Each variable is set, to nothing where it has no value: what an earlier token left there must not pass for this one's.
/// None of the names stands for an option.
struct ShellLines {
  let text: String

  init(_ credential: Credential) {
    let end = credential.expiresAt.map { String($0.secondsSinceEpoch) } ?? ""
    let variables =
      switch credential {
      case .oauth2(let tokens):
        [("ACCESS_TOKEN", tokens.accessToken.exposedText), ("TOKEN_TYPE", tokens.tokenType), ("EXPIRES_AT", end)]
      case .oauth1(let credential):
        [
          ("OAUTH_TOKEN", credential.token.exposedText), ("OAUTH_TOKEN_SECRET", credential.secret.exposedText),
          ("EXPIRES_AT", end),
        ]
      }
    text = variables.map { "export WAYLEAVE_\($0)=\(Self.quoted($1))" }.joined(separator: "\n")
  }

  /// A text as one word of the shell: between apostrophes nothing means anything but the apostrophe itself.
  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
