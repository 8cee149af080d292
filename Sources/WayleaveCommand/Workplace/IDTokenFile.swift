import Wayleave
import WayleaveSignIn
import WayleaveWire

/// The file of `login --save-id-token`.
struct IDTokenFile {
  private let file: NewFile

  /// A new file that only its owner can read; throws `configuration.invalid_value` where there is a file already.
  init(at path: String) throws(OAuthError) {
    file = try NewFile(at: path)
  }

  /// Writes the ID token of a sign-in, which is verified; throws `id_token.missing`.
  func write(_ credential: Credential) throws(OAuthError) {
    guard case .oauth2(let tokens) = credential, let token = tokens.idToken else { throw .noIDToken() }
    try file.write(token.exposedBytes + [UInt8(ascii: "\n")])
  }

  /// Removes the file: there is nothing to put into it.
  func discard() { file.discard() }
}

extension OAuthError {
  fileprivate static func noIDToken() -> OAuthError {
    OAuthError(
      .missingIDToken, message: "You are signed in, but the provider sent no ID token: the file was not written.",
      rule: .openID("Core", "3.1.3.3"),
      remedy: "The account can be used. A provider of OpenID Connect sends one for the scope openid: --scope openid.")
  }
}
