import WayleaveWire

/// Decides which request is a callback that may be looked at.
///
/// The checks stand in the order in which they are made: who is meant comes before what is asked.
struct LoopbackGate: Sendable {
  let address: LoopbackAddress

  /// What becomes of a request.
  enum Decision: Sendable {
    /// It may be a callback: its URL.
    case callback(String)
    /// It is answered at once; the reason is given unless it is not worth telling.
    case answer(LoopbackAnswer, reason: String?)
  }

  func decision(on head: RequestHead) -> Decision {
    guard let (authority, pathAndQuery) = Self.parts(of: head.target) else {
      return .answer(.badRequest, reason: "a request whose target is no path")
    }
    let hosts = head.values(of: "host")
    guard hosts.count == 1, let host = hosts.first else {
      return .answer(.badRequest, reason: "a request without exactly one Host")
    }
    guard authority.map({ $0.hasSameBytes(as: host) }) ?? true else {
      return .answer(.badRequest, reason: "a request that names two hosts")
    }
    // A page of a foreign name that was made to lead here (DNS rebinding) cannot send another Host than its own.
    guard isOurs(host) else { return .answer(.misdirected, reason: "a request for another host") }
    guard head.method != "OPTIONS" else {
      return .answer(.forbidden, reason: "a web page that asked whether it may call")
    }
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let path = parts.first, path.hasSameBytes(as: address.path) else { return .answer(.notFound, reason: nil) }
    guard head.method == "GET" || head.method == "HEAD" else {
      return .answer(.methodNotAllowed, reason: "a callback by \(DisplayText.clean(head.method, limit: 20))")
    }
    guard head.values(of: "sec-fetch-mode").allSatisfy({ $0 == "navigate" }) else {
      return .answer(.forbidden, reason: "a web page that called from within")
    }
    // Scanners of links and loaders ahead of time ask so; the user has not come back yet.
    guard head.method == "GET" else { return .answer(.empty, reason: nil) }
    let url = address.callbackURL(query: parts.count == 2 ? parts[1] : nil)
    guard url.utf8.count <= AbsoluteURL.maximumLength else {
      return .answer(.targetTooLong, reason: "a callback too long")
    }
    guard let proved = try? AbsoluteURL(url), proved.fragment == nil else {
      return .answer(.badRequest, reason: "a callback with characters that no URL has")
    }
    return .callback(url)
  }

  private func isOurs(_ host: String) -> Bool {
    // Names of hosts know no case: RFC 9110 §4.2.3. The port is left out when it is http's own.
    let lowered = host.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    return lowered.elementsEqual(address.authority.utf8)
  }

  /// The authority, when the target names one, and path and query; nil for the other forms of a target.
  private static func parts(of target: String) -> (authority: String?, pathAndQuery: String)? {
    if target.utf8.first == UInt8(ascii: "/") { return (nil, target) }
    guard let url = try? AbsoluteURL(target), url.scheme == "http", let authority = url.authority, url.fragment == nil
    else { return nil }
    return (authority, url.pathAndQuery)
  }
}
