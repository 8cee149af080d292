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
      "client": .string(clientID.text), "apis": JSON(apis.map(\.text)),
      "since": JSON(obtainedAt.secondsSinceEpoch),
    ]
  }

  /// The account as `status` prints it for people; `works` is what the provider said, nil when it was not asked.
  package func text(
    named name: String, storedIn location: String, works: Result<Bool, OAuthError>?, at time: ShownTime,
    in layout: TextLayout = TextLayout(width: .max)
  ) -> String {
    var rows = [
      TextLayout.Row(name: "who", value: user), TextLayout.Row(name: "at", value: place),
      TextLayout.Row(name: "client", value: DisplayText.clean(clientID.text)),
    ]
    if !apis.isEmpty {
      let shown = apis.map { URLRedaction.redact($0.text) }.joined(separator: ", ")
      rows.append(TextLayout.Row(name: "api", value: DisplayText.clean(shown)))
    }
    if case .oauth2(let tokens) = credential, let scopes = tokens.scopes, !scopes.isEmpty {
      rows.append(TextLayout.Row(name: "scopes", value: DisplayText.quoted(scopes)))
    }
    if !allowedOrigins.isEmpty {
      let origins = allowedOrigins.map(\.description).joined(separator: ", ")
      rows.append(TextLayout.Row(name: "allowed", value: "requests to \(origins), by the sign-in or --allow-origin"))
    }
    rows.append(TextLayout.Row(name: "state", value: lifetime(at: time, named: name)))
    if let picture = identity?.picture {
      rows.append(TextLayout.Row(name: "picture", value: DisplayText.clean(picture)))
    }
    rows.append(TextLayout.Row(name: "stored", value: "in \(DisplayText.clean(location))"))
    if let works { rows.append(TextLayout.Row(name: "checked", value: Self.verdict(works))) }
    return (layout.lines(name) + layout.columns(rows, inside: 2)).joined(separator: "\n")
  }

  private static func verdict(_ works: Result<Bool, OAuthError>) -> String {
    switch works {
    case .success(true): "it works"
    case .success(false): "not asked: the provider's entry has no identity endpoint"
    case .failure(let error): DisplayText.clean(error.message)
    }
  }

  /// The user: name, handle and email address, as far as the provider said.
  private var user: String {
    guard let identity else { return "the provider does not say" }
    let isVerified = identity.isEmailVerified.map { $0 ? " (verified)" : " (not verified)" } ?? ""
    let email = identity.email.map { ", " + DisplayText.clean($0) + isVerified } ?? ""
    return who.dropFirst(" as ".count) + email
  }

  /// The provider: an issuer by its whole URL, since its short name says little. An entry that the user added may have
  /// the title of another provider.
  private var place: String {
    let name = account.provider
    if name.text.contains("://") { return DisplayText.clean(name.text) }
    return DisplayText.clean(provider.title) + (name.isOfProgram ? "" : " (an entry that you added)")
  }

  /// The word of the contract for what can be done with the credential.
  package func state(at now: Instant) -> String {
    if isSignedOut { return "revocation_pending" }
    if endedBecause != nil { return "ended" }
    guard !credential.isAlive(at: now) else { return "good" }
    return credential.isRefreshable ? "expired" : "ended"
  }

  /// What can be done with the credential, and until when.
  private func lifetime(at time: ShownTime, named name: String) -> String {
    if isSignedOut {
      let left = pendingRevocations.flatMap(\.remaining).map(\.rawValue).joined(separator: ", ")
      let command = Remedy.argument(name).map { "`wayleave logout \($0)`" } ?? "`wayleave logout`"
      return "signed out; the provider has not confirmed (\(left)). \(command) asks again"
    }
    let command = Remedy.option("--account", name).map { "`wayleave login \($0)`" } ?? "`wayleave login`"
    if let reason = endedBecause { return "ended (\(DisplayText.clean(reason))): sign in again with \(command)" }
    guard let end = credential.expiresAt else { return "valid until it is revoked" }
    let clock = time.clock(end)
    guard end > time.now else {
      return credential.isRefreshable
        ? "expired; renews at the next use (\(clock))" : "ended: sign in again with \(command) (\(clock))"
    }
    let next = credential.isRefreshable ? "renews itself" : "then sign in again with \(command)"
    return "expires \(time.distance(to: end)), \(next) (\(clock))"
  }
}
