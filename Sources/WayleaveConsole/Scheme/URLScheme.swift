import WayleaveOAuth2
import WayleaveProvider
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
  /// a domain name under their control". Where a provider knows another one, such as `fsoauthexample`, the user may insist
  /// on it: ``isShared`` then. A scheme of the web or of the system is refused.
  package init(_ text: String) throws(OAuthError) {
    guard let scheme = Self.valid(text) else { throw .malformedScheme(text) }
    self.text = scheme
  }

  /// Whether it has no period, so that any program can have it: RFC 8252 §8.4.
  package var isShared: Bool { !RedirectURI.isDomainName(scheme: text) }

  /// What to know of a scheme that any program can have; nil for another one.
  package var warning: String? {
    guard isShared else { return nil }
    return """
      Warning: any program can have the scheme \(text), since it has no period. One that takes it gets the answer of a \
      sign-in, and only PKCE or the client's secret keeps it from using that.
      """
  }

  /// The scheme of a redirect URI; nil for one of the web or of the system.
  package init?(of url: AbsoluteURL) {
    guard let scheme = Self.valid(url.scheme) else { return nil }
    text = scheme
  }

  /// A text in lower case, where it is a scheme that a program can have.
  private static func valid(_ text: String) -> String? {
    let bytes = text.utf8.map(\.lowercased)
    guard let first = bytes.first, first.isLowercaseLetter, bytes.count <= 100,
      bytes.allSatisfy({ $0.isLowercaseLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let scheme = String(decoding: bytes, as: UTF8.self)
    let isWord = !bytes.contains(UInt8(ascii: ".")) && NativeApp.isOfApps(scheme: scheme)
    return isWord || RedirectURI.isDomainName(scheme: scheme) ? scheme : nil
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
