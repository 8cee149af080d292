/// What a request at the listener is answered: texts of ours, into which nothing of the request ever gets.
struct LoopbackAnswer: Sendable {
  let bytes: [UInt8]

  private init(
    _ status: String, fields: [String] = [], referrer: String = "no-referrer",
    type: String = "text/plain; charset=utf-8",
    body: String = ""
  ) {
    let head =
      [
        "HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)", "Connection: close",
        "Cache-Control: no-store", "Referrer-Policy: \(referrer)", "X-Content-Type-Options: nosniff",
      ] + fields
    bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  /// The page for a callback that ended so.
  init(_ ending: LoopbackPage.Ending, naming names: LoopbackPage.Names) {
    let status =
      switch ending {
      case .completed, .denied: "200 OK"
      case .failed, .ignored: "400 Bad Request"
      }
    let policy = "Content-Security-Policy: \(LoopbackPage.contentSecurityPolicy)"
    self.init(
      status, fields: [policy], type: "text/html; charset=utf-8", body: LoopbackPage(ending, naming: names).html)
  }

  /// Sends the browser to the provider's page.
  init(redirectingTo url: String) { self.init("303 See Other", fields: ["Location: \(url)"]) }

  /// The page that posts the fragment, which no browser sends. It names its origin when it does: RFC 6454 §7.
  static let fragmentPage = LoopbackAnswer(
    "200 OK", fields: ["Content-Security-Policy: \(FragmentPage.contentSecurityPolicy)"], referrer: "same-origin",
    type: "text/html; charset=utf-8", body: FragmentPage.html)
  static let empty = LoopbackAnswer("200 OK")
  static let badRequest = LoopbackAnswer("400 Bad Request", body: "This request cannot be read.\n")
  static let forbidden = LoopbackAnswer("403 Forbidden", body: "Only a browser's own page may come here.\n")
  static let notFound = LoopbackAnswer("404 Not Found", body: "Nothing is here.\n")
  /// The address of the browser, the second time.
  static let used = LoopbackAnswer("410 Gone", body: "This address worked once. Go back to the program.\n")
  /// A callback by another way than in the query.
  static let onlyGet = LoopbackAnswer("405 Method Not Allowed", fields: ["Allow: GET, HEAD"])
  /// A callback by another way than as a form.
  static let onlyPost = LoopbackAnswer("405 Method Not Allowed", fields: ["Allow: POST"])
  static let lengthRequired = LoopbackAnswer("411 Length Required")
  static let contentTooLarge = LoopbackAnswer("413 Content Too Large")
  static let targetTooLong = LoopbackAnswer("414 URI Too Long")
  static let unsupportedMediaType = LoopbackAnswer("415 Unsupported Media Type")
  static let misdirected = LoopbackAnswer("421 Misdirected Request")
  static let fieldsTooLarge = LoopbackAnswer("431 Request Header Fields Too Large")
}
