import WayleaveSystem
import WayleaveWire

/// Where one app of this user keeps what is Wayleave's, by the XDG Base Directory Specification.
///
/// Each folder is one of our own below that of the app, which others may read: ours is made with mode 700.
package struct AppFolders {
  /// The file with the key, away from what it opens.
  package let key: String
  private let state: String

  /// The folders of an app; throws `configuration.invalid_value` for a name that is no name of a folder, and where the
  /// user has no home.
  ///
  /// - Parameter variable: the value of an environment variable.
  package init(app: String, environment variable: (String) -> String?) throws(OAuthError) {
    guard Self.isName(app) else { throw .invalidAppName(app) }
    key = try XDGFolder.configuration.base(variable) + "/\(app)/wayleave/store.key"
    state = try XDGFolder.state.base(variable) + "/\(app)/wayleave"
  }

  package var credentials: String { state + "/credentials" }
  package var signIns: String { state + "/sign-ins" }
  package var metadata: String { state + "/metadata" }

  /// Letters, digits, `-`, `_` and `.`, which is not first: no way leads from there to another folder.
  private static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
  }
}

extension OAuthError {
  fileprivate static func invalidAppName(_ name: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The app name “\(DisplayText.clean(name, limit: 100))” cannot be the name of a folder.",
      rule: .wayleave("an app has folders of its name"),
      remedy: "Choose a name of letters, digits and hyphens, such as “your-app”.")
  }
}
