import WayleaveWire

/// Decides which request is a callback that may be looked at.
///
/// The checks stand in the order in which they are made: who is meant comes before what is asked.
struct LoopbackGate: Sendable {
  let address: LoopbackAddress
  /// The path at which the browser begins.
  var startPath: String?

  /// What becomes of a request.
  enum Decision: Sendable {
    /// It may be a callback: its URL.
    case callback(AbsoluteURL)
    /// It may be a callback whose pairs stand in a body of so many bytes.
    case form(length: Int)
    /// It is the browser that is to be sent to the provider.
    case start
    /// It is answered at once; the reason is given if it matters.
    case answer(LoopbackAnswer, reason: String?)
    /// It is an answer at another place than the redirect URI: a browser, a proxy or the provider has rewritten it.
    case misplaced(LoopbackAnswer, reason: String)
  }

  /// By which way the answer of the provider comes.
  struct Way: Sendable {
    /// The origin of the page that the user was sent to; nil when no page was shown yet.
    var page: String?
    /// Whether it is posted as a form, and not in the query.
    var isPosted = false
    /// Whether it stands in the fragment, which no browser sends: a page of ours posts it.
    var isInFragment = false
  }

  /// The longest body that is read: a callback becomes a URL, which is no longer.
  static let maximumBodyLength = AbsoluteURL.maximumLength

  func decision(on head: RequestHead, by way: Way = Way()) -> Decision {
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
    guard isOurs(host) else {
      return misplaced(at: "http://\(host)\(pathAndQuery)", head, .misdirected, reason: "a request for another host")
    }
    guard head.method != "OPTIONS" else {
      return .answer(.forbidden, reason: "a web page that asked whether it may call")
    }
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if let startPath, pathAndQuery.hasSameBytes(as: startPath) { return decision(onStart: head) }
    guard let path = parts.first, path.hasSameBytes(as: address.path) else {
      return misplaced(at: address.url(path: pathAndQuery), head, .notFound, reason: nil)
    }
    let query = parts.count == 2 ? parts[1] : nil
    // An answer by another way than the one asked for was not made for this request.
    guard
      head.method == "HEAD" || head.method == (way.isPosted ? "POST" : "GET") || isBareVisit(head, query: query)
        || way.isInFragment && head.method == "POST"
    else {
      return .answer(
        way.isPosted ? .onlyPost : .onlyGet,
        reason: "a callback by \(DisplayText.clean(head.method, limit: 20)), which was not asked for")
    }
    guard isNavigation(head), isFromPage(way.isInFragment ? address.origin : way.page, head) else {
      return Self.calledByAnotherPage
    }
    // Scanners of links and loaders ahead of time ask so; the user has not come back yet.
    guard head.method != "HEAD" else { return .answer(.empty, reason: nil) }
    if way.isInFragment, isBareVisit(head, query: query) { return .answer(.fragmentPage, reason: nil) }
    return head.method == "POST" ? decision(onPost: head, query: query) : decision(onQuery: query)
  }

  /// What becomes of a request elsewhere. It is never taken: the path says which provider answers (RFC 9700 §4.4.2.2), and a
  /// foreign host may be a page's (DNS rebinding). What looks like an answer is reported at once, since no other may come.
  private func misplaced(
    at text: String, _ head: RequestHead, _ answer: LoopbackAnswer, reason: String?
  ) -> Decision {
    let written = text.contains("?") ? text : text.replacing(part: "%3F", with: "?")
    let form = (try? AbsoluteURL(arriving: written))?.query.flatMap { try? Form(decoding: $0) } ?? Form()
    guard head.method == "GET", isNavigation(head),
      ["state", "oauth_token"].contains(where: form.contains),
      ["code", "error", "oauth_verifier", "denied"].contains(where: form.contains)
    else { return .answer(answer, reason: reason) }
    let place = URLRedaction.redact(written)
    return .misplaced(
      answer,
      reason: "an answer at “\(place)”: it must come to exactly “\(address.redirectURI)”, as registered at the provider"
    )
  }

  /// Whether the browser goes to the page in a window, as far as it says: a script, an image or a frame of another page
  /// does not.
  private func isNavigation(_ head: RequestHead) -> Bool {
    head.values(of: "sec-fetch-mode").allSatisfy { $0 == "navigate" }
      && head.values(of: "sec-fetch-dest").allSatisfy { $0 == "document" }
  }

  /// Whether the request comes from the provider's page, or from one that hides its origin, as far as it says: a page of
  /// anyone else is refused before its state is looked at.
  private func isFromPage(_ page: String?, _ head: RequestHead) -> Bool {
    head.values(of: "origin").allSatisfy { $0 == "null" || $0.hasSameBytes(as: page ?? "null") }
  }

  private static let calledByAnotherPage = Decision.answer(.forbidden, reason: "another web page that called")

  /// What becomes of the browser's first request. A scanner of links does not use it up.
  private func decision(onStart head: RequestHead) -> Decision {
    guard head.method == "GET" || head.method == "HEAD" else { return .answer(.onlyGet, reason: nil) }
    guard isNavigation(head) else { return Self.calledByAnotherPage }
    return head.method == "GET" ? .start : .answer(.empty, reason: nil)
  }

  /// Whether the user only looks at the page again: a GET of the redirect URI as it is answers nothing.
  private func isBareVisit(_ head: RequestHead, query: String?) -> Bool {
    head.method == "GET" && (query ?? "").hasSameBytes(as: address.redirectURI.url.query ?? "")
  }

  /// What becomes of the body of a request whose head was let through: its pairs are those of the query, or those that a
  /// page of ours has read in the fragment.
  func decision(onBody body: ArraySlice<UInt8>, by way: Way) -> Decision {
    guard body.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
      return .answer(.badRequest, reason: "a form with characters that no form has")
    }
    let pairs = String(decoding: body, as: UTF8.self)
    if way.isInFragment { return decision(onQuery: address.redirectURI.url.query, fragment: pairs) }
    return decision(onQuery: address.redirectURI.url.query.map { "\($0)&\(pairs)" } ?? pairs)
  }

  /// OAuth 2.0 Form Post Response Mode §2: the pairs come as a form.
  private func decision(onPost head: RequestHead, query: String?) -> Decision {
    guard head.values(of: "content-type").map(ContentType.essence(of:)) == [ContentType.form],
      head.values(of: "content-encoding").isEmpty
    else { return .answer(.unsupportedMediaType, reason: "a callback that is posted and no form") }
    let lengths = head.values(of: "content-length")
    guard head.values(of: "transfer-encoding").isEmpty, lengths.count == 1, let text = lengths.first,
      (1...9).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit), let length = Int(text)
    else { return .answer(.lengthRequired, reason: "a form without exactly one length") }
    guard length <= Self.maximumBodyLength else { return .answer(.contentTooLarge, reason: "a form too long") }
    guard (query ?? "").hasSameBytes(as: address.redirectURI.url.query ?? "") else {
      return .answer(.badRequest, reason: "a form at an address that has further pairs")
    }
    return .form(length: length)
  }

  private func decision(onQuery query: String?, fragment: String? = nil) -> Decision {
    let url = address.callbackURL(query: query) + (fragment.map { "#\($0)" } ?? "")
    guard url.utf8.count <= AbsoluteURL.maximumLength else {
      return .answer(.targetTooLong, reason: "a callback too long")
    }
    guard let read = try? AbsoluteURL(arriving: url), (read.fragment == nil) == (fragment == nil) else {
      return .answer(.badRequest, reason: "a callback with characters that no URL has")
    }
    return .callback(read)
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
