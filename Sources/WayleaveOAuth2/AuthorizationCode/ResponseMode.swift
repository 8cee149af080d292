/// How the answer of an authorization server travels through the user's browser.
///
/// OAuth 2.0 Multiple Response Type Encoding Practices §2.1; OAuth 2.0 Form Post Response Mode §2; the modes that end in
/// `jwt` are JWT Secured Authorization Response Mode §2.3.
public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
  /// In the query of the redirect URI.
  case query = "query"
  /// In the fragment of the redirect URI, which the browser keeps to itself.
  case fragment = "fragment"
  /// In the body of a POST to the redirect URI.
  case formPost = "form_post"
  /// As one JWT, however the response type travels by default.
  case jwt = "jwt"
  /// As one JWT in the query.
  case queryJWT = "query.jwt"
  /// As one JWT in the fragment.
  case fragmentJWT = "fragment.jwt"
  /// As one JWT in the body of a POST.
  case formPostJWT = "form_post.jwt"

  /// Whether the answer is one JWT.
  package var isJWT: Bool {
    switch self {
    case .query, .fragment, .formPost: false
    case .jwt, .queryJWT, .fragmentJWT, .formPostJWT: true
    }
  }

  /// Whether an answer of a type may travel so.
  ///
  /// JWT Secured Authorization Response Mode §2.3.1: `query.jwt` "MUST NOT be used in conjunction with response types
  /// that contain "token" or "id_token" unless the response JWT is encrypted"; a bare query must not either.
  package func mayCarry(_ type: ResponseType) -> Bool {
    type == .code || (self != .query && self != .queryJWT)
  }
}
