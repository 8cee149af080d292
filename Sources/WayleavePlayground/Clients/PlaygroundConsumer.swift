public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire

/// An application registered at the playground's Twitter.
public struct PlaygroundConsumer: Sendable {
  /// What Twitter allowed to few applications only.
  public enum Privilege: Sendable, Hashable {
    /// To send a name and a password for a token: xAuth.
    case passwords
    /// To get a token from an account that another application holds: the first step of reverse auth.
    case reverseAuth
    /// To hold accounts for others, as a system does: the second step of reverse auth.
    case systemAccounts
  }

  /// Consumer key and secret.
  public let credential: ConsumerCredential
  /// What the consent page calls it.
  public let name: String
  /// Where its users may be sent back to, with `/*` as at ``PlaygroundClient``; `oob` is always allowed.
  public let callbacks: [RedirectURI]
  /// What it may do in addition; without a privilege, Twitter answers 87.
  public var privileges: Set<Privilege> = []
  /// How long its tokens live; nil, as at the real Twitter, means that they never expire.
  ///
  /// OAuth Session 1.0 Draft 1: tokens that expire come with a session handle, by which they are renewed.
  public var tokenLifetime: Duration?

  /// A registration; throws `configuration.invalid_redirect_uri`.
  public init(credential: ConsumerCredential, name: String, callbacks: [String]) throws(OAuthError) {
    self.credential = credential
    self.name = name
    var checked: [RedirectURI] = []
    for text in callbacks { checked.append(try RedirectURI(text)) }
    self.callbacks = checked
  }

  /// The consumer of the demonstration: `wayleave-demo-consumer`, with a secret that is public on purpose.
  public static func demo() throws(OAuthError) -> PlaygroundConsumer {
    try PlaygroundConsumer(
      credential: ConsumerCredential(
        key: "wayleave-demo-consumer", secret: Secret("playground-consumer-secret-not-real")),
      name: "Wayleave Demo", callbacks: RedirectURI.registeredByDemos)
  }

  /// One consumer for each thing that the first may not do: xAuth and reverse auth, system accounts, tokens that expire.
  public static func special() throws(OAuthError) -> [PlaygroundConsumer] {
    var trusted = try named("trusted", "Wayleave Trusted Demo")
    trusted.privileges = [.passwords, .reverseAuth]
    var system = try named("system", "Wayleave System Demo")
    system.privileges = [.systemAccounts]
    var session = try named("session", "Wayleave Session Demo")
    session.tokenLifetime = .seconds(3600)
    return [trusted, system, session]
  }

  private static func named(_ kind: String, _ name: String) throws(OAuthError) -> PlaygroundConsumer {
    try PlaygroundConsumer(
      credential: ConsumerCredential(
        key: "wayleave-demo-\(kind)", secret: Secret("playground-\(kind)-secret-not-real")),
      name: name, callbacks: RedirectURI.registeredByDemos)
  }
}
