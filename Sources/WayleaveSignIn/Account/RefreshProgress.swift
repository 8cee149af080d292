import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveWire

/// How far a refresh has come: what a failure leaves follows from it.
package struct RefreshProgress: Sendable {
  /// When the last request was handed to the transport; nil when nothing was.
  package var sentAt: Instant?
  /// Whether the same token was sent a second time, since the answer to the first request was lost.
  package var isRepeat = false
  /// The answer to the last request, or the part of it that arrived; nil when there is none.
  package var answer: ResponseMessage?
  /// Whether the answer has its end.
  package var isWhole = true

  /// A refresh that has sent nothing.
  package init() {}

  /// Whether a failure surely left the token unspent: then the note of the refresh is removed.
  ///
  /// The note says that the token may be spent, so only what is certain removes it. It is certain where nothing reached the
  /// server, and where the server itself refused before it used the grant: 429 (RFC 6585 §4), 503 with `Retry-After`
  /// (RFC 9110 §15.6.4), and an OAuth error with 400 or 401 (RFC 6749 §5.2) or, as GitHub sends it, with 200. Everything
  /// else may come from a proxy whose server has spent the token: 500, 502, 504, a plain 503, a 403 without an error.
  package func leavesTokenUnspent(after error: OAuthError) -> Bool {
    guard sentAt != nil else { return true }
    guard !isRepeat else { return false }
    guard let answer, isWhole else { return error.meansNothingSent }
    switch answer.status {
    case 429: return true
    case 503: return answer.retryAfter() != nil
    case 200, 400, 401: return answer.isRefusalOfRequest
    default: return false
    }
  }
}

extension Message where Head == HTTPResponse {
  /// Whether the server says in a word of OAuth why it does not carry out the request.
  ///
  /// A server that says `server_error` does not know itself how far it came.
  fileprivate var isRefusalOfRequest: Bool {
    if let refusal = ProviderRefusal(reading: self) { return !refusal.error.hasSameBytes(as: "server_error") }
    return ReportedProblem(reading: self) != nil
  }
}
