package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveProvider
package import WayleaveWire

/// What a hand-over is compared with: our client, and what the backend knows of the sign-in.
package struct HandOverTerms: Sendable {
  package let provider: Provider
  package let client: Client
  /// The nonce that the backend gave to the app; nil for none.
  package let nonce: IDTokenNonce?
  /// The user that it must be; nil for any.
  package let subject: String?

  package init(provider: Provider, client: Client, nonce: IDTokenNonce?, subject: String?) {
    self.provider = provider
    self.client = client
    self.nonce = nonce
    self.subject = subject
  }

  private static let rule = OAuthError.Rule.wayleave("what is handed over was issued to our client, for this user")

  /// Under which issuer the users of the provider are known.
  package var issuer: Issuer { provider.issuer ?? Issuer(provider.name.text) }

  /// Throws `hand_over.foreign_client` for another client than ours, or than those that the entry calls ours too.
  package func require(client named: String?) throws(OAuthError) {
    let own = [client.id] + provider.idTokenRules.trustedAuthorizedParties
    guard let named, own.contains(where: { $0.text.hasSameBytes(as: named) }) else {
      throw OAuthError(
        .foreignClient,
        message: named.map { "This was issued to another app: \(OAuthError.Received.text($0))." }
          ?? "The provider does not say to which app this was issued.",
        rule: Self.rule, expected: "the client “\(DisplayText.clean(client.id.text))”",
        remedy: "No one is signed in. The app must get its own from the provider, as this client.")
    }
  }

  /// Throws `request.foreign_origin` for a place that a token answer names and the entry does not allow.
  package func require(origin: Origin) throws(OAuthError) {
    guard provider.servesAPI(at: origin) else {
      throw OAuthError(
        .foreignOrigin, rule: .wayleave("a credential goes to the provider's own origins"),
        expected: "an origin of the provider's entry", received: .text("\(origin)"), remedy: .correctEntry,
        fault: .provider)
    }
  }

  /// Throws `hand_over.foreign_user` for another user than the expected one.
  package func require(user: Identity) throws(OAuthError) {
    guard let subject else { return }
    try Self.requireSame(user.subject, as: subject)
  }

  /// Throws `hand_over.foreign_user` where two sources name different users.
  package static func requireSame(_ subject: String, as expected: String) throws(OAuthError) {
    guard subject.hasSameBytes(as: expected) else {
      throw OAuthError(
        .foreignUser, rule: rule, expected: "the user “\(DisplayText.clean(expected, limit: 100))”",
        received: .text(subject), remedy: "No one is signed in. The app must hand over what it got for this user.")
    }
  }
}
