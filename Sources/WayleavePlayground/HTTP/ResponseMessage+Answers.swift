import HTTPTypes
import WayleaveWire

extension Message where Head == HTTPResponse {
  /// Sends the browser elsewhere, with GET whatever the request was.
  ///
  /// RFC 9700 §4.12: after credentials only 303 is safe, since 307 would post them to the next place.
  static func seeOther(_ location: String) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .seeOther))
    response.head.headerFields[.location] = location
    response.head.headerFields["Referrer-Policy"] = "no-referrer"
    return response
  }

  /// The answer to a method that a path does not take.
  ///
  /// RFC 9110 §15.5.6.
  static func wrongMethod(taking methods: [HTTPRequest.Method]) -> ResponseMessage {
    let names = methods.map(\.rawValue)
    var response = text(.methodNotAllowed, "This path takes \(names.joined(separator: " or ")).\n")
    response.head.headerFields[.allow] = names.joined(separator: ", ")
    return response
  }

  /// A short text.
  static func text(_ status: HTTPResponse.Status, _ text: String, type: String = "text/plain; charset=utf-8")
    -> ResponseMessage
  {
    var response = ResponseMessage(HTTPResponse(status: status), body: Array(text.utf8))
    response.head.headerFields[.contentType] = type
    return response
  }
}
