public import HTTPTypes

extension Message where Head == HTTPRequest {
  /// A request without a body to an address.
  public init(_ method: HTTPRequest.Method, to url: AbsoluteURL) {
    self.init(HTTPRequest(method: method, scheme: url.scheme, authority: url.authority, path: url.pathAndQuery))
  }

  /// A POST of form fields, which asks for JSON in return.
  package init(posting form: Form, to endpoint: Endpoint) {
    var fields = HTTPFields()
    // With room for the credentials of a client.
    fields.reserveCapacity(3)
    fields.append(.formBody)
    fields.append(.acceptingJSON)
    let head = HTTPRequest(
      method: .post, scheme: endpoint.origin.scheme, authority: endpoint.origin.authority,
      path: endpoint.url.pathAndQuery, headerFields: fields)
    self.init(head, body: form.encoded())
  }

  /// The whole address, or nil when the request has no host.
  public var url: String? {
    guard let scheme = head.scheme, let authority = head.authority else { return nil }
    let path = head.path ?? "/"
    var text = scheme
    text.reserveCapacity(scheme.utf8.count + 3 + authority.utf8.count + path.utf8.count)
    text += "://"
    text += authority
    text += path
    return text
  }

  /// The part of the path after `?`, as it was written.
  public var query: String? {
    guard let path = head.path, let mark = path.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    return String(path[path.utf8.index(after: mark)...])
  }

  /// The path before `?`, as it was written.
  package var pathWithoutQuery: String {
    guard let path = head.path else { return "/" }
    return String(path[..<(path.utf8.firstIndex(of: UInt8(ascii: "?")) ?? path.endIndex)])
  }

  /// The fields of the body when its type says that it is a form, none when it has another type.
  public var bodyForm: Form {
    get throws(OAuthError) {
      guard hasForm else { return Form() }
      return try Form(decoding: body)
    }
  }

  /// Whether the body is a form, by its content type.
  package var hasForm: Bool {
    head.headerFields[.contentType].map { ContentType.essence(of: $0) == ContentType.form } ?? false
  }

  /// Adds a header field, refusing a value that could end the field and begin another.
  ///
  /// RFC 9110 §5.5. Only visible ASCII and spaces pass.
  public mutating func setHeader(_ name: HTTPField.Name, to value: String) throws(OAuthError) {
    var value = value
    let isVisible = value.withUTF8 { $0.isVisible }
    guard isVisible else { throw .forbiddenHeaderCharacter(name.rawName) }
    head.headerFields[name] = value
  }

  /// Adds pairs at the end of the query.
  package mutating func appendQuery(_ form: Form) {
    guard !form.isEmpty else { return }
    let path = head.path ?? "/"
    let separator = query == nil ? "?" : (query?.isEmpty == true || query?.hasSuffix("&") == true ? "" : "&")
    head.path = path + separator + String(decoding: form.encodedForQuery(), as: UTF8.self)
  }
}

// Checked once: what makes a field looks at each character of its value.
extension HTTPField {
  fileprivate static let formBody = HTTPField(name: .contentType, value: ContentType.form)
  fileprivate static let acceptingJSON = HTTPField(name: .accept, value: ContentType.json)
}
