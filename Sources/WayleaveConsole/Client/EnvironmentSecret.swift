package import WayleaveOAuth2
import WayleaveWire

/// To which client the secret of `WAYLEAVE_CLIENT_SECRET` belongs.
package enum EnvironmentSecret {
  /// Whether it is the secret of the client that a command describes.
  ///
  /// The variable stays set for later commands, which may describe another client: with a secret that is not its own, that
  /// client would fail, and its provider would see the secret.
  ///
  /// - Parameters:
  ///   - id: the client that the command describes.
  ///   - variable: the value of `WAYLEAVE_CLIENT_ID`, whose client the secret is; nil where it is not set.
  ///   - method: how the client authenticates, where the command says so.
  ///   - hasKey: whether the command gives a private key.
  package static func belongs(
    to id: ClientID, variable: ClientID?, method: ClientAuthenticationMethod?, hasKey: Bool
  ) -> Bool {
    guard variable == nil || variable == id else { return false }
    return method?.needsSecret ?? !hasKey
  }
}
