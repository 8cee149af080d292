import WayleaveWire

extension TransportFailure {
  /// Why a server was not reached, or why its answer was lost. A string literal makes ``other(_:)``.
  public enum Cause: Sendable, Equatable {
    /// No program listens at that address and port.
    case refused
    /// The name has no address, or the name server did not answer.
    case unknownHost
    /// No route leads there, or this machine has no network.
    case noRoute
    /// The connection ended in the middle.
    case reset
    /// The server's certificate is for another name.
    case certificateName
    /// The server's certificate is not signed by an authority that is trusted here, has expired or is not valid yet.
    case certificateTrust
    /// TLS failed in another way; a few words.
    case tls(String)
    /// The proxy was not reached, or it did not open a tunnel; its host and port, and why.
    indirect case proxy(String, Cause)
    /// Another cause in a few words, fit to be shown.
    case other(String)
  }
}

extension TransportFailure.Cause: ExpressibleByStringInterpolation {
  /// Another cause, written as a literal.
  public init(stringLiteral words: String) { self = .other(words) }
}

extension TransportFailure.Cause: CustomStringConvertible {
  /// A few words that follow a colon.
  public var description: String {
    switch self {
    case .refused: "connection refused"
    case .unknownHost: "the name was not found"
    case .noRoute: "no network leads there"
    case .reset: "the connection ended too early"
    case .certificateName: "its certificate is for another name"
    case .certificateTrust: "its certificate is not trusted here, or has expired"
    case .tls(let words): "no secure connection (\(DisplayText.clean(words, limit: 100)))"
    case .proxy(let proxy, let cause): "the proxy \(DisplayText.clean(proxy, limit: 100)) fails: \(cause)"
    case .other(let words): DisplayText.clean(words, limit: 200)
    }
  }
}
