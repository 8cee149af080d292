import HTTPTypes
import WayleaveWire

extension Message where Head == HTTPRequest {
  /// A request of form fields to an endpoint of the authorization server, in the provider's names and format.
  ///
  /// RFC 6749 §4.1.3 has a POST of a form. Throws where an entry's header field cannot be sent.
  init(_ form: Form, to endpoint: Endpoint, dialect: borrowing OAuth2Dialect) throws(OAuthError) {
    guard dialect.request.format != .form || !dialect.parameterNames.isEmpty || !dialect.request.headers.isEmpty else {
      self.init(posting: form, to: endpoint)
      return
    }
    let form = form.renamed(by: dialect.parameterNames)
    switch dialect.request.format {
    case .form: self.init(posting: form, to: endpoint)
    case .json:
      self.init(.post, to: endpoint.url)
      body = try form.jsonObject.encoded()
      head.headerFields[.contentType] = ContentType.json
    case .query, .get:
      self.init(dialect.request.format == .get ? .get : .post, to: endpoint.url)
      appendQuery(form)
    }
    if head.headerFields[.accept] == nil { head.headerFields[.accept] = ContentType.json }
    for (name, value) in dialect.request.headers.sorted(by: { $0.key < $1.key }) {
      try setHeader(named: name, to: value)
    }
  }

  /// Sets a header field that an entry names; throws `configuration.malformed_provider` for a name that is none.
  mutating func setHeader(named name: String, to value: String) throws(OAuthError) {
    guard let field = HTTPField.Name(name) else {
      throw .headerName(name)
    }
    try setHeader(field, to: value)
  }
}

extension OAuthError {
  fileprivate static func headerName(_ name: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "“\(DisplayText.clean(name, limit: 100))” is not the name of a header field.",
      rule: .rfc(9110, "5.1"), remedy: .correctEntry)
  }
}

extension Form {
  /// The pairs as an object; throws `wire.duplicate_parameter` for two of one name.
  fileprivate var jsonObject: JSON {
    get throws(OAuthError) {
      try requireDistinctNames()
      var object = JSON.Object()
      for field in fields {
        object[String(decoding: field.name, as: UTF8.self)] = .string(String(decoding: field.value, as: UTF8.self))
      }
      return .object(object)
    }
  }
}
