package import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// How the answer to an authorization request is to travel.
extension SignIn {
  /// How the answer to this sign-in must travel.
  ///
  /// OAuth 2.0 Multiple Response Type Encoding Practices §2.1: a code for which no mode was asked comes in the query.
  /// §3.0: a token comes in the fragment.
  package var expectedResponseMode: ResponseMode {
    if case .implicit = flow { return .fragment }
    return (try? responseMode(at: oauth2Service)).flatMap { $0 } ?? .query
  }

  /// The state that goes with a code which is brought alone; nil where the whole answer is needed.
  ///
  /// A code alone is enough where the server says that it verifies challenges (RFC 7636 §1), and where the answer need not
  /// name its issuer (RFC 9207).
  package var stateOfCodeAlone: Secret? {
    guard case .code(let flow) = flow, flow.isWaiting, flow.binding.verifier != nil, expectedResponseMode == .query,
      advertised?.metadata?.supportsS256 == true, case .oauth2(let service) = provider.service,
      !service.requiresIssuerInCallback
    else { return nil }
    return flow.binding.state
  }

  /// The mode to ask for, as the terms say, else as the entry says; nil leaves it to the server.
  ///
  /// OAuth 2.0 Form Post Response Mode §2; JWT Secured Authorization Response Mode §2.3.
  func responseMode(at service: OAuth2Service) throws(OAuthError) -> ResponseMode? {
    switch (terms.responseMode ?? service.responseMode, terms.wantsSecuredCallback) {
    case (nil, false): nil
    case (nil, true), (.query, true): .queryJWT
    case (.query, false): .query
    case (.formPost, let isSecured): isSecured ? .formPostJWT : .formPost
    case (let mode?, _): throw .unusableResponseMode(mode)
    }
  }
}

extension OAuthError {
  fileprivate static func unusableResponseMode(_ mode: ResponseMode) -> OAuthError {
    OAuthError(
      .unsupported, message: "The answer cannot be returned by “\(mode.rawValue)”: use query or form_post.",
      rule: .specification("OAuth 2.0 Multiple Response Type Encoding Practices", "2.1"),
      remedy: "A fragment never reaches this program. Ask for a signed answer by its own option.")
  }
}
