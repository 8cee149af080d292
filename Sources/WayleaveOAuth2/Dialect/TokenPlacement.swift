/// Where an access token travels in a request to the API.
///
/// RFC 6750 §2. The body and the query are for providers that take it no other way.
public enum TokenPlacement: Sendable, Equatable {
  /// In the `Authorization` header.
  case header
  /// In the form that is the body, under this name.
  ///
  /// RFC 6750 §2.2.
  case form(String)
  /// In the query under this name.
  case query(String)
  /// In a header field of this name, alone.
  case field(String)
}
