package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// What a person reads who is to sign in, each way in a paragraph of its own.
///
/// A URL, a code and a command stand on lines of their own, so that they can be copied.
package struct SignInText: Sendable {
  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The code for another device; with `hasOtherWay`, it is the first of two ways.
  ///
  /// RFC 8628 §3.3, §3.3.1 and §5.4. A page that is not at the provider is said to be elsewhere.
  package func codes(
    _ codes: DeviceAuthorizationResponse, at provider: Provider? = nil, hasOtherWay: Bool
  ) -> String {
    let ways = hasOtherWay ? "There are two ways to sign in. The first that works counts.\n\n" : ""
    let code = UserCode(codes.userCode)
    let whole = codes.verificationURIComplete.map {
      "\n\nThis URL contains the code:\n\n  \(style.link($0.text))"
    }
    return """
      \(ways)On any device with a browser, open this URL:

        \(style.bold(style.link(codes.verificationURI.text)))
      \(Self.place(of: codes.verificationURI, at: provider).map { "\n\($0)\n" } ?? "")
      and type this code:

        \(style.bold(code.grouped))\(code.isSplit ? "  (without the space)" : "")\(whole ?? "")

      Only enter it if you began this sign-in yourself.
      """
  }

  /// What to say of a page on another host than the provider's; nil for one that is there, and for a provider whose pages
  /// are known.
  private static func place(of page: AbsoluteURL, at provider: Provider?) -> String? {
    guard let provider, !provider.isBuiltIn, !provider.name.isOfPlayground, let host = page.host,
      !provider.isAt(host: host),
      let own = provider.issuer.flatMap({ try? AbsoluteURL($0.text) })?.host
        ?? provider.tokenOrigins.map(\.host).sorted().first
    else { return nil }
    return "This page is at \(DisplayText.clean(host)), not at \(DisplayText.clean(own))."
  }

  /// The page to open in any browser; with `isOther`, it is the second of two ways.
  ///
  /// - Parameters:
  ///   - life: for how many seconds its URL works, where the user has more time than that.
  ///   - forwarding: how the browser of another computer reaches the listener here.
  ///   - redirectURI: where the browser ends, for one that cannot come back; nil where that is not said.
  package func page(
    _ url: AbsoluteURL, isOther: Bool, life: Int64? = nil, forwarding: SSHForwarding? = nil,
    endingAt redirectURI: RedirectURI? = nil
  ) -> String {
    let sentences = [
      "\(isOther ? "\nOr open" : "Open") this URL in any browser:", "\n  \(style.bold(style.link(url.text)))\n",
      life.map { "\(Self.life($0))\n" },
      forwarding.map { "\($0.sentence)\n" },
      redirectURI.map {
        """
        After you have allowed it, the browser goes to a URL that begins with
        \($0.text)
        and may say that it cannot open it.
        """
      },
    ]
    return sentences.compactMap(\.self).joined(separator: "\n")
  }

  /// The page that a browser of this machine shows, or that the user opens where none is started.
  package func browserPage(_ url: AbsoluteURL, isOpened: Bool) -> String {
    let request = isOpened ? "Your browser opens. If it does not, open this URL:" : "Open this URL in any browser:"
    return "\(request)\n\n  \(style.bold(style.link(url.text)))\n"
  }

  /// That the user has to open the URL that is shown.
  package static func noBrowser(_ reason: String) -> String {
    "No browser could be started (\(reason)). Open the URL yourself."
  }

  /// What the user is to know of a provider that takes PKCE by the method `plain` alone; nil for any other.
  ///
  /// RFC 7636 §7.2: "plain" "SHOULD NOT be used".
  package static func plainChallenge(at provider: Provider) -> String? {
    guard case .oauth2(let service) = provider.service, service.dialect.authorization.codeChallenge == .plain else {
      return nil
    }
    return """
      \(DisplayText.clean(provider.title)) takes PKCE only as “plain”: anyone who can read the URL of its page, as in the \
      browser's history, and gets the code too, can sign in with it.
      """
  }

  /// What speaks against the implicit grant, for someone who asks for it.
  ///
  /// RFC 9700 §2.1.2: "clients SHOULD NOT use the implicit grant".
  package static let implicit = """
    with --flow implicit the token itself passes through the browser, where others can read it, and nothing binds it to \
    this sign-in. RFC 9700 §2.1.2 advises against it. If the provider also gives codes, leave the option out.
    """

  /// How much time the user has.
  package static func time(_ seconds: Int64) -> String {
    let time = seconds < 120 ? "\(max(1, seconds)) second\(seconds <= 1 ? "" : "s")" : "\(seconds / 60) minutes"
    return "You have \(time); Ctrl-C ends it."
  }

  /// For how long a URL works, where the user has more time than that.
  package static func life(_ seconds: Int64) -> String {
    "Open the URL within \(seconds) second\(seconds == 1 ? "" : "s"): then it expires."
  }

  /// Another URL for a page whose first one no longer works.
  package func again(_ url: AbsoluteURL, life: Int64?) -> String {
    let time = life.map { "\n\(Self.life($0))" } ?? ""
    return "Open this URL in place of the one above.\(time)\n\n  \(style.bold(style.link(url.text)))\n"
  }
}
