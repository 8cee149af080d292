package import HTTPTypes
import WayleaveSystem
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// The request with what servers and firewalls expect of every request, where it does not say so itself: what it takes,
  /// in which coding, and who asks.
  ///
  /// RFC 9110 §12.5.3: without a word any coding may come. §10.1.5: a request names its program.
  package func withUsualFields(userAgent: String = RequestMessage.userAgent) -> RequestMessage {
    var request = self
    let fields = head.headerFields
    request.head.headerFields.reserveCapacity(fields.count + 3)
    if !fields.contains(.accept) { request.head.headerFields.append(.anyType) }
    if !fields.contains(.acceptEncoding) { request.head.headerFields.append(.plainEncoding) }
    if !fields.contains(.userAgent) {
      request.head.headerFields.append(HTTPField(name: .userAgent, value: userAgent))
    }
    return request
  }

  /// How a program calls itself that says nothing else.
  package static var userAgent: String { "wayleave/\(Release.number)" }
}

extension HTTPField {
  fileprivate static let anyType = HTTPField(name: .accept, value: "*/*")
  fileprivate static let plainEncoding = HTTPField(name: .acceptEncoding, value: "identity")
}
