import WayleaveOAuth1
package import WayleaveWire

/// A provider that repeats a request in its answer would have us show what was secret in it.
extension OAuthError {
  /// The report without any secret that the request carried; `credential` is the one that was put on it, whose token may
  /// stand where no other provider has it.
  package func withoutSecrets(of request: RequestMessage, with credential: Credential? = nil) -> OAuthError {
    let blotter = SecretBlotter(request.carriedSecrets + (credential?.secrets ?? []))
    let clean = OAuthError(
      code, message: blotter.cleaned(message), rule: rule, expected: expected.map(blotter.cleaned),
      received: received.map { .described(blotter.cleaned("\($0)")) },
      remedy: remedy.cleaned(by: blotter), refusal: refusal?.cleaned(by: blotter), fault: fault,
      member: member.map(blotter.cleaned))
    return clean == self ? self : clean
  }
}

extension ProviderRefusal {
  /// What the provider said without any secret that the request carried.
  package func withoutSecrets(of request: RequestMessage, with credential: Credential) -> ProviderRefusal {
    cleaned(by: SecretBlotter(request.carriedSecrets + credential.secrets))
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
      scopes: scopes.filter { blotter.cleaned($0).hasSameBytes(as: $0) },
      authenticationContextClasses: authenticationContextClasses.filter { blotter.cleaned($0).hasSameBytes(as: $0) },
      maximumAge: maximumAge)
  }
}

extension Credential {
  fileprivate var secrets: [[UInt8]] {
    switch self {
    case .oauth1(let credential): [credential.token.exposedBytes, credential.secret.exposedBytes]
    case .oauth2(let tokens): [tokens.accessToken.exposedBytes]
    }
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
