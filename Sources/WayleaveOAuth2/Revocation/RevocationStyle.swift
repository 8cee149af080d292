/// How a token is given back.
public enum RevocationStyle: String, Sendable, CaseIterable {
  /// By a request of the client with the token in its form: RFC 7009 §2.1.
  case standard
  /// By a POST that the token authorizes.
  case post
  /// By a DELETE that the token authorizes, as Facebook has it.
  case delete
  /// By a DELETE of the client with the token in a JSON body, as GitHub has it.
  case deleteByClient = "delete_by_client"
}
