public import WayleaveWire

/// Where a client is registered at a provider, and what to fill in there.
public struct RegistrationGuide: Sendable, Equatable {
  /// The page of the provider; where the sign-in has ended, one that says so or has what to use instead.
  public var page: AbsoluteURL
  /// The redirect URI that the provider takes for a program; nil where it takes `http://127.0.0.1/callback` at any port, or
  /// where nothing else is known.
  ///
  /// RFC 8252 §7.3: a server "MUST allow any port"; many compare the port all the same, and some take https alone.
  public var redirectURI: AbsoluteURL?
  /// Whether a client that is registered so has no secret.
  ///
  /// RFC 6749 §2.1: a public client.
  public var isPublic = false
  /// What else to fill in there, in a sentence for people; nil where the page says it. Where the sign-in has ended: since
  /// when, and what to use instead.
  public var hint: String?

  /// A guide.
  public init(page: AbsoluteURL, redirectURI: AbsoluteURL? = nil, hint: String? = nil) {
    self.page = page
    self.redirectURI = redirectURI
    self.hint = hint
  }
}

extension Provider {
  /// Where a client is registered, and what to fill in there; nil where the entry says nothing.
  public var registration: RegistrationGuide? {
    get { boxedRegistration.value }
    set { boxedRegistration = Boxed(newValue) }
  }
}
