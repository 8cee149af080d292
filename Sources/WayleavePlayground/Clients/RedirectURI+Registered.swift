import WayleaveOAuth2
import WayleaveWire

extension RedirectURI {
  /// What the clients of the demonstration register: the path of every program, one for each name of a provider, and the
  /// scheme by which apps come back.
  static let registeredByDemos = ["http://127.0.0.1/callback", "http://127.0.0.1/callback/*", registeredForScheme]

  /// For browsers and apps that come back by a scheme: RFC 8252 §7.1.
  static let registeredForScheme = "wayleave.callback:/callback"

  /// Whether this registration is `PATH/*` on this machine, and `requested` is `PATH/NAME` there, at any port.
  ///
  /// Programs that talk to several servers have a path for each of them (RFC 9700 §4.4.2.2). A newcomer chooses the names.
  fileprivate func isPattern(of requested: RedirectURI) -> Bool {
    guard url.path.hasSuffix("/*"), url.isLoopback, url.scheme == "http", requested.url.scheme == "http",
      url.host == requested.url.host, url.query == nil, requested.url.query == nil
    else { return false }
    let folder = url.path.utf8.dropLast()
    guard requested.url.path.utf8.starts(with: folder) else { return false }
    let name = requested.url.path.utf8.dropFirst(folder.count)
    // A name such as “microsoft.organizations” has a period within.
    guard let first = name.first, first != UInt8(ascii: ".") else { return false }
    return name.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
  }
}

extension [RedirectURI] {
  /// Whether a client that has registered these may be answered at `requested`.
  ///
  /// RFC 6749 §3.1.2.3; RFC 8252 §7.3.
  func allow(_ requested: RedirectURI) -> Bool {
    contains { $0.matches(requested: requested) || $0.isPattern(of: requested) }
  }
}
