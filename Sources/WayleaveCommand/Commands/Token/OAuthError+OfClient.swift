import WayleaveConsole
import WayleaveWire

extension OAuthError {
  /// The same, with what helps where a client acts and no user can sign in again.
  var ofClient: OAuthError {
    switch code {
    case .scopeNeeded: remedied(by: "Ask for the scopes with this command: --scope.")
    case .foreignOrigin: remedied(by: "If the URL is right, name the API with this command: --resource.")
    default: self
    }
  }
}
