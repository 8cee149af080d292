/// How a token is given back.
public enum RevocationStyle: String, Sendable, CaseIterable {
  /// By a request of the client with the token in its form: RFC 7009 §2.1.
  case standard
  /// As ``standard``, with access tokens alone, as LINE, Twitch and Yandex have it.
  case accessToken = "access_token"
  /// By a POST that the token authorizes.
  case post
  /// By a DELETE that the token authorizes, as Facebook has it.
  case delete
  /// By a DELETE of the client with the token in a JSON body, as GitHub has it.
  case deleteByClient = "delete_by_client"

  fileprivate var isAuthorizedByToken: Bool {
    switch self {
    case .post, .delete: true
    case .standard, .accessToken, .deleteByClient: false
    }
  }

  fileprivate var isForm: Bool { self == .standard || self == .accessToken }
}

/// How a token is given back, by the style or by the request that the entry describes.
extension OAuth2Dialect {
  /// Whether the token alone authorizes its own revocation.
  ///
  /// A token that the provider does not know any more then refuses the request, although nothing is left to revoke.
  package var tokenAuthorizesRevocation: Bool { revocationForm?.isAuthorizedByToken ?? revocation.isAuthorizedByToken }

  /// Whether it is a form of the client, which RFC 7009 §2.2 answers with a status.
  var revokesByForm: Bool { revocationForm == nil && revocation.isForm }

  /// Whether a refresh token can be given back.
  ///
  /// RFC 7009 §2.1 has it; elsewhere the grant goes with the access token.
  package var revokesRefreshTokens: Bool { revocationForm?.takesRefreshTokens ?? (revocation == .standard) }

  /// Whether the grant ends only by an access token that is still good: the provider has to know it, even where the
  /// client authorizes the request.
  package var revocationNeedsValidToken: Bool { revocationForm?.needsValidToken ?? !revokesRefreshTokens }
}
