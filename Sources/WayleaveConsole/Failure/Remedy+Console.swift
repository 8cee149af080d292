package import WayleaveWire

extension Remedy {
  /// What to do, as the program's own commands and options.
  package var inCommands: String {
    switch self {
    case .signIn(let provider): "Sign in with `wayleave login \(Self.word(provider))`."
    case .allowOrigin(let origin):
      "If the address is right, allow it for this account: sign in again with --allow-origin \(origin)."
    case .giveSecret: "Give the secret of the client with --client-secret-file."
    case .giveKey: "Give the private key whose public half the provider has with --key-file."
    case .giveCertificate: "Give both, with --certificate-file and --key-file."
    case .leaveOutCertificate: "Set --client-auth tls, or leave the certificate out."
    case .registerClient(let provider):
      "Register your app on the provider's page, then: "
        + "wayleave clients add NAME --provider \(provider.map(Self.word) ?? "P") --client-id ID."
    case .correctEntry: "Correct the file; `wayleave providers show foursquare` prints one that is right."
    case .chooseIssuer(let api):
      "The API takes tokens of several servers. Name one: `wayleave login ISSUER --api \(api)`."
    case .signInOnTerms(let demand, let account):
      "Sign in again as the API wants it: `wayleave login \(Self.options(account, demand))`. "
        + "Everything else works as before."
    case .signInInBrowser: "Sign in with --flow browser or --flow paste."
    case .registerLoopbackRedirectURI:
      "“oob” is for OAuth 1.0a. Register http://127.0.0.1/callback, or paste the answer with --flow paste."
    case .sendUnpushed:
      "See what the provider says; the user was not asked. If its endpoint is broken, sign in with --no-par."
    case .allowPushing:
      "Leave out --no-par, or remove “pushed_authorization_requests: false” from the provider's entry."
    case .allowRenewal: "Let it be renewed (leave out --no-refresh), or ask for less with --min-ttl."
    case .finishSignOut(let left):
      "You are signed out here. Still to be revoked at the provider: \(left.joined(separator: ", ")). "
        + "`wayleave logout` sends the rest."
    case .askForScopes(let scopes):
      "Sign in again with `wayleave login --scope \(scopes.isEmpty ? "SCOPES" : Self.word(scopes.joined(separator: " ")))`."
    case .giveMoreTime: "Begin the sign-in again, or give more time with --timeout."
    case .acceptDowngrade:
      "Ask the provider whether that is meant. If it is, ask again and accept the loss with --accept-downgrade."
    case .trustAuthority: "Check the URL. Behind a company's proxy, give its authority's certificate: --ca-file FILE."
    // Nothing to type.
    case .advice, .addToEntry, .wait, .compareClocks, .tellProvider: description
    }
  }

  private static func options(_ account: String, _ demand: AccessDemand) -> String {
    let options = demand.options
    return "--account \(word(account))" + (options.isEmpty ? "" : " \(options)")
  }

  /// A text as a shell takes it for one word.
  static func word(_ text: String) -> String {
    let text = DisplayText.clean(text)
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0.isUnreserved || "/:@%+=,".utf8.contains($0) }
    return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}
