import HTTPTypes
import WayleaveBackport
public import WayleaveWire

/// What the first step of reverse auth brings, and the second needs: the provider's own signed parameters, as text.
///
/// They travel from the holder of the consumer secret to the holder of the account, as they came.
public struct ReverseAuthParameters: Sendable, Equatable {
  /// The text, which begins with `OAuth `.
  public let text: String
  /// The consumer that the token will be for.
  public let consumerKey: String

  /// Verifies a text that was handed over; throws `answer.unexpected` when it is none.
  public init(_ text: String) throws(OAuthError) {
    guard let header = try? AuthorizationHeader(reading: text),
      let key = try? header.parameters.nonEmptyText(of: "oauth_consumer_key"),
      header.parameters.contains("oauth_signature"), header.parameters.contains("oauth_timestamp")
    else { throw .notReverseAuthParameters(nil) }
    self.text = text
    consumerKey = key
  }

  /// Reads the answer to the first step; throws `sign_in.refused`, `sign_in.account_suspended` and
  /// `answer.unexpected`, which is also for parameters of another consumer.
  public init(reading response: ResponseMessage, for consumer: ConsumerCredential) throws(OAuthError) {
    try self.init(reading: response, for: consumer, by: .commonOAuth1)
  }

  /// The same, with what the words of a provider mean.
  package init(
    reading response: ResponseMessage, for consumer: ConsumerCredential, by table: RefusalTable
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .refused(by: response, answering: nil, table) }
    guard let text = String(utf8: response.body[...].withoutOuterSpace), let read = try? ReverseAuthParameters(text),
      read.consumerKey.hasSameBytes(as: consumer.key)
    else { throw .notReverseAuthParameters(response) }
    self = read
  }

  /// The answer on the wire.
  public func response() -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(text.utf8))
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    return response
  }
}

extension OAuthError {
  fileprivate static func notReverseAuthParameters(_ response: ResponseMessage?) -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider did not give the parameters for reverse auth.",
      rule: .wayleave("reverse auth begins with parameters that the provider signed for us"),
      expected: "a text that begins with “OAuth ” and names our consumer key",
      received: .described(
        response.map { $0.looksLikeHTML ? "a web page" : "\($0.body.count) bytes of another form" }
          ?? "a text of another form"),
      remedy: "Reverse auth must be allowed for this consumer at the provider.")
  }
}
