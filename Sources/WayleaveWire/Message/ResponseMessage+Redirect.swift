import HTTPTypes

extension ResponseMessage {
  /// Where a redirect leads, as it was written; nil for another answer, and where nothing is said.
  ///
  /// RFC 9110 §15.4: the redirects that a client may follow by itself, 301, 302, 303, 307 and 308.
  package var redirectReference: String? {
    guard [301, 302, 303, 307, 308].contains(status), let location = head.headerFields[.location], !location.isEmpty
    else { return nil }
    return location
  }
}
