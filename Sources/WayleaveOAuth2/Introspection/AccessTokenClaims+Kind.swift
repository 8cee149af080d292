package import WayleaveWire

extension AccessTokenClaims {
  /// The member by which a server says that what it was asked about is something else than an access token, such as a
  /// refresh token; nil where it says no such thing. `bound` says whether a token that is bound to a key is one.
  ///
  /// RFC 7662 §2.2, `token_type`: only `active` is required, and servers introspect tokens of every kind.
  package func otherKind(orBound bound: Bool = false) -> (name: String, value: JSON)? {
    for (name, usual) in Self.kinds {
      guard let value = members[name], value != .null, value != "" else { continue }
      let right = usual + (bound ? ["dpop"] : [])
      guard let kind = value.string, right.contains(where: { $0.hasSameBytes(as: kind.lowercased()) }) else {
        return (name, value)
      }
    }
    return nil
  }

  /// The members that name the kind of a token, with the values of an access token: of RFC 7662, Ory Hydra and Keycloak.
  private static let kinds = [
    ("token_type", ["bearer", "access_token"]), ("token_use", ["access_token", "access"]),
    ("typ", ["bearer", "at+jwt", "jwt"]),
  ]
}
