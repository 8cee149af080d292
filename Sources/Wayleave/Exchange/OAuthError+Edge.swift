import WayleaveOAuth2
import WayleaveWire

/// What transports, user agents and stores throw becomes one of our errors here, and nowhere else.
extension OAuthError {
  /// An exchange that failed.
  static func exchangeFailed(_ error: any Error, at url: String?) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    switch error as? TransportFailure {
    case .notSent(let reason)?: return .unreachable(url, reason)
    case .timedOut(wasSent: false)?: return .exchangeTimedOut(url)
    case .timedOut(wasSent: true)?: return .outcomeUnknown(url, "no answer in time")
    case .answerCut(let reason, _)?: return .answerCut(url, reason)
    case .answerLost(let reason)?: return .outcomeUnknown(url, reason)
    case .tooLarge(let maximum, _)?: return .answerTooLarge(url, maximum: maximum)
    // A transport that does not say how far it came may have sent the request.
    case nil: return .outcomeUnknown(url, "\(error)")
    }
  }

  /// A store that failed.
  static func storeFailed(_ error: any Error, at location: String) -> OAuthError {
    if let error = error as? OAuthError { return error }
    if error is CancellationError { return .cancelled() }
    return OAuthError(
      .storeUnreadable, rule: .wayleave("credentials are kept before they are used"), expected: "a store that works",
      received: .described(DisplayText.clean("\(error)")), remedy: "Check the store at \(location).")
  }

  /// A user agent that failed.
  static func userAgentFailed(_ error: any Error) -> OAuthError {
    if let error = error as? OAuthError { return error }
    return .cancelled()
  }

  /// The user, or the program on the user's behalf, broke off.
  static func cancelled() -> OAuthError {
    OAuthError(
      .cancelled, rule: .wayleave("a step may be interrupted"), expected: "time to finish",
      received: .described("an interruption"),
      remedy: "Begin again when you like. What was saved before the interruption stays saved.")
  }

  private static func unreachable(_ url: String?, _ reason: String) -> OAuthError {
    OAuthError(
      .unreachable, rule: .rfc(9110, "9"), expected: "an answer from \(Received.url(url))",
      received: .described(DisplayText.clean(reason)),
      remedy: "Check the network and the address; the credentials are untouched.")
  }

  private static func exchangeTimedOut(_ url: String?) -> OAuthError {
    OAuthError(
      .networkTimedOut, rule: .wayleave("every exchange has a deadline"),
      expected: "an answer from \(Received.url(url))",
      received: .described("none in time"), remedy: "Check the network; the credentials are untouched.")
  }

  private static func outcomeUnknown(_ url: String?, _ reason: String) -> OAuthError {
    OAuthError(
      .outcomeUnknown, rule: .wayleave("a request that may have been carried out is not repeated blindly"),
      expected: "an answer from \(Received.url(url))", received: .described(DisplayText.clean(reason)),
      remedy: "The server may have acted on it. Try again; if the provider refuses, sign in again.")
  }

  private static func answerCut(_ url: String?, _ reason: String) -> OAuthError {
    OAuthError(
      .outcomeUnknown, rule: .rfc(9112, "8"), expected: "a whole answer from \(Received.url(url))",
      received: .described("one that was cut off: \(DisplayText.clean(reason))"),
      remedy: "The server has acted on the request. Try again; if the provider then refuses, sign in again.")
  }

  private static func answerTooLarge(_ url: String?, maximum: Int) -> OAuthError {
    OAuthError(
      .answerTooLarge, rule: .wayleave("every answer has a cap"),
      expected: "at most \(maximum) bytes from \(Received.url(url))",
      received: .described("more"), remedy: "Nothing was used. Check the address of the endpoint.")
  }
}
