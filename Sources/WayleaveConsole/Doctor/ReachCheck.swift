package import Wayleave
package import WayleaveWire

/// How far a request to a provider came: its name, the connection, TLS, the answer.
package struct ReachCheck: Sendable {
  /// How a request ended.
  package enum Outcome: Sendable {
    /// An answer of this status.
    case answered(Int)
    /// No answer; `error` says why, and what to do.
    case failed(TransportFailure?, OAuthError)
  }

  private let url: AbsoluteURL
  private let subject: String
  /// Where the proxy is through which the request went; nil for none.
  private let proxy: String?

  package init(of url: AbsoluteURL, subject: String, proxy: String? = nil) {
    (self.url, self.subject, self.proxy) = (url, subject, proxy)
  }

  /// A finding for each stage that was reached; the last one failed, or is the answer.
  package func findings(after outcome: Outcome) -> [Finding] {
    let stages: [Checkpoint] = [.name, .connection, .tls, .answer]
    switch outcome {
    case .answered(let status):
      return stages.dropLast().map(good) + [
        Finding(.answer, of: subject, .good, "\(server) answers (status \(status)).")
      ]
    case .failed(let failure, let error):
      let failed = Self.stage(of: failure)
      return stages.prefix { $0 != failed }.map(good) + [Finding(failed, of: subject, because: error)]
    }
  }

  private var server: String { Origin(of: url).map { "\($0)" } ?? "The provider" }
  private var host: String { url.host ?? "The provider" }

  private func good(_ stage: Checkpoint) -> Finding {
    let message =
      switch stage {
      case .name: proxy.map { "The proxy at \($0) looks up \(host)." } ?? "The host \(host) is found."
      case .connection: proxy.map { "The proxy at \($0) connects." } ?? "\(server) takes connections."
      default:
        url.scheme == "https"
          ? "The certificate of \(host) is trusted." : "Not needed: \(server) is plain http, as for tests."
      }
    return Finding(stage, of: subject, .good, message)
  }

  /// The stage at which a request failed. What may have reached the server failed at the answer.
  private static func stage(of failure: TransportFailure?) -> Checkpoint {
    guard case .notSent(let cause)? = failure else {
      if case .timedOut(wasSent: false, _)? = failure { return .connection }
      return .answer
    }
    return switch cause {
    case .unknownHost: .name
    case .certificateName, .certificateTrust, .tls: .tls
    case .refused, .noRoute, .reset, .proxy, .other: .connection
    }
  }

  /// Whether the cause may be that this machine has no network: then nothing else far away is reached either.
  package static func isAboutNetwork(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .failed(.notSent(.unknownHost)?, _), .failed(.notSent(.noRoute)?, _): true
    default: false
    }
  }

  /// What to say of the network, after several providers were asked: that it is not there, once, where none of those
  /// that are not on this machine was found.
  package static func network(after outcomes: [Outcome]) -> Finding? {
    guard outcomes.count > 1, outcomes.allSatisfy(isAboutNetwork) else { return nil }
    return Finding(
      .network, .failed, "The network is not reachable: none of \(outcomes.count) providers is found.",
      remedy: "Check the network and the name server. `wayleave doctor --offline` leaves out what needs them.")
  }
}
