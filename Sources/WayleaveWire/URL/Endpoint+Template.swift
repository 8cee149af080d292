extension Endpoint {
  /// An address with places for values in its path or its query, such as `https://api.example/users/{id}`; throws as
  /// ``init(_:allowingHTTP:)`` does.
  package init(template text: String, allowingHTTP: Bool = false) throws(OAuthError) {
    // Most URLs have no place.
    let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    try self.init(
      isPlain ? text : text.replacing(part: "{", with: "%7B").replacing(part: "}", with: "%7D"),
      allowingHTTP: allowingHTTP)
  }

  /// The address as it is written, with its places in braces.
  package var template: String {
    guard url.text.utf8.contains(UInt8(ascii: "%")) else { return url.text }
    return url.text.replacing(part: "%7B", with: "{").replacing(part: "%7D", with: "}")
  }

  /// Whether there are places to fill.
  package var isTemplate: Bool {
    url.text.utf8.contains(UInt8(ascii: "%")) && Array(url.text.utf8).contains(part: Array("%7B".utf8))
  }

  /// The address with a value in each place; throws `wire.malformed_url` where one has none.
  ///
  /// A value never ends the part of the path or the query in which it stands, so that it cannot name another host.
  package func filled(_ value: (String) -> String?) throws(OAuthError) -> Endpoint {
    guard isTemplate else { return self }
    var filled = ""
    for piece in TextTemplate(template).pieces {
      switch piece {
      case .text(let text): filled += text
      case .place(let name):
        guard let value = value(String(name)), !value.isEmpty, !value.utf8.allSatisfy({ $0 == UInt8(ascii: ".") })
        else { throw .malformedURL("a value for {\(name)}", template) }
        filled += PercentEncoding.encode(value)
      }
    }
    return try Endpoint(filled, allowingHTTP: true)
  }
}
