public import WayleaveOAuth2
public import WayleaveWire

/// What a program may tell its user while a sign-in waits for the browser.
public enum LoopbackNotice: Sendable, Equatable {
  /// The callback can come, to this redirect URI.
  case listening(RedirectURI)
  /// The user is to open this address; always given, for no one knows whether a browser really shows it.
  case open(AbsoluteURL)
  /// No browser could be started: the reason in a few words.
  case browserFailed(String)
  /// Something came that answers nothing, and the sign-in goes on waiting: the reason in a few words.
  case ignoredCallback(String)
}
