import Wayleave
import WayleaveWire

/// Where visitors reach a website: the one origin that its URLs and its checks go by.
///
/// The fields `Host` and `Forwarded` of a request are not looked at: anyone can send them.
struct WebsiteAddress: Sendable {
  let origin: Origin

  /// Reads an origin; throws `configuration.invalid_value` for http beyond this machine.
  init(_ text: String) throws(OAuthError) {
    origin = try Origin(text)
    guard try AbsoluteURL(text).isSecure else { throw .unencryptedWebsite(origin) }
  }

  /// Whether browsers reach it by https. Without it only this machine can: a mode for development.
  var isEncrypted: Bool { origin.scheme == "https" }

  /// The URL of a path of the website.
  func url(_ path: String) -> String { origin.description + path }
}

extension OAuthError {
  fileprivate static func unencryptedWebsite(_ origin: Origin) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The website is at “\(origin)”: with http, others can read its cookies on the way.",
      rule: .specification("RFC 6265bis", "8.3"),
      remedy: "Give the https URL under which visitors reach it. For development, http://127.0.0.1 will do.")
  }
}
