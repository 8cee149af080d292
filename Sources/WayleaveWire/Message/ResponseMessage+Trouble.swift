extension ResponseMessage {
  /// Whether the server is in trouble for a while, or too busy, so that it has not answered yet: later it may.
  ///
  /// RFC 6585 §4, 429; RFC 9110 §15.6, 5xx.
  package var isInTrouble: Bool { Self.isTrouble(status) }

  /// Whether there is no document at this address: it answers 404 or its like, or by a page for people.
  package var hasNoDocument: Bool {
    switch status {
    case 200: contentType == "text/html"
    case 400..<500: !isInTrouble
    default: false
    }
  }

  /// The same of a status.
  package static func isTrouble(_ status: Int) -> Bool { status == 429 || (500..<600).contains(status) }
}
