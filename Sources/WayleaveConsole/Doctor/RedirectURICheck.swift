package import WayleaveOAuth2
import WayleaveWire

/// Whether a browser can come back by a redirect URI.
package struct RedirectURICheck: Sendable {
  /// Where it leads.
  package enum Place: Sendable, Equatable {
    /// This machine, at a port that is free then.
    case anyPort
    /// This machine, at this port.
    case port(UInt16)
    /// A web site.
    case site
    /// A program that has this URL scheme.
    case scheme(String)
    /// A host elsewhere, by plain http.
    case openHTTP
  }

  /// What this machine says of the place.
  package enum Surroundings: Sendable, Equatable {
    case isFree
    case isTaken
    /// Who opens the scheme.
    case standing(SchemeStanding)
    /// Nothing can be said.
    case unknown
  }

  private let uri: RedirectURI
  private let subject: String
  private let client: String

  package init(_ uri: RedirectURI, of client: String, subject: String) {
    (self.uri, self.client, self.subject) = (uri, client, subject)
  }

  package var place: Place {
    let url = uri.url
    guard url.scheme == "http" || url.scheme == "https" else { return .scheme(url.scheme) }
    // A listener of ours speaks plain http alone.
    guard uri.isLoopback else { return url.scheme == "https" ? .site : .openHTTP }
    return url.port.map { .port($0) } ?? .anyPort
  }

  package func finding(in surroundings: Surroundings) -> Finding {
    let name = "“\(client)”"
    let shown = URLRedaction.redact(uri.text)
    switch (place, surroundings) {
    case (.port(let port), .isTaken):
      return found(
        .failed, "Another program listens at port \(port), where \(name) has its users come back.",
        "End that program: `ss -ltnp 'sport = :\(port)'` shows it. Or register another port.")
    case (.anyPort, _): return found(.good, "\(name) comes back at \(shown), at any port.")
    case (.port(let port), .unknown):
      return found(
        .skipped(because: nil), "\(name) comes back at \(shown); whether port \(port) can be used here is not known.")
    case (.port(let port), _): return found(.good, "\(name) comes back at \(shown), and port \(port) is free.")
    case (.site, _):
      return found(
        .good, "\(name) comes back at \(shown), on a web site: sign in with --flow paste or --flow device.")
    case (.openHTTP, _):
      return found(
        .failed, "\(name) comes back at \(shown), by plain http on another machine, where others can read the code.",
        "Register an https redirect URI, or http://127.0.0.1/callback, and save the client again.")
    case (.scheme(let scheme), .standing(let standing)): return finding(of: scheme, standing)
    case (.scheme(let scheme), _): return finding(of: scheme, .unknown)
    }
  }

  /// RFC 8252 §8.1: "multiple apps can typically register the same scheme", and then another one gets the code.
  private func finding(of scheme: String, _ standing: SchemeStanding) -> Finding {
    let back = "“\(client)” comes back by the scheme \(scheme)"
    let install = "`wayleave scheme install --scheme \(scheme)`"
    let isInstallable = URLScheme(of: uri.url) != nil
    switch standing {
    case .ours:
      guard URLScheme(of: uri.url)?.isShared == true else { return found(.good, "\(back), which Wayleave opens.") }
      return found(
        .warning, "\(back), which Wayleave opens, and which any program can have: it has no period.",
        "Register a redirect URI on this machine, or one of `wayleave scheme install`, where the provider takes it.")
    case .other(let program):
      return found(
        .warning, "\(back), which \(program) opens, not Wayleave: `login` does not use it.",
        isInstallable
          ? "Let Wayleave open it: \(install). Or register http://127.0.0.1/callback."
          : "Register http://127.0.0.1/callback.")
    case .none:
      return found(
        .warning, "\(back), and no program on this desktop opens it.",
        isInstallable
          ? "Let Wayleave open it: \(install). Or sign in with --flow paste."
          : "Sign in with --flow paste, or register http://127.0.0.1/callback.")
    case .unknown: return found(.skipped(because: nil), "\(back); no xdg-mime says who opens it.")
    }
  }

  private func found(_ verdict: Finding.Verdict, _ message: String, _ remedy: String? = nil) -> Finding {
    Finding(.redirectURI, of: subject, verdict, message, remedy: remedy)
  }
}
