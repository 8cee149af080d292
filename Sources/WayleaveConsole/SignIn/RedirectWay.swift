package import WayleaveOAuth2
package import WayleaveWire

/// The way by which a browser or an app of this machine comes back: the first that works.
///
/// RFC 8252 §7: a listener comes first, since no other program can take its port while it listens (§7.3). An https URL
/// that an app claims (§7.2) is not among them: on Linux no program can claim one. A private-use scheme (§7.1) is last.
package enum RedirectWay: Sendable, Equatable {
  /// A listener on this machine.
  case listener
  /// The desktop, which starts the program that opens the scheme of this redirect URI.
  case scheme(RedirectURI)

  /// What speaks against a listener.
  package enum Obstacle: Sendable, Equatable {
    /// Each port of the client's redirect URIs is taken.
    case portTaken
    /// An app is to come back: it can open our scheme without a browser.
    case app
  }

  /// The way, and the sentence that says why; nil where it is the usual one, or was asked for.
  package typealias Choice = (way: RedirectWay, reason: String?)

  /// Chooses among the redirect URIs of a client; throws `configuration.invalid_redirect_uri` where the answer would go to
  /// another program, or to none.
  package static func first(
    among redirectURIs: [RedirectURI], against obstacle: Obstacle? = nil, standing: (URLScheme) -> SchemeStanding
  ) throws(OAuthError) -> Choice {
    if canListen(for: redirectURIs), obstacle == nil { return (.listener, nil) }
    var refusal: OAuthError?
    for redirectURI in redirectURIs {
      guard redirectURI.url.scheme != "https", redirectURI.url.scheme != "http" else { continue }
      guard let scheme = URLScheme(of: redirectURI.url) else {
        refusal = refusal ?? .schemeOfSystem(redirectURI.url.scheme)
        continue
      }
      let standing = standing(scheme)
      guard standing != .ours else {
        let sentences = [reason(scheme, obstacle), scheme.warning].compactMap(\.self)
        return (.scheme(redirectURI), sentences.isEmpty ? nil : sentences.joined(separator: "\n"))
      }
      refusal = refusal ?? .notOurScheme(scheme.text, standing)
    }
    if let refusal { throw refusal }
    guard obstacle != .app else { throw .noSchemeForApp() }
    return (.listener, nil)
  }

  /// Whether a listener of this machine is among the redirect URIs of a client; one that names none has any.
  package static func canListen(for redirectURIs: [RedirectURI]) -> Bool {
    redirectURIs.isEmpty || redirectURIs.contains(where: \.isLoopback)
  }

  private static func reason(_ scheme: URLScheme, _ obstacle: Obstacle?) -> String? {
    switch obstacle {
    case .app: nil
    case .portTaken: "Back by the scheme \(scheme.text), because another program has the port of the redirect URI."
    case nil: "Back by the scheme \(scheme.text), because no redirect URI of this client is on this machine."
    }
  }
}

extension OAuthError {
  /// RFC 8252 §8.1: "multiple apps can typically register the same scheme".
  fileprivate static func notOurScheme(_ scheme: String, _ standing: SchemeStanding) -> OAuthError {
    let (reason, remedy): (String, Remedy) =
      switch standing {
      case .other(let program):
        (
          "\(DisplayText.clean(program)) opens \(scheme), not Wayleave: that program would get the answer",
          .advice("Let Wayleave open it: `wayleave scheme install --scheme \(scheme)`. Or use --flow paste.")
        )
      case .none, .ours:
        (
          "no program on this desktop opens \(scheme)",
          .advice("Let Wayleave open it: `wayleave scheme install --scheme \(scheme)`. Or use --flow paste.")
        )
      case .unknown: ("it is not known which program opens \(scheme)", "Use --flow paste.")
      }
    return OAuthError(
      .invalidRedirectURI, message: "The browser cannot come back by the scheme of the redirect URI: \(reason).",
      rule: .rfc(8252, "8.1"), received: .text(scheme), remedy: remedy)
  }

  fileprivate static func schemeOfSystem(_ scheme: String) -> OAuthError {
    let scheme = DisplayText.clean(scheme, limit: 100)
    return OAuthError(
      .invalidRedirectURI,
      message: "The browser cannot come back by the scheme “\(scheme)”: it is not one of a program of yours.",
      rule: .rfc(8252, "7.1"),
      remedy: "Run `wayleave scheme install`, and register the redirect URI that it prints. Or use --flow paste.")
  }

  fileprivate static func noSchemeForApp() -> OAuthError {
    OAuthError(
      .invalidRedirectURI, message: "The client has no redirect URI with a scheme of ours, so no app can come back.",
      rule: .rfc(8252, "7.1"), remedy: "Run `wayleave scheme install`, and register the redirect URI that it prints.")
  }
}
