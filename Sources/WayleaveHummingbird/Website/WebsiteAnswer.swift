public import Wayleave

/// The answer of a website to one request: what goes to the visitor, and what goes to the log.
public struct WebsiteAnswer: Sendable {
  /// What the visitor gets.
  public var response: ResponseMessage
  /// Why something failed that the website's operator should know of; nil as a rule, and where the visitor said no.
  ///
  /// It holds no secret. The page says less.
  public var failure: OAuthError?
  /// What is wrong with a request that is at fault itself, such as a logout token that no one signed; nil as a rule.
  ///
  /// Anyone can send one, as often as they like: count it, and log it where no one is woken. It holds no secret.
  public var refusal: OAuthError?

  init(_ response: ResponseMessage, failure: OAuthError? = nil, refusal: OAuthError? = nil) {
    self.response = response
    self.failure = failure
    self.refusal = refusal
  }
}

extension WebsiteAnswer {
  /// Sends the browser to a path of the website, with GET: RFC 9110 §15.4.4.
  static func seeOther(_ location: String) -> WebsiteAnswer {
    var response = ResponseMessage(HTTPResponse(status: .seeOther))
    response.head.headerFields[.location] = location
    response.head.headerFields[.cacheControl] = "no-store"
    response.setField("Referrer-Policy", to: "no-referrer")
    return WebsiteAnswer(response)
  }

  /// This answer without its body where the request is a HEAD: what follows the head would be taken for the next answer.
  ///
  /// RFC 9110 §9.3.2; §8.6 for the length, which is that of the body.
  func cut(for method: HTTPRequest.Method) -> WebsiteAnswer {
    guard method == .head else { return self }
    var answer = self
    answer.response.head.headerFields[.contentLength] = "\(response.body.count)"
    answer.response.body = []
    return answer
  }

  /// This answer with a field that sets or removes a cookie.
  func settingCookie(_ field: String) -> WebsiteAnswer {
    var answer = self
    answer.response.head.headerFields.append(HTTPField(name: .setCookie, value: field))
    return answer
  }
}
