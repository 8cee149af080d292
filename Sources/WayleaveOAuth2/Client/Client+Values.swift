package import WayleaveWire

extension Client {
  /// A text of an entry with the client's values in their places; throws `configuration.invalid_client` for one that
  /// the client does not have. `other` gives what stands in a place of something else, which stays as it is else.
  package func filling(
    _ text: String, or other: (Substring) throws(OAuthError) -> String? = { _ in nil }
  ) throws(OAuthError) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var filled = ""
    // What is filled in is no template: a secret may have braces.
    for piece in TextTemplate(text).pieces {
      switch piece {
      case .text(let part): filled += part
      case .place(let name):
        let own = try value(of: ClientValue(place: name))
        let value = if let own { own } else { try other(name) }
        filled += value ?? "{\(name)}"
      }
    }
    return filled
  }

  private func value(of place: ClientValue?) throws(OAuthError) -> String? {
    switch place {
    case .id: return id.text
    case .secret:
      guard let secret else { throw .valueMissing(.secret) }
      return secret.exposedText
    case .apiKey:
      guard let apiKey else { throw .valueMissing(.apiKey) }
      return apiKey.exposedText
    case nil: return nil
    }
  }

  /// What an API wants of its clients, and this one does not have; nil where nothing is missing.
  package func missingValue(for api: borrowing APIDialect) -> ClientValue? {
    let needed = api.clientValues
    if needed.contains(.secret), secret == nil { return .secret }
    return needed.contains(.apiKey) && apiKey == nil ? .apiKey : nil
  }
}

extension OAuthError {
  fileprivate static func valueMissing(_ value: ClientValue) -> OAuthError {
    OAuthError(
      .invalidClient,
      message: value == .apiKey
        ? "The provider wants an API key with each request, and the client has none."
        : "The provider wants the client secret in a header field, and the client has none.",
      rule: .wayleave("an entry says what each request to the API carries"),
      remedy: value == .apiKey
        ? "Save the client again with its API key, which the provider's page for your app shows." : .giveSecret)
  }
}
