package import HTTPTypes
package import WayleaveAgentProtocol
package import WayleaveWire

extension AgentMessage {
  /// A request as it is sent back; its body only where it is another than the one that came.
  package init(_ request: RequestMessage, after given: [UInt8]? = nil) {
    self.init(
      method: request.head.method.rawValue, url: request.url ?? "",
      fields: request.head.headerFields.map { AgentPair($0.name.rawName, $0.value) },
      body: request.body == given ?? [] ? nil : request.body)
  }
}

extension Message where Head == HTTPRequest {
  /// The request that a program wants to send, or that the agent has authorized.
  package init(_ message: AgentMessage) throws(OAuthError) {
    guard let method = HTTPRequest.Method(message.method) else {
      throw .agentFailed("no method has this name: \(message.method)", remedy: "Use another method.")
    }
    self.init(method, to: try AbsoluteURL(message.url))
    for field in message.fields { head.headerFields.append(try HTTPField(field)) }
    if let body = message.body { self.body = body }
  }
}

extension Message where Head == HTTPResponse {
  /// The answer that a program shows.
  init(_ response: AgentResponse) throws(OAuthError) {
    var fields = HTTPFields()
    for field in response.fields { fields.append(try HTTPField(field)) }
    self.init(
      HTTPResponse(status: .init(code: response.status), headerFields: fields), body: response.body)
  }
}

extension HTTPField {
  fileprivate init(_ field: AgentPair) throws(OAuthError) {
    guard let name = Name(field.name), Self.isValidValue(field.value) else {
      throw .agentFailed("no header field is like this: \(field.name)", remedy: "Correct the header field.")
    }
    self.init(name: name, value: field.value)
  }
}
