public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire

/// An application registered at the playground's Twitter.
public struct PlaygroundConsumer: Sendable {
  /// Consumer key and secret.
  public let credential: ConsumerCredential
  /// What the consent page calls it.
  public let name: String
  /// Where its users may be sent back to; `oob` is always allowed.
  public let callbacks: [RedirectURI]

  /// A registration; throws `configuration.invalid_redirect_uri`.
  public init(credential: ConsumerCredential, name: String, callbacks: [String]) throws(OAuthError) {
    self.credential = credential
    self.name = name
    var proved: [RedirectURI] = []
    for text in callbacks { proved.append(try RedirectURI(text)) }
    self.callbacks = proved
  }

  /// The consumer of the demonstration: `wayleave-demo-consumer`, with a secret that says it is none.
  public static func demo() throws(OAuthError) -> PlaygroundConsumer {
    try PlaygroundConsumer(
      credential: ConsumerCredential(
        key: "wayleave-demo-consumer", secret: Secret("playground-consumer-secret-not-real")),
      name: "Wayleave Demo", callbacks: ["http://127.0.0.1/callback"])
  }
}
