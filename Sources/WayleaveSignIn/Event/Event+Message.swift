import HTTPTypes
package import WayleaveWire

extension Event {
  /// A request goes out.
  package static func sent(_ request: RequestMessage) -> Event {
    Event(
      .requestSent, rule: MessageRule.rule(of: request),
      "\(request.head.method.rawValue) \(URLRedaction.redact(request.url ?? ""))", fields: ShownMessage(request).fields)
  }

  /// Its answer came, so long after; `credential` is the one that the request used or renews.
  package static func received(
    _ response: ResponseMessage, to request: RequestMessage, after time: Duration, with credential: Credential? = nil
  ) -> Event {
    let blotter = SecretBlotter(of: request, answeredBy: response, with: credential)
    let type = DisplayText.clean(blotter.cleaned(response.contentType ?? "without a type"), limit: 100)
    return Event(
      .answerReceived, "\(response.status) \(type), \(response.body.count) bytes, \(time.wholeMilliseconds) ms",
      fields: ShownMessage(response, without: blotter).fields)
  }

  /// The user is shown an address.
  package static func shown(_ url: AbsoluteURL) -> Event {
    Event(
      .userSent, rule: url.isOfOAuth1 ? .rfc(5849, "2.2") : .rfc(6749, "4.1.1"), URLRedaction.redact(url.text),
      fields: ShownMessage(url).fields)
  }

  /// The callback came that answers the sign-in.
  package static func accepted(_ callback: AbsoluteURL) -> Event {
    Event(
      .callbackAccepted, rule: callback.isOfOAuth1 ? .rfc(5849, "2.2") : .rfc(6749, "4.1.2"),
      URLRedaction.redact(callback.text),
      fields: ShownMessage(callback).fields)
  }
}

extension AbsoluteURL {
  /// Whether a sign-in by OAuth 1.0a goes through this address.
  fileprivate var isOfOAuth1: Bool { query.flatMap { try? Form(decoding: $0) }?.contains("oauth_token") ?? false }
}
