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

  /// Whether the token authorizes its own revocation.
  ///
  /// A token that the provider does not know any more then refuses the request, although nothing is left to revoke.
  package var isAuthorizedByToken: Bool {
    switch self {
    case .post, .delete: true
    case .standard, .accessToken, .deleteByClient: false
    }
  }

  /// Whether it is a form of the client, which RFC 7009 §2.2 answers with a status.
  package var isForm: Bool { self == .standard || self == .accessToken }

  /// Whether the grant ends only by an access token that is still good.
  ///
  /// RFC 7009 §2.1 alone takes a refresh token; elsewhere the grant goes with the access token, which the
  /// provider has to know, even where the client authorizes the request.
  package var needsValidToken: Bool { self != .standard }
}
