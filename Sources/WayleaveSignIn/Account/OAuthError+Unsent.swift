package import WayleaveWire

extension OAuthError {
  /// Whether a request failed before anything of it was sent: no connection came about that it could have gone over.
  ///
  /// A server that is not known by its certificate is none: nothing is sent before it is. What this machine lacks, such as
  /// open files or a CA file that can be read, keeps the connection from being made.
  package var meansNothingSent: Bool { isUnreached || [.networkTimedOut, .unsupported, .invalidValue].contains(code) }

  /// Whether no connection to the server came about, whatever the time that was left.
  package var isUnreached: Bool { isNetworkMissing || [.certificateName, .certificateTrust].contains(code) }

  /// Whether the network or the server was not there, as it may be a moment later.
  package var isNetworkMissing: Bool {
    [.unreachable, .connectionRefused, .hostNotFound, .proxyFailed].contains(code)
  }
}
