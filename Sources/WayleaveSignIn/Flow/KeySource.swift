import WayleaveOAuth2
package import WayleaveWire

extension SignIn {
  /// Where the keys of an ID token are.
  package struct KeySource: Sendable, Equatable {
    /// Where they are published.
    package let endpoint: Endpoint
    /// Whether cached keys must be bypassed.
    ///
    /// OpenID Connect Core §10.1.1: a key that is not known is a reason to fetch them again.
    package let isRefetch: Bool

    package init(_ endpoint: Endpoint, isRefetch: Bool = false) {
      self.endpoint = endpoint
      self.isRefetch = isRefetch
    }

    /// Verifies with keys from here: what was verified, or the source to ask next when the key is unknown.
    ///
    /// OpenID Connect Core §10.1.1. Keys are fetched again once; then an unknown key is an error.
    package func verify<Value>(
      _ check: () throws(OAuthError) -> Value
    ) throws(OAuthError) -> KeyedVerification<Value> {
      do throws(OAuthError) { return .verified(try check()) } catch  where error.code == .unknownKey && !isRefetch {
        return .needs(KeySource(endpoint, isRefetch: true))
      }
    }
  }
}

/// What came of a verification with published keys.
package enum KeyedVerification<Value> {
  /// Every check passes.
  case verified(Value)
  /// The keys at hand lack the one that signed: fetch these and verify again.
  case needs(SignIn.KeySource)
}
