public import WayleaveWire

/// The app of a provider that signs users in without a browser.
public struct NativeApp: Sendable, Equatable {
  /// The URL that opens it, of the app's own scheme or of https.
  public var authorization: AbsoluteURL
  /// Where it can be installed; nil where that is not known.
  public var install: AbsoluteURL?

  /// An app.
  public init(authorization: AbsoluteURL, install: AbsoluteURL? = nil) {
    self.authorization = authorization
    self.install = install
  }
}
