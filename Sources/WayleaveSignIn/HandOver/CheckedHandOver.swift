import WayleaveWire
import WayleaveOAuth2
import WayleaveProvider

/// The checks of one hand-over, and what is known when all have passed.
package struct CheckedHandOver: Sendable {
  package let verification: Verification
  /// Nil when a check has failed.
  package let verified: VerifiedHandOver?

  /// Checks with their result; a failed check leaves none.
  package init(_ verification: Verification, _ verified: VerifiedHandOver?) {
    self.verified = verification.firstFailure == nil ? verified : nil
    var verification = verification
    verification.facts = self.verified?.facts ?? []
    self.verification = verification
  }
}

extension VerifiedHandOver {
  fileprivate var facts: [(name: String, value: String)] {
    let all: [(name: String, value: String?)] = [
      ("check", check.rawValue), ("issuer", identity.issuer.text), ("subject", identity.subject),
      ("name", identity.displayName), ("handle", identity.handle), ("client_id", clientID.text),
      ("scopes", scopes?.joined(separator: " ")), ("expires_at", expiresAt?.description),
    ]
    return all.compactMap { fact in fact.value.map { (fact.name, $0) } }
  }
}
