public import WayleaveWire

/// An API that a token is asked for.
///
/// RFC 8707 §2: "an absolute URI … MUST NOT include a fragment component".
public struct ResourceIndicator: Sendable, Hashable {
  /// The address, compared by its bytes.
  public let url: AbsoluteURL

  /// Checks a text; throws `token.refused` with `invalid_target`.
  public init(_ text: String) throws(OAuthError) {
    guard let url = try? AbsoluteURL(text), url.fragment == nil else { throw .invalidTarget(text) }
    self.url = url
  }

  /// The address as it was written.
  public var text: String { url.text }
}

extension OAuthError {
  fileprivate static func invalidTarget(_ text: String) -> OAuthError {
    OAuthError(
      .tokenRefused, rule: .rfc(8707, "2"), expected: "an absolute URI without a fragment", received: .url(text),
      remedy: "Name the API by its address.", refusal: ProviderRefusal(error: "invalid_target"))
  }
}
