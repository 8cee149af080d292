import WayleaveWire

/// What a token asks of its user.
///
/// RFC 6749 §7.1; the names are those of the IANA registry, written in any case.
public enum TokenType: String, Sendable, Hashable, CaseIterable {
  /// Anyone who has it can use it.
  ///
  /// RFC 6750 §1.2.
  case bearer = "Bearer"
  /// Good only with a proof of the key that it is bound to.
  ///
  /// RFC 9449 §5.
  case dpop = "DPoP"
  /// It is no access token.
  ///
  /// RFC 8693 §2.2.1.
  case notApplicable = "N_A"

  /// What a client without a DPoP key accepts.
  public static let bearerAlone: Set<TokenType> = [.bearer]
  /// What a client accepts that shows a proof and does not demand that the access token be bound.
  ///
  /// RFC 9449 §5: a server may answer a request with a proof by `Bearer`; the refresh token of a public client is
  /// bound all the same, so the key must be stored with it.
  package static let bearerOrDPoP: Set<TokenType> = [.bearer, .dpop]

  /// What a client accepts: a bound token only where it has a DPoP key, and no other where that is demanded.
  package static func accepted(provingKey: Bool, demandingBinding: Bool = false) -> Set<TokenType> {
    guard provingKey else { return bearerAlone }
    return demandingBinding ? [.dpop] : bearerOrDPoP
  }

  /// Reads a name, which "is case insensitive" (RFC 6749 §5.1); nil for one that is not understood.
  package init?(_ text: String) {
    if text.hasSameBytes(as: TokenType.bearer.rawValue) {
      self = .bearer
      return
    }
    let type = Self.allCases.first { type in
      type.rawValue.utf8.lazy.map(\.lowercased).elementsEqual(text.utf8.lazy.map(\.lowercased))
    }
    guard let type else { return nil }
    self = type
  }
}
