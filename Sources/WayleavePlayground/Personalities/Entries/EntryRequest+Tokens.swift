import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What the token endpoints of all depths have in common.
extension EntryRequest {
  /// The client that a request names, by HTTP Basic or in its pairs, not yet verified; nil for none.
  var shownClient: ClientCredentials? {
    guard let url = try? Endpoint("\(context.base)/") else { return nil }
    var probe = RequestMessage(posting: pairs, to: url)
    probe.head.headerFields[.authorization] = visit.request.head.headerFields[.authorization]
    return try? ClientCredentials(reading: probe)
  }

  /// The registered client that a request names, its secret not yet verified; nil for none.
  var namedClient: PlaygroundClient? { play.registered(shownClient?.id) }

  /// Whether a request shows the secret of a client, in a way that the provider takes.
  func showsSecret(of client: PlaygroundClient) -> Bool {
    guard let shown = shownClient, shown.id == client.id, shown.secret == client.secret else { return false }
    return play.takes(shown.method, of: client, named: play.service?.dialect.request.clientAuthentication ?? .post)
  }

  /// The client whose token it is.
  func client(of token: EntryLedger.ShownToken) -> ClientID { play.client(of: token.grant) }

  /// Whether the verifier of a request fits the challenge with which its code was asked for.
  ///
  /// RFC 7636 §4.6.
  func verifies(_ challenge: CodeChallenge?) -> Bool {
    guard let challenge else { return true }
    let verifier = try? play.tolerance.verifier(Secret(pair("code_verifier") ?? ""))
    return verifier.map { challenge.isMet(by: $0) } ?? false
  }

  /// Whether the redirect URI of a request is that of the code.
  ///
  /// RFC 6749 §4.1.3.
  func repeats(_ redirectURI: RedirectURI) -> Bool {
    pair("redirect_uri")?.hasSameBytes(as: redirectURI.text) ?? false
  }

  /// Saves an access token, and the refresh token that came with it.
  func save(
    _ access: Secret, renewedBy refresh: Secret?, of grant: GrantID, scopes: [String], lifetime: Duration,
    holder: EntryToken.Holder? = nil
  ) {
    let token = EntryToken(scopes: scopes, holder: holder)
    play.issued.saveAccessToken(token, as: access, of: grant, until: visit.now + lifetime, at: visit.now)
    if let refresh { play.issued.saveRefreshToken(token, as: refresh, of: grant, with: access, at: visit.now) }
  }
}
