import WayleaveProvider
package import WayleaveWire

/// Reads the records of many credentials, on one thread.
///
/// The provider's entry, which many of them have alike, takes longer than all else: it is read once.
package final class StoredCredentialReader {
  /// The member of a record that holds the entry.
  package let entry = JSON.SharedMember("provider_entry")
  private var known: [KnownProvider] = []
  private let unread: Provider?

  /// A reader; without entries, what it gives is as ``StoredCredential/withoutEntry(exposedJSON:)`` says.
  package init(readingEntries: Bool = true) { unread = readingEntries ? nil : .unread }

  /// Reads what ``StoredCredential/exposedJSON`` wrote; nil when it is something else.
  package func credential(_ json: JSON) -> StoredCredential? {
    StoredCredential(exposedJSON: json) { unread ?? provider($0) }
  }

  private func provider(_ json: JSON) -> Provider? {
    if let before = known.first(where: { $0.json == json }) { return before.provider }
    guard let provider = try? Provider(record: json) else { return nil }
    if known.count < JSON.SharedMember.most { known.append(KnownProvider(json: json, provider: provider)) }
    return provider
  }

  /// A class: a provider is large, and is not copied to be compared.
  private final class KnownProvider {
    let json: JSON
    let provider: Provider

    init(json: JSON, provider: Provider) { (self.json, self.provider) = (json, provider) }
  }
}

extension Provider {
  /// Stands for an entry that is not read, and sends nothing anywhere; nil never.
  static var unread: Provider? {
    (try? AbsoluteURL("https://entry-not-read.invalid")).map {
      Provider(name: "entry-not-read", title: "", service: .issuer($0), apiOrigins: [])
    }
  }
}
