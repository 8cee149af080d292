import WayleaveOAuth2
package import WayleaveWire

/// What transports, callback sources and stores throw becomes one of our errors here, and nowhere else.
extension OAuthError {
  /// An exchange that failed; `isChange` says whether the server may have changed something.
  static func exchangeFailed(_ error: any Error, at url: String?, changing isChange: Bool = true) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    switch error as? TransportFailure {
    case .notSent(let cause)?: return .unreachable(url, cause)
    case .timedOut(wasSent: false, _)?: return .exchangeTimedOut(url)
    case .timedOut(wasSent: true, _)?: return .outcomeUnknown(url, "no answer in time", changing: isChange)
    case .answerCut(let cause, _)?: return .answerCut(url, cause, changing: isChange)
    case .answerLost(let cause)?: return .outcomeUnknown(url, cause, changing: isChange)
    case .tooLarge(let maximum, _)?: return .answerTooLarge(url, maximum: maximum)
    // A transport that does not say how far it came may have sent the request.
    case nil: return .outcomeUnknown(url, .other("\(error)"), changing: isChange)
    }
  }

  /// A store that failed.
  package static func storeFailed(_ error: any Error, at location: String) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    return OAuthError(
      .storeUnreadable, message: "The store at \(location) does not work: \(DisplayText.clean("\(error)")).",
      rule: .wayleave("credentials are saved before they are used"), remedy: "Check the store.")
  }

  /// A callback source that failed.
  static func sourceFailed(_ error: any Error) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    let cause = DisplayText.clean("\(error)")
    return OAuthError(
      .sourceFailed, message: "The sign-in could not be shown to the user: \(cause).",
      rule: .wayleave("a callback source shows the provider's page"),
      remedy: "Repair what failed there, then begin the sign-in again.")
  }

  /// The user, or the program on the user's behalf, broke off.
  package static func cancelled() -> OAuthError {
    OAuthError(
      .cancelled, message: "It was interrupted before it had finished.", rule: .wayleave("a step may be interrupted"),
      remedy: "Begin again when you like. What was saved before the interruption stays saved.")
  }
}
