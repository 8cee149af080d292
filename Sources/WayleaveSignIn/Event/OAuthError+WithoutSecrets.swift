import WayleaveBackport
import WayleaveOAuth1
package import WayleaveProvider
package import WayleaveWire

extension SecretBlotter {
  /// All secrets that are known where an answer is shown: of the request, of the answer itself, and of the credential that
  /// was put on the request or that it renews. A provider can repeat each of them.
  package init(
    of request: RequestMessage, answeredBy response: ResponseMessage? = nil, with credential: Credential? = nil
  ) {
    self.init(request.carriedSecrets + (response?.carriedSecrets ?? []) + (credential?.secrets ?? []))
  }
}

extension OAuthError {
  /// The report without any secret that is known here: see ``SecretBlotter/init(of:answeredBy:with:)``.
  package func withoutSecrets(
    of request: RequestMessage, answeredBy response: ResponseMessage? = nil, with credential: Credential? = nil
  ) -> OAuthError {
    let blotter = SecretBlotter(of: request, answeredBy: response, with: credential)
    let clean = OAuthError(
      code, message: blotter.cleaned(message), rule: rule, expected: expected.map(blotter.cleaned),
      received: received.map { .described(blotter.cleaned("\($0)")) },
      remedy: remedy.cleaned(by: blotter), refusal: refusal?.cleaned(by: blotter), fault: fault,
      member: member.map(blotter.cleaned))
    return clean == self ? self : clean
  }
}

extension ProviderRefusal {
  /// What the provider said without any secret that is known here.
  package func withoutSecrets(
    of request: RequestMessage, answeredBy response: ResponseMessage, with credential: Credential
  ) -> ProviderRefusal {
    cleaned(by: SecretBlotter(of: request, answeredBy: response, with: credential))
  }

  fileprivate func cleaned(by blotter: SecretBlotter) -> ProviderRefusal {
    ProviderRefusal(
      error: blotter.cleaned(error), subcode: subcode.map(blotter.cleaned),
      description: description.map(blotter.cleaned), uri: uri.map(blotter.cleaned), status: status, shape: shape,
      retryAfter: retryAfter, demand: demand?.cleaned(by: blotter))
  }
}

extension AccessDemand {
  /// The terms without the words that hold a secret: they would be sent in the URL of the next sign-in.
  fileprivate func cleaned(by blotter: SecretBlotter) -> AccessDemand {
    AccessDemand(
      scopes: blotter.clean(among: scopes),
      authenticationContextClasses: blotter.clean(among: authenticationContextClasses),
      maximumAge: maximumAge)
  }
}

extension SecretBlotter {
  /// Those of the texts in which no secret stands.
  package func clean(among texts: [String]) -> [String] { texts.filter { cleaned($0).hasSameBytes(as: $0) } }
}

extension Credential {
  /// Everything in it that no one else may see, the refresh token and the ID tokens too: any answer can repeat them.
  package var secrets: [[UInt8]] {
    switch self {
    case .oauth1(let credential):
      [credential.token, credential.secret, credential.sessionHandle].compactMap { $0?.exposedBytes }
    case .oauth2(let tokens): tokens.secrets
    }
  }
}

extension Credential.Tokens {
  fileprivate var secrets: [[UInt8]] {
    [accessToken, refreshToken, idToken, firstIDToken].compactMap { $0?.exposedBytes }
  }

  /// Leaves out the scopes in which a server repeats a secret of these tokens, or one of those that it was sent: scopes are
  /// shown, and a sign-in asks for them again in a URL.
  package mutating func removeScopes(repeating sent: @autoclosure () -> [[UInt8]]) {
    // Scopes are short words, and nothing is found in one of fewer than eight bytes.
    guard let scopes, scopes.contains(where: { $0.utf8.count >= SecretBlotter.shortest }) else { return }
    self.scopes = SecretBlotter(sent() + secrets, in: scopes).clean(among: scopes)
  }
}

extension Identity {
  /// The user without what holds a secret of the credential, be it the name or another text that is shown.
  ///
  /// The subject stays, unless a secret stands in it whole: a token may begin with the id of its user, as Twitter's does.
  package func withoutSecrets(of credential: Credential) throws(OAuthError) -> Identity {
    let secrets = credential.secrets.filter { $0.count >= SecretBlotter.shortest }
    let bytes = Array(subject.utf8)
    guard !secrets.contains(where: bytes.contains(part:)) else { throw .secretSubject() }
    let shown: [WritableKeyPath<Identity, String?>] = [\.displayName, \.handle, \.picture, \.email]
    let blotter = SecretBlotter(secrets, in: shown.compactMap { self[keyPath: $0] })
    var identity = self
    for text in shown { identity[keyPath: text] = self[keyPath: text].flatMap { blotter.clean(among: [$0]).first } }
    if identity.email == nil { identity.isEmailVerified = nil }
    return identity
  }
}

extension OAuthError {
  fileprivate static func secretSubject() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider gives a token as the name of the user.",
      rule: .wayleave("a secret is not shown"), remedy: .tellProvider)
  }
}

extension Remedy {
  fileprivate func cleaned(by blotter: SecretBlotter) -> Remedy {
    switch self {
    case .advice(let text): .advice(blotter.cleaned(text))
    case .askForScopes(let scopes): .askForScopes(scopes.map(blotter.cleaned))
    case .signInOnTerms(let demand, let account): .signInOnTerms(demand.cleaned(by: blotter), account: account)
    default: self
    }
  }
}
