package import WayleaveSignIn
package import WayleaveWire

/// Whether an account gives a token: good, expired, ended, or signed out with a revocation that is still to be sent.
package enum AccountCheck {
  /// What a stored credential is good for. `subject` is what it is listed under.
  package static func finding(
    for stored: StoredCredential, named name: String, of subject: String, at now: Instant
  ) -> Finding {
    let account = "The account “\(name)”"
    let option = Remedy.option("--account", name) ?? "--account NAME"
    let login = "Sign in again: `wayleave login \(option)`."
    switch stored.state(at: now) {
    case "revocation_pending":
      let word = Remedy.argument(name) ?? "NAME"
      return Finding(
        .account, of: subject, .warning, "\(account) is signed out, and the provider has not confirmed it.",
        remedy: "Send it again: `wayleave logout \(word)`.")
    case "ended":
      let reason = stored.endedBecause.map { "has ended (\($0))" } ?? "has expired, and nothing can renew it"
      return Finding(.account, of: subject, .failed, "\(account) \(reason).", remedy: login)
    case "expired":
      return Finding(.account, of: subject, .good, "\(account) has expired, and is renewed at its next use.")
    default:
      guard let end = stored.credential.expiresAt else {
        return Finding(.account, of: subject, .good, "\(account) is valid until it is revoked.")
      }
      let left = DateNote.words(for: (end - now).wholeSeconds.magnitude)
      let next = stored.credential.isRefreshable ? "then it is renewed" : "then its user signs in again"
      return Finding(.account, of: subject, .good, "\(account) is valid for \(left); \(next).")
    }
  }
}
