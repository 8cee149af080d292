import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

extension RegisteredClient {
  /// The registration without its secrets, as `--json` prints it.
  package var json: JSON {
    [
      "name": .string(name), "provider": .string(provider.text), "client_id": .string(client.id.text),
      "client_auth": JSON(client.authentication?.rawValue), "has_secret": .bool(client.secret != nil),
      "key": JSON(client.key?.thumbprint), "certificate": JSON(certificate?.thumbprint.text),
      "redirect_uris": JSON((client.isOutOfBand ? [Client.outOfBand] : []) + client.redirectURIs.map(\.text)),
      "secret_expires_at": JSON(secretExpiresAt?.secondsSinceEpoch),
      "removable_at_provider": .bool(configuration != nil),
    ]
  }

  /// The registration without its secrets, for people.
  package var text: String {
    var lines = [DisplayText.clean(name), "  at      \(DisplayText.clean(provider.text))"]
    lines.append("  id      \(DisplayText.clean(client.id.text))")
    lines.append("  shows   \(authentication)")
    if let secretExpiresAt { lines.append("  secret  expires \(secretExpiresAt)") }
    for uri in client.redirectURIs { lines.append("  back    \(DisplayText.clean(uri.text))") }
    if client.isOutOfBand { lines.append("  back    a PIN") }
    return lines.joined(separator: "\n")
  }

  /// How the client authenticates, without secrets.
  private var authentication: String {
    let parts = [
      client.authentication?.shownName, client.secret.map { $0.count < 16 ? "a secret" : "secret \($0.fingerprint)" },
      client.key.map { "key \($0.thumbprint.prefix(8))" },
      certificate.map { "certificate \($0.thumbprint.text.prefix(8))" },
    ].compactMap(\.self)
    return parts.isEmpty ? "its id alone" : parts.joined(separator: ", ")
  }
}
