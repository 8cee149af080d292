#if canImport(AuthenticationServices)
  import WayleaveWire

  /// What a sign-in with Apple tells an app while it waits.
  public enum AppleSignInNotice: Sendable, Hashable {
    /// The sheet is on the screen.
    case shown
    /// The user agreed.
    case returned
    /// The sign-in ended without an account.
    case ended(AppleSignInFailure)
  }

  /// Why a sign-in with Apple ended without an account: each in its own case, as the system tells them apart.
  public enum AppleSignInFailure: Error, Sendable, Hashable {
    /// The user closed the sheet.
    case cancelled
    /// Apple did not sign the user in.
    case failed
    /// Nothing on this device answered the request.
    case notHandled
    /// Apple's answer cannot be read.
    case invalidResponse
    /// A person would have to be asked, and could not be.
    case notInteractive
    /// The program closed the sheet: its task was cancelled.
    case closedByProgram
    /// Another reason, in a few words: most often no Apple account on the device, or an app without the capability.
    case unknown(String)

    var error: OAuthError {
      switch self {
      case .cancelled:
        .appleSignIn(
          .cancelled, "You closed Sign in with Apple.", "closed by the user",
          "Begin again when you like. Nothing was changed.")
      case .closedByProgram: .cancelled()
      case .failed:
        .appleSignIn(.authorizationRefused, "Apple did not sign you in.", "“failed” (1004)", "Try again.")
      case .invalidResponse:
        .appleSignIn(
          .unexpectedAnswer, "Apple's answer cannot be read.", "“invalid response” (1002)",
          "Try again. If it repeats, update the system.")
      case .notHandled:
        .appleSignIn(
          .unsupported, "Nothing on this device handles Sign in with Apple.", "“not handled” (1003)",
          "Offer another way to sign in.")
      case .notInteractive:
        .appleSignIn(
          .unsupported, "You would have to be asked, and the app is not in front.", "“not interactive” (1005)",
          "Begin the sign-in while the app is in front.")
      case .unknown(let words):
        .appleSignIn(
          .unsupported, "The system cannot sign in with Apple: \(words).", words,
          """
          Sign in to an Apple account in the settings of the device. Add the capability “Sign in with Apple” to the \
          app. Begin while a window of the app is in front.
          """)
      }
    }
  }

  extension OAuthError {
    fileprivate static func appleSignIn(
      _ code: Code, _ message: String, _ received: String, _ remedy: Remedy
    ) -> OAuthError {
      OAuthError(
        code, message: message, rule: .wayleave("the system asks the user for its own account"),
        received: .described(received), remedy: remedy)
    }
  }
#endif
