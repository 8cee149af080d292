import WayleaveOAuth1
import WayleaveWire

extension Account {
  /// How the subject of an account begins whose user is not known yet.
  package static let provisionalPrefix = "unidentified-"

  /// Whether its subject begins like that of an account whose user is not known yet.
  var hasProvisionalSubject: Bool { subject.utf8.starts(with: Self.provisionalPrefix.utf8) }
}

extension StoredCredential {
  /// Whether it is stored until the provider says who the user is.
  package var isProvisional: Bool { identity == nil && account.hasProvisionalSubject }
}

extension [StoredCredential] {
  /// The provisional credentials that also stand under the account's own name: that record has the same token or names them.
  ///
  /// A program that ended between the two writes of a sign-in left both. To refresh one would spend the refresh token of
  /// the other; after a refresh of the named one, no token is the same any more.
  package var superseded: [StoredCredential] {
    // Few of them can take the place of another: an import may store hundreds that are all provisional.
    let names = filter { !$0.isProvisional || $0.provisionalSubject != nil }
    return filter { provisional in
      provisional.isProvisional
        && names.contains {
          $0.account != provisional.account && $0.account.provider == provisional.account.provider
            && $0.clientID == provisional.clientID
            && (!$0.isProvisional && $0.credential.sharesToken(with: provisional.credential)
              || $0.provisionalSubject?.hasSameBytes(as: provisional.account.subject) == true)
        }
    }
  }

  /// These without others of the same accounts.
  package func without(_ others: [StoredCredential]) -> [StoredCredential] {
    guard !others.isEmpty else { return self }
    return filter { stored in !others.contains { $0.account == stored.account } }
  }
}

extension Credential {
  /// Whether to spend one is to spend the other: one refresh token, or one access token.
  package func sharesToken(with other: Credential) -> Bool {
    switch (self, other) {
    case (.oauth1(let own), .oauth1(let other)): own.token == other.token
    case (.oauth2(let own), .oauth2(let other)):
      (own.accessToken == other.accessToken && !own.accessToken.isEmpty)
        || (own.refreshToken != nil && own.refreshToken == other.refreshToken)
    default: false
    }
  }
}
