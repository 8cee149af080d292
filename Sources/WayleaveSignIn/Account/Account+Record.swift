package import WayleaveWire
import WayleaveOAuth2
import WayleaveProvider

extension Account {
  /// As it is stored.
  package var json: JSON {
    [
      "provider": .string(provider.text), "client": .string(client.text), "subject": .string(subject),
      "grant": .string(grant),
    ]
  }

  /// Reads ``json``; nil when it is something else.
  package init?(json: JSON) {
    guard let provider = json["provider"]?.string, let client = json["client"]?.string,
      let subject = json["subject"]?.string
    else { return nil }
    self.init(
      provider: ProviderName(provider), client: ClientID(client), subject: subject,
      grant: json["grant"]?.string ?? "")
  }
}
