import WayleaveOAuth2
package import WayleaveWire

/// The URL scheme by which the desktop hands a callback to this program.
///
/// RFC 8252 §7.1.
package struct URLScheme: Sendable, Equatable {
  /// In lower case.
  package let text: String

  /// The one that is installed where none is named.
  ///
  /// It departs from RFC 8252 §7.1, since we have no domain: another program may choose the same name. ``SchemeStanding``
  /// finds that out before a page is shown.
  package static let usual = "wayleave.callback"

  /// Checks a name; throws `configuration.invalid_value`.
  ///
  /// RFC 3986 §3.1: letters, digits, `+`, `-` and `.`, a letter first. RFC 8252 §7.1: "apps MUST use a URI scheme based on
  /// a domain name under their control", so it has a period; a scheme without one can belong to another program.
  package init(_ text: String) throws(OAuthError) {
    guard let scheme = Self.valid(text) else { throw .malformedScheme(text) }
    self.text = scheme
  }

  /// The scheme of a redirect URI; nil for one of the web, and for one that can belong to any program.
  package init?(of url: AbsoluteURL) {
    guard let scheme = Self.valid(url.scheme) else { return nil }
    text = scheme
  }

  /// A text in lower case, where it is a scheme with a period.
  private static func valid(_ text: String) -> String? {
    let bytes = text.utf8.map(\.lowercased)
    guard let first = bytes.first, first.isLowercaseLetter, bytes.count <= 100,
      bytes.allSatisfy({ $0.isLowercaseLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let scheme = String(decoding: bytes, as: UTF8.self)
    return RedirectURI.isDomainName(scheme: scheme) ? scheme : nil
  }

  /// The type under which a desktop knows what opens such URLs.
  ///
  /// Association between MIME types and applications, "URI scheme handlers".
  package var type: String { Self.type(of: text) }

  /// The same for the scheme of any program.
  package static func type(of scheme: String) -> String { "x-scheme-handler/\(scheme)" }

  /// The name of the file that makes this program known.
  package var fileName: String { "wayleave-\(text).desktop" }

  /// A redirect URI to register at a provider. RFC 8252 §7.1: one slash, since such a URI has no host.
  package var redirectURI: String { "\(text):/callback" }
}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { (0x61...0x7A).contains(self) }
}

extension OAuthError {
  fileprivate static func malformedScheme(_ text: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(text, limit: 100))” cannot be a URL scheme of one program.",
      rule: .rfc(8252, "7.1"), remedy: "Use a domain of yours in reverse order: --scheme com.example.wayleave.")
  }
}
