import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// Redirects of requests that change nothing; every other one is the caller's to see.
enum Redirect {
  /// Where an answer sends a GET or HEAD on to; nil when it does not, or to a place that would be clear text.
  static func target(of response: ResponseMessage, to request: RequestMessage) -> AbsoluteURL? {
    guard (300..<400).contains(response.status), [301, 302, 303, 307, 308].contains(response.status),
      [.get, .head].contains(request.head.method),
      let location = response.head.headerFields[.location], let base = try? AbsoluteURL(request.url ?? "")
    else { return nil }
    let isPath = location.hasPrefix("/") && !location.hasPrefix("//")
    let text = isPath ? "\(base.scheme)://\(base.authority ?? "")\(location)" : location
    guard let target = try? Endpoint(text).url, target.scheme == base.scheme || target.scheme == "https" else {
      return nil
    }
    return target
  }

  /// The request at its new address; what the caller set for another origin stays behind.
  static func following(_ request: RequestMessage, to target: AbsoluteURL) -> RequestMessage {
    var next = RequestMessage(request.head.method, to: target)
    let isSameOrigin = request.origin == Origin(of: target)
    next.head.headerFields = isSameOrigin ? request.head.headerFields : HTTPFields()
    if !isSameOrigin { next.head.headerFields[.accept] = request.head.headerFields[.accept] }
    return next
  }
}
