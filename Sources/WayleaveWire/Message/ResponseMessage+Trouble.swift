extension ResponseMessage {
  /// Whether the server is in trouble for a while, or too busy, so that it has not answered yet: later it may.
  ///
  /// RFC 6585 §4, 429; RFC 9110 §15.6, 5xx.
  package var isInTrouble: Bool { Self.isTrouble(status) }

  /// The same of a status.
  package static func isTrouble(_ status: Int) -> Bool { status == 429 || (500..<600).contains(status) }
}
