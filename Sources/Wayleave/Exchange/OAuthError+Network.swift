import WayleaveWire

/// What a person reads when a server cannot be reached: the host, the cause, and what to check.
extension OAuthError {
  /// No connection came about, so nothing was sent.
  static func unreachable(_ url: String?, _ cause: TransportFailure.Cause) -> OAuthError {
    let host = Host(of: url)
    return OAuthError(
      cause.code, message: cause.sentence(about: host), rule: cause.rule,
      expected: "an answer from \(Received.url(url))", remedy: cause.remedy(for: host, at: url))
  }

  static func exchangeTimedOut(_ url: String?) -> OAuthError {
    OAuthError(
      .networkTimedOut, message: "\(Host(of: url)) did not answer in time.",
      rule: .wayleave("every exchange has a deadline"), expected: "an answer from \(Received.url(url))",
      remedy: "Check the network, then try again. Nothing was changed.")
  }

  static func outcomeUnknown(
    _ url: String?, _ cause: TransportFailure.Cause, changing isChange: Bool
  ) -> OAuthError {
    OAuthError(
      .outcomeUnknown,
      message: "\(Host(of: url)) received the request, but its answer did not arrive: \(cause).",
      rule: .wayleave("a request that may have been carried out is not repeated blindly"),
      expected: "an answer from \(Received.url(url))",
      remedy: isChange
        ? "The server may have acted on it. Try again; if the provider refuses, sign in again." : .askAgain)
  }

  static func answerCut(
    _ url: String?, _ cause: TransportFailure.Cause, changing isChange: Bool
  ) -> OAuthError {
    OAuthError(
      .outcomeUnknown, message: "The answer of \(Host(of: url)) was cut off: \(cause).", rule: .rfc(9112, "8"),
      expected: "a whole answer from \(Received.url(url))",
      remedy: isChange
        ? "The server has acted on the request. Try again; if the provider then refuses, sign in again." : .askAgain)
  }

  static func answerTooLarge(_ url: String?, maximum: Int) -> OAuthError {
    OAuthError(
      .answerTooLarge, message: "The answer of \(Host(of: url)) is larger than the \(maximum) bytes allowed.",
      rule: .wayleave("every answer has a cap"), expected: "at most \(maximum) bytes from \(Received.url(url))",
      remedy: "Nothing was used. Check the URL of the endpoint.")
  }
}

extension Remedy {
  /// For a request that changes nothing, such as a GET.
  fileprivate static let askAgain: Remedy = "The request asked for something and changed nothing. Try again."
}

/// The host and port of a URL, for a sentence.
private struct Host: CustomStringConvertible {
  let description: String

  init(of url: String?) {
    let origin = url.flatMap { try? AbsoluteURL($0) }.flatMap(Origin.init(of:))
    description = origin.map { String("\($0)".dropFirst($0.scheme.count + 3)) } ?? "The server"
  }
}

extension TransportFailure.Cause {
  fileprivate var code: OAuthError.Code {
    switch self {
    case .refused: .connectionRefused
    case .unknownHost: .hostNotFound
    case .certificateName: .certificateName
    case .certificateTrust: .certificateTrust
    case .proxy: .proxyFailed
    case .noRoute, .reset, .tls, .other: .unreachable
    }
  }

  fileprivate var rule: OAuthError.Rule {
    switch self {
    case .certificateName: .rfc(9525, "6.1")
    case .certificateTrust: .rfc(5280, "6")
    case .proxy: .rfc(9110, "9.3.6")
    default: .rfc(9110, "9")
    }
  }

  fileprivate func sentence(about host: Host) -> String {
    switch self {
    case .certificateName: "\(host) showed a certificate for another name. Nothing was sent to it."
    case .certificateTrust:
      "\(host) showed a certificate that is not trusted here, or has expired. Nothing was sent to it."
    case .proxy(let proxy, let cause):
      "Cannot reach \(host) through the proxy \(DisplayText.clean(proxy, limit: 100)): \(cause)."
    default: "Cannot reach \(host): \(self)."
    }
  }

  fileprivate func remedy(for host: Host, at url: String?) -> Remedy {
    // Hardly a server on this machine has a certificate.
    if case .tls = self, url.flatMap({ try? AbsoluteURL($0) })?.isLoopback ?? false {
      return .advice("If the server speaks plain http, begin its URL with http://\(host). Nothing was changed.")
    }
    return switch self {
    case .refused: "Is the server running, and is the port right? Nothing was changed."
    case .unknownHost: "Check the name for typing errors, and the network. Nothing was changed."
    case .certificateName: "Check the URL."
    case .certificateTrust: .trustAuthority
    case .proxy: "Check HTTPS_PROXY, ALL_PROXY and NO_PROXY. Nothing was changed."
    case .noRoute, .reset, .tls, .other: "Check the network, then try again. Nothing was changed."
    }
  }
}
