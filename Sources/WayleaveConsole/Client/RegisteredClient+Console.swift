import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

extension [RegisteredClient] {
  /// The registration that a text means: the one of that name, or else the only one with that client id.
  package func meant(by text: String) -> RegisteredClient? {
    if let named = first(where: { $0.name.hasSameBytes(as: text) }) { return named }
    let withID = filter { $0.client.id.text.hasSameBytes(as: text) }
    return withID.count == 1 ? withID.first : nil
  }
}

extension RegisteredClient {
  /// The registration without its secrets, as `--json` prints it.
  package var json: JSON {
    [
      "name": .string(name), "provider": isForAnyServer ? .null : .string(provider.text),
      "client_id": .string(client.id.text),
      "client_auth": JSON(client.authentication?.rawValue), "has_secret": .bool(client.secret != nil),
      "has_api_key": .bool(client.apiKey != nil),
      "key": JSON(client.key?.thumbprint), "certificate": JSON(certificate?.thumbprint.text),
      "redirect_uris": JSON((client.isOutOfBand ? [Client.outOfBand] : []) + client.redirectURIs.map(\.text)),
      "secret_expires_at": JSON(secretExpiresAt?.secondsSinceEpoch),
      "bind_tokens": .bool(client.bindsTokens), "removable_at_provider": .bool(configuration != nil),
    ]
  }

  /// The same, with whether it is stored: one of a running playground is not.
  package func json(isStored: Bool) -> JSON {
    var object = json.object ?? JSON.Object()
    object["stored"] = .bool(isStored)
    return .object(object)
  }

  /// The registration without its secrets, for people.
  package var text: String { text(isStored: true) }

  /// The same; one of a running playground is not stored, and its secret is made up. `isUnused` is whether a sign-in
  /// registered it, and no account came of it or is left.
  package func text(
    isStored: Bool, isUnused: Bool = false, in layout: TextLayout = TextLayout(width: .max)
  ) -> String {
    let place = isForAnyServer ? "any server that takes the URL as a client id" : DisplayText.clean(provider.text)
    var rows: [(name: String, value: String)] = [("at", place), ("id", DisplayText.clean(client.id.text))]
    if !isStored { rows.append(("from", "the running playground")) }
    if isUnused { rows.append(("used", "by no account")) }
    rows += authentication(isStored: isStored)
    rows += client.redirectURIs.map { (name: "back", value: DisplayText.clean($0.text)) }
    if !client.bindsTokens { rows.append(("tokens", "plain (--no-dpop)")) }
    if client.isOutOfBand { rows.append(("back", "a PIN")) }
    let named = rows.map { row in
      // Each client's values begin in the same column, whichever rows it has.
      TextLayout.Row(name: row.name + String(repeating: " ", count: max(0, 6 - row.name.count)), value: row.value)
    }
    return (layout.lines(DisplayText.clean(name)) + layout.columns(named, inside: 2, keepingURLs: true))
      .joined(separator: "\n")
  }

  /// What to say of a sign-in that takes this client of the user's own, which no option names, while there are others at
  /// the provider; nil where there is no other.
  ///
  /// - Parameters:
  ///   - own: the user's other clients there.
  ///   - played: the client that a sign-in takes from a running playground where the user has none; nil for none.
  package func sentence(choosingBefore own: [String], and played: String?) -> String? {
    guard madeFor == nil else { return nil }
    var others = own.map { (name: $0, kind: "") }
    if let played { others.append((name: played, kind: "the playground's ")) }
    guard let other = others.first(where: { !$0.name.hasSameBytes(as: name) }) else { return nil }
    let option = Remedy.option("--client", other.name) ?? "--client NAME"
    return "Your client “\(DisplayText.clean(name))” is used, and not \(other.kind)“\(DisplayText.clean(other.name))”: "
      + "for that one, add `\(option)`."
  }

  /// How the client authenticates, without secrets.
  private func authentication(isStored: Bool) -> [(name: String, value: String)] {
    let word = isStored ? "stored" : "made up"
    let expiry = secretExpiresAt.map { ", expires \($0)" } ?? ""
    let secret = client.secret.map { $0.count < 16 ? word : "\(word), fingerprint \($0.fingerprint)" }
    let rows = [
      client.authentication.map { ("auth", $0.shownName) }, secret.map { ("secret", $0 + expiry) },
      client.apiKey.map { ("api key", $0.count < 16 ? word : "\(word), fingerprint \($0.fingerprint)") },
      client.key.map { ("key", String($0.thumbprint.prefix(8))) },
      certificate.map { ("tls", "certificate \($0.thumbprint.text.prefix(8))") },
    ].compactMap(\.self)
    return rows.isEmpty ? [("auth", "none: its id alone")] : rows
  }
}
