package import Wayleave
import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveWire

extension StoredCredential {
  /// The user in a sentence: ` as Ada Lovelace (ada)`; empty when the provider did not say.
  package var who: String {
    guard let identity else { return "" }
    let name = identity.displayName ?? identity.handle ?? identity.subject
    let handle = identity.handle.flatMap { $0 == name ? nil : " (\($0))" } ?? ""
    return " as " + DisplayText.clean(name + handle)
  }

  /// What else is known about the user, in rows.
  package var profile: [TextLayout.Row] {
    let isVerified = identity?.isEmailVerified.map { $0 ? " (verified)" : " (not verified)" } ?? ""
    return [
      ("handle", identity?.handle), ("email", identity?.email.map { $0 + isVerified }), ("picture", identity?.picture),
    ].compactMap { name, value in value.map { TextLayout.Row(name: name, value: DisplayText.clean($0)) } }
  }

  /// The account as `login` and `status` print it with `--json`.
  package func json(named name: String, storedIn location: String) -> JSON {
    let tokens: Credential.Tokens? = if case .oauth2(let tokens) = credential { tokens } else { nil }
    return [
      "account": .string(name), "provider": .string(account.provider.text),
      "issuer": .string(identity?.issuer.text ?? account.provider.text), "subject": .string(account.subject),
      "name": JSON(identity?.displayName), "handle": JSON(identity?.handle), "email": JSON(identity?.email),
      "email_verified": identity?.isEmailVerified.map(JSON.bool) ?? .null, "picture": JSON(identity?.picture),
      "scopes": JSON(tokens?.scopes ?? []), "expires_at": JSON(credential.expiresAt?.secondsSinceEpoch),
      "refreshable": .bool(credential.isRefreshable), "stored_in": .string(location),
    ]
  }

  /// The account as `status` prints it for people; `works` is what the provider said, nil when it was not asked.
  package func text(
    named name: String, storedIn location: String, works: Result<Bool, OAuthError>?, at now: Instant
  ) -> String {
    var lines = [name, "  at       \(DisplayText.clean(provider.title))\(who)"]
    // The name in brackets above is the handle already.
    lines += profile.filter { $0.name != "handle" }.map { Self.line($0.name, $0.value) }
    lines.append("  client   \(DisplayText.clean(account.client.text))")
    lines.append("  valid    \(lifetime(at: now))")
    if case .oauth2(let tokens) = credential, let scopes = tokens.scopes, !scopes.isEmpty {
      lines.append("  scopes   \(DisplayText.clean(scopes.joined(separator: " ")))")
    }
    lines.append("  stored   in \(DisplayText.clean(location))")
    switch works {
    case nil: break
    case .success(true)?: lines.append("  checked  it works")
    case .success(false)?: lines.append("  checked  not asked: the provider's entry has no identity endpoint")
    case .failure(let error)?: lines.append("  checked  \(DisplayText.clean(error.message))")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ value: String) -> String {
    "  \(name)\(String(repeating: " ", count: max(1, 9 - name.count)))\(value)"
  }

  /// The word of the contract for what can be done with the credential.
  package func state(at now: Instant) -> String {
    if isSignedOut { return "revocation_pending" }
    if endedBecause != nil { return "ended" }
    guard let end = credential.expiresAt, end <= now else { return "good" }
    return credential.isRefreshable ? "expired" : "ended"
  }

  private func lifetime(at now: Instant) -> String {
    if isSignedOut {
      let left = pendingRevocations.flatMap(\.remaining).map(\.rawValue).joined(separator: ", ")
      return "no longer: you signed out; the provider has not confirmed (\(left)). `wayleave logout` asks again"
    }
    if let reason = endedBecause { return "no longer: \(DisplayText.clean(reason)); sign in again" }
    guard let end = credential.expiresAt else { return "until it is revoked" }
    let renewal = credential.isRefreshable ? ", then renewed automatically" : ""
    return end < now ? "expired \(end)\(renewal)" : "until \(end)\(renewal)"
  }
}
