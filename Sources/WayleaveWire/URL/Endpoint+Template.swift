extension Endpoint {
  /// An address with places for values in its path or its query, such as `https://api.example/users/{id}`; throws as
  /// ``init(_:allowingHTTP:)`` does.
  package init(template text: String, allowingHTTP: Bool = false) throws(OAuthError) {
    try self.init(
      text.replacing("{", with: "%7B").replacing("}", with: "%7D"), allowingHTTP: allowingHTTP)
  }

  /// The address as it is written, with its places in braces.
  package var template: String { url.text.replacing("%7B", with: "{").replacing("%7D", with: "}") }

  /// Whether there are places to fill.
  package var isTemplate: Bool { url.text.contains("%7B") }

  /// The address with a value in each place; throws `wire.malformed_url` where one has none.
  ///
  /// A value never ends the part of the path or the query in which it stands, so that it cannot name another host.
  package func filled(_ value: (String) -> String?) throws(OAuthError) -> Endpoint {
    guard isTemplate else { return self }
    var filled = ""
    var rest = url.text[...]
    while let open = rest.firstRange(of: "%7B"), let close = rest[open.upperBound...].firstRange(of: "%7D") {
      let name = String(rest[open.upperBound..<close.lowerBound])
      guard let value = value(name), !value.isEmpty, !value.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else {
        throw .malformedURL("a value for {\(name)}", template)
      }
      filled += rest[..<open.lowerBound] + PercentEncoding.encode(value)
      rest = rest[close.upperBound...]
    }
    return try Endpoint(filled + rest, allowingHTTP: true)
  }
}
