import HTTPTypes

extension ResponseMessage {
  /// Refuses what no protocol endpoint may answer with, whatever it was asked.
  ///
  /// A redirect (`answer.redirect`: following it would hand secrets to another place), a content coding that was not
  /// undone (`answer.content_coding`), a server in trouble (`answer.server_unavailable`: the credential is untouched, and
  /// later is another day).
  package func requireDirectAnswer() throws(OAuthError) { try requireDirectAnswer(ofStatus: status) }

  /// The same for a caller that has read the status already.
  package func requireDirectAnswer(ofStatus status: Int) throws(OAuthError) {
    let codings = contentCodings
    guard codings.isEmpty else { throw .contentCoding(codings.joined(separator: ", ")) }
    if (300..<400).contains(status) { throw .unexpectedRedirect(to: head.headerFields[.location], status: status) }
    if Self.isTrouble(status) { throw .serverUnavailable(status: status, saying: firstLine, retryAfter: retryAfter()) }
  }
}

extension OAuthError {
  fileprivate static func contentCoding(_ coding: String) -> OAuthError {
    OAuthError(
      .contentCoding, rule: .rfc(9110, "12.5.3"), expected: "a plain body", received: .text(coding),
      remedy: "Nothing was read. Have the server send its answers uncompressed, as the request asks it to.")
  }

  fileprivate static func unexpectedRedirect(to location: String?, status: Int) -> OAuthError {
    OAuthError(
      .unexpectedRedirect,
      message:
        "The server answered \(status) and redirects to \(OAuthError.Received.url(location)), which must not be followed with a secret.",
      rule: .wayleave("no redirect is followed with a secret"),
      remedy: "Check the address of the endpoint: it may have moved, or miss a trailing slash.")
  }

  fileprivate static func serverUnavailable(status: Int, saying words: String?, retryAfter: Duration?) -> OAuthError {
    OAuthError(
      .serverUnavailable,
      message: "The server has a problem at the moment: it answered \(status)\(words.map { " (“\($0)”)" } ?? "").",
      rule: .rfc(9110, "15.6"),
      remedy: retryAfter.map(Remedy.wait) ?? "The credentials are untouched. Try again later.")
  }
}
