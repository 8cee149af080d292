package import WayleaveWire

/// A failure that is exit 64: the command asks for something that the provider does not have.
package struct WrongUsage: Error {
  package let error: OAuthError

  package init(error: OAuthError) { self.error = error }

  /// The failure as wrong usage where it says that something is not offered; else as it is.
  package static func ifUnsupported(_ failure: any Error) -> any Error {
    guard let error = failure as? OAuthError, error.code == .unsupported else { return failure }
    return WrongUsage(error: error)
  }
}
