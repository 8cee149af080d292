public import WayleaveWire

/// Finds out whether a token endpoint heeds PKCE, by handing in a code in a way that it must refuse.
///
/// RFC 7636 §4.6; RFC 9700 §4.8.2. For servers that one tests, and never in a user's sign-in: it spends the code, and a
/// server that fails has given tokens to anyone who asked, which are to be revoked. A sign-in cannot find this out: its
/// own verifier is right, and a server that looks at none takes it just the same.
public struct CodeChallengeProbe: Sendable {
  /// What is handed in with the code.
  public enum Trial: String, Sendable, CaseIterable {
    /// A verifier that was drawn just now: wrong for any challenge, and for a code that was asked for without one.
    case anotherVerifier = "another_verifier"
    /// None, for a code that was asked for with a challenge.
    case noVerifier = "no_verifier"
  }

  /// What the answer shows.
  public enum Finding: Sendable, Equatable {
    /// The server refused the code, as it must.
    case heeded
    /// The server gave tokens all the same: anyone who steals a code can use it there.
    case ignored(TokenResponse)
    /// The server refused, or answered, in a way that says nothing of PKCE.
    case unclear(OAuthError)
  }

  private let grant: AuthorizationCodeGrant

  /// A trial with a fresh code and the redirect URI that it was asked for with.
  public init(
    _ trial: Trial, code: Secret, redirectURI: RedirectURI?, using random: inout some RandomNumberGenerator
  ) {
    let verifier = trial == .anotherVerifier ? CodeVerifier(using: &random) : nil
    grant = AuthorizationCodeGrant(code: code, verifier: verifier, redirectURI: redirectURI)
  }

  /// The request, authenticated as the client.
  public func request(
    to endpoint: Endpoint, as client: Client, dialect: OAuth2Dialect = OAuth2Dialect()
  ) throws(OAuthError) -> RequestMessage {
    try grant.request(to: endpoint, as: client, dialect: dialect)
  }

  /// What an answer to it shows.
  ///
  /// RFC 7636 §4.6 has it refused with `invalid_grant`; a server that misses a parameter says `invalid_request` (RFC 6749
  /// §5.2). A refused client, or a server in trouble, has not looked at the code.
  public static func finding(in response: ResponseMessage, dialect: OAuth2Dialect = OAuth2Dialect()) -> Finding {
    do throws(OAuthError) {
      return .ignored(try TokenResponse(reading: response, dialect: dialect, accepting: TokenType.bearerOrDPoP))
    } catch {
      guard let refusal = error.refusal?.error, ["invalid_grant", "invalid_request"].contains(refusal) else {
        return .unclear(error)
      }
      return .heeded
    }
  }
}
