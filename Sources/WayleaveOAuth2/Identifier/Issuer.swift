public import WayleaveWire

/// The name of an authorization server: an https URL, compared byte by byte.
///
/// RFC 8414 §2, `issuer`; §4 on the comparison.
public struct Issuer: ExactText {
  /// The issuer as the server writes it.
  public let text: String

  /// An issuer; nothing is checked.
  public init(_ text: String) { self.text = text }

  /// The issuer of this URL, as the URL is written.
  public init(_ url: AbsoluteURL) { text = url.text }

  /// The same server with or without "/" as the whole path; nil for an issuer with another path.
  ///
  /// RFC 8414 §3.1: both publish at the same URL. Which of the two is the issuer, its document says (§3.3).
  package var withOrWithoutSlash: Issuer? {
    guard let url = try? AbsoluteURL(text), url.query == nil, url.fragment == nil else { return nil }
    return switch url.path {
    case "": Issuer(text + "/")
    case "/": Issuer(String(text.dropLast()))
    default: nil
    }
  }
}
