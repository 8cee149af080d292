import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

/// Reads the records of many credentials, on one thread.
///
/// The provider's entry and the client, which many of them have alike, take longer than all else: they are read once.
package final class StoredCredentialReader {
  /// The members of a record that many records have alike.
  package let sharedMembers = [JSON.SharedMember("provider_entry"), JSON.SharedMember("client_entry")]
  private var providers = Known<Provider>()
  private var clients = Known<Client>()
  private let unread: Provider?

  /// A reader; without entries, what it gives is as ``StoredCredential/withoutEntry(exposedJSON:)`` says.
  package init(readingEntries: Bool = true) { unread = readingEntries ? nil : .unread }

  /// Reads what ``StoredCredential/exposedJSON`` wrote; nil when it is something else.
  package func credential(_ json: JSON) -> StoredCredential? {
    StoredCredential(
      exposedJSON: json,
      readingEntry: { entry in unread?.inRun(of: entry) ?? providers.value(of: entry) { try? Provider(record: $0) } },
      client: { client in clients.value(of: client, read: Client.init(exposedJSON:)) })
  }

  /// Values that were read before, by what they were read from.
  private struct Known<Value> {
    /// A class: a value is large, and is not copied to be compared.
    private final class Entry {
      let json: JSON
      let value: Value

      init(json: JSON, value: Value) { (self.json, self.value) = (json, value) }
    }

    private var entries: [Entry] = []

    mutating func value(of json: JSON, read: (JSON) -> Value?) -> Value? {
      if let before = entries.first(where: { $0.json == json }) { return before.value }
      guard let value = read(json) else { return nil }
      if entries.count < JSON.SharedMember.most { entries.append(Entry(json: json, value: value)) }
      return value
    }
  }
}

extension Provider {
  /// Stands for an entry that is not read, and sends nothing anywhere; nil never.
  static var unread: Provider? {
    (try? AbsoluteURL("https://entry-not-read.invalid")).map {
      Provider(name: "entry-not-read", title: "", service: .issuer($0), apiOrigins: [])
    }
  }

  /// This in the run of a playground that an entry names: whether an account still is depends on it.
  func inRun(of entry: JSON) -> Provider {
    guard let run = entry["playground_run"]?.string else { return self }
    var provider = self
    provider.playgroundRun = run
    return provider
  }
}
