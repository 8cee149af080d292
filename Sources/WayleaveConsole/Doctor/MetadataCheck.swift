package import WayleaveOAuth2
import WayleaveWire

/// What a provider publishes of itself, compared with what a sign-in with a client needs.
///
/// RFC 8414 §2. That the issuer is the one of the URL, and that S256 is offered, was verified when it was read.
package struct MetadataCheck: Sendable {
  private let metadata: AuthorizationServerMetadata
  private let subject: String

  package init(_ metadata: AuthorizationServerMetadata, of subject: String) {
    (self.metadata, self.subject) = (metadata, subject)
  }

  /// What does not fit; where everything does, a sentence that says so.
  ///
  /// - Parameter clients: the clients here, each with the way in which it authenticates.
  package func findings(for clients: [(name: String, method: ClientAuthenticationMethod)]) -> [Finding] {
    let faults =
      [responseType, codeChallenge, issuerInCallback].compactMap(\.self) + clients.compactMap(authentication)
      + unusableEndpoints
    let isUsable = !faults.contains { $0.verdict == .failed }
    return (isUsable ? [summary] : []) + faults
  }

  private var summary: Finding {
    found(
      .good,
      "The issuer is the one of the URL; \(metadata.endpoints.count) endpoints; clients authenticate by "
        + "\(metadata.clientAuthenticationMethods.map(\.shownName).joined(separator: ", ")).")
  }

  /// A sign-in in a browser wants a code, one on another device its own endpoint.
  private var responseType: Finding? {
    guard metadata.authorizationEndpoint != nil || metadata.endpoints[.deviceAuthorization] != nil else {
      return found(
        .failed, "The metadata names no authorization endpoint and none for devices, so no user can sign in.",
        "Check the issuer. Without a user, `wayleave token --grant client_credentials` may work.")
    }
    guard let types = texts("response_types_supported"), !types.contains("code"),
      !types.contains(where: { $0.split(separator: " ").contains("code") })
    else { return nil }
    return found(
      .failed, "The provider gives no authorization codes: its response_types_supported has \(list(types)).",
      "Sign in with --flow device if the provider has codes for devices, or ask it to offer “code”.")
  }

  private var codeChallenge: Finding? {
    guard metadata.supportsS256 == nil else { return nil }
    return found(
      .warning, "The metadata does not say whether the provider takes PKCE (code_challenge_methods_supported).",
      "Nothing to do here: a challenge is sent in any case. Only the provider knows whether it verifies it.")
  }

  private var issuerInCallback: Finding? {
    guard !metadata.sendsIssuerInCallback else { return nil }
    return found(
      .good,
      "Callbacks do not name their issuer (authorization_response_iss_parameter_supported), as at many providers.")
  }

  /// Where the server lists its methods, another one is refused. Without a list it is Basic, as far as it is known; and
  /// many servers that take public clients do not list “none”.
  private func authentication(_ client: (name: String, method: ClientAuthenticationMethod)) -> Finding? {
    guard !offered.contains(client.method) else { return nil }
    let isListed = texts("token_endpoint_auth_methods_supported") != nil
    return found(
      isListed && client.method != .publicClient ? .failed : .warning,
      "The client “\(client.name)” authenticates by \(client.method.shownName), and the provider takes "
        + "\(list(metadata.clientAuthenticationMethods.map(\.shownName))).",
      "Save the client again with --replace and the --client-auth that the provider's page names.")
  }

  /// What the server names; raw Basic is Basic to it.
  private var offered: [ClientAuthenticationMethod] {
    let methods = metadata.clientAuthenticationMethods
    return methods + (methods.contains(.basic) ? [.basicRaw] : [])
  }

  private var unusableEndpoints: [Finding] {
    metadata.unusableEndpoints.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      Finding(.metadata, of: subject, .warning, because: $0.value)
    }
  }

  private func texts(_ name: String) -> [String]? { metadata.raw[name]?.array?.compactMap(\.string) }

  private func list(_ words: [String]) -> String { words.isEmpty ? "none" : words.joined(separator: ", ") }

  private func found(_ verdict: Finding.Verdict, _ message: String, _ remedy: String? = nil) -> Finding {
    Finding(.metadata, of: subject, verdict, message, remedy: remedy)
  }
}
