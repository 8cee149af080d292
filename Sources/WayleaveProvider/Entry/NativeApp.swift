public import WayleaveWire

/// The app of a provider that signs users in without a browser.
public struct NativeApp: Sendable, Equatable {
  /// The URL that opens it, of the app's own scheme or of https.
  public var authorization: AbsoluteURL
  /// Where it can be installed; nil where that is not known.
  public var install: AbsoluteURL?
  /// The https URL that opens it where the app claims it, and a page where no app does; nil for the page of the sign-in.
  ///
  /// RFC 8252 §7.2: no other app can have it, as it can have a scheme.
  public var link: AbsoluteURL?
  /// A scheme that every version of the app opens: where only this one is registered, the app is too old; nil for none.
  public var scheme: String?
  /// Whether the app's answer leaves out the `state` of the request.
  ///
  /// Then nothing in the answer says which sign-in it is for, and RFC 6749 §10.12 has to be met in another way.
  public var omitsState = false

  /// An app.
  public init(
    authorization: AbsoluteURL, install: AbsoluteURL? = nil, link: AbsoluteURL? = nil, scheme: String? = nil,
    omitsState: Bool = false
  ) {
    self.authorization = authorization
    self.link = link
    self.install = install
    self.scheme = scheme
    self.omitsState = omitsState
  }

  /// Whether the scheme can be one of a provider's app: what a browser, a desktop or a system program opens is not ours
  /// to start.
  package var hasOwnScheme: Bool { Self.isOfApps(scheme: authorization.scheme) }

  /// Whether a scheme can be one of an app.
  package static func isOfApps(scheme: String) -> Bool {
    !Self.schemesOfOthers.contains(scheme) && !scheme.hasPrefix("ms-") && !scheme.hasPrefix("itms")
  }

  /// Schemes of the web, of the system and of programs that do something at once: dial, log in, install, mount.
  private static let schemesOfOthers: Set<String> = [
    "about", "admin", "afp", "app-settings", "appstream", "apt", "blob", "chrome", "computer", "data", "dav", "davs",
    "facetime", "facetime-audio", "feed", "file", "filesystem", "ftp", "ftps", "geo", "git", "help", "http", "https",
    "imap", "info", "irc", "ircs", "javascript", "ldap", "ldaps", "magnet", "mailto", "man", "market",
    "moz-extension", "network", "news", "nfs", "nntp", "pop", "prefs", "rdp", "recent", "rlogin", "rsync", "rtsp",
    "sftp", "shortcuts", "sip", "sips", "smb", "sms", "smsto", "snap", "spice", "ssh", "svn", "tel", "telnet", "tg",
    "trash", "urn", "vbscript", "view-source", "vnc", "webcal", "ws", "wss", "x-apple.systempreferences", "xmpp",
  ]

  /// The URL that asks the app for what a page would be asked for: the parameters are those of the page's URL, except
  /// where the app's own URL has them, such as the version of its protocol.
  package func url(insteadOf page: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    try Self.url(authorization, asking: page)
  }

  /// The same by the app's ``link``; that of the page where the app claims the page itself.
  package func link(insteadOf page: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    guard let link else { return page }
    return try Self.url(link, asking: page)
  }

  private static func url(_ url: AbsoluteURL, asking page: AbsoluteURL) throws(OAuthError) -> AbsoluteURL {
    let own = try url.queryForm
    var form = try page.queryForm
    form.fields.removeAll { field in own.fields.contains { $0.name == field.name } }
    return try AbsoluteURL(url.text(adding: form))
  }
}
