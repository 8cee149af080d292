import HTTPTypes
import WayleaveAgentProtocol
import WayleaveWire

extension AgentMessage {
  /// A request as it is sent back; its body only where it is another than the one that came.
  init(_ request: RequestMessage, after given: [UInt8]? = nil) {
    self.init(
      method: request.head.method.rawValue, url: request.url ?? "",
      fields: request.head.headerFields.map { AgentPair($0.name.rawName, $0.value) },
      body: request.body == given ?? [] ? nil : request.body)
  }
}

extension Message where Head == HTTPRequest {
  /// The request that a program wants to send.
  init(_ message: AgentMessage) throws(OAuthError) {
    guard let method = HTTPRequest.Method(message.method) else {
      throw .agentFailed("no method has this name: \(message.method)", remedy: "Use another method.")
    }
    self.init(method, to: try AbsoluteURL(message.url))
    for field in message.fields { try addHeader(named: field.name, field.value) }
    if let body = message.body { self.body = body }
  }

  private mutating func addHeader(named name: String, _ value: String) throws(OAuthError) {
    guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
      throw .agentFailed("no header field is like this: \(name)", remedy: "Correct the header field.")
    }
    head.headerFields.append(HTTPField(name: name, value: value))
  }
}
