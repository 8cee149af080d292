import WayleaveOAuth2
import WayleaveWire

extension DocumentedRules.Redirect {
  /// Whether the port of a loopback redirect URI is compared as well.
  ///
  /// RFC 8252 §7.3: a server "MUST allow any port"; many do not.
  var isExact: Bool {
    switch self {
    case .loopbackAnyPort, .loopbackIPAnyPort, .localhostAnyPort: false
    case .loopbackExact, .localhostExact, .httpsOnly, .noneLocal: true
    }
  }

  /// Whether the port of what a client has registered is compared.
  func comparesPort(of registered: RedirectURI) -> Bool {
    isExact || self == .loopbackIPAnyPort && registered.url.port != nil
  }

  /// Whether a client may register a redirect URI; of schemes of apps no page says it.
  func takes(_ redirectURI: RedirectURI) -> Bool {
    let url = redirectURI.url
    guard url.scheme == "http" || url.scheme == "https", url.isLoopback else { return url.scheme != "http" }
    switch self {
    // That 127.0.0.1 is taken does not say that `localhost` is not.
    case .loopbackAnyPort, .loopbackExact: return true
    case .loopbackIPAnyPort: return url.host != "localhost"
    case .localhostAnyPort, .localhostExact: return url.scheme == "https" || url.host == "localhost"
    case .httpsOnly: return url.scheme == "https"
    case .noneLocal: return false
    }
  }

  /// What a client can register, in words.
  var sentence: String {
    switch self {
    case .loopbackAnyPort: "http://127.0.0.1 at any port, or https"
    case .loopbackExact: "http://127.0.0.1 with its port, which is compared, or https"
    case .loopbackIPAnyPort:
      "http://127.0.0.1 or http://[::1], without a port for any port, or https; localhost is refused"
    case .localhostAnyPort: "http://localhost at any port, or https; http://127.0.0.1 is refused"
    case .localhostExact: "http://localhost with its port, which is compared, or https; http://127.0.0.1 is refused"
    case .httpsOnly: "https alone, compared byte for byte; http is refused, on this machine too"
    case .noneLocal: "https at a public host; nothing on this machine"
    }
  }
}
