#if canImport(AuthenticationServices)
  /// What a ``WebAuthenticationSource`` tells an app while a sign-in waits.
  public enum WebAuthenticationNotice: Sendable, Hashable {
    /// The page is on the screen.
    case shown
    /// The page sent the user back, and is closed.
    case returned
    /// The user closed the page, or did not let it open.
    case closedByUser
    /// The window or the scene that the page belonged to is gone.
    case closedWithWindow
    /// The program closed the page: its task was cancelled, or the time was over.
    case closedByProgram
    /// The system did not show the page, or ended it; a few words.
    case failed(String)
  }
#endif
