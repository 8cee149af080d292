import WayleaveBackport
import WayleaveProvider
import WayleaveWire

/// The provider's entry that was read last from a record: a sign-in reads one entry several times.
///
/// It is found by its JSON, byte for byte, so that it is always what reading gives. A class: an entry is large, and is not
/// copied to be compared.
private final class LastEntry: Sendable {
  let json: JSON
  let provider: Provider

  init(json: JSON, provider: Provider) { (self.json, self.provider) = (json, provider) }

  static let shared = Lock<LastEntry?>(nil)
}

extension Provider {
  /// The provider of an entry in a record; nil where it cannot be read.
  static func ofRecord(_ json: JSON) -> Provider? {
    if let last = LastEntry.shared.withLock({ $0 }), last.json == json { return last.provider }
    guard let provider = try? Provider(record: json) else { return nil }
    LastEntry.shared.withLock { $0 = LastEntry(json: json, provider: provider) }
    return provider
  }
}
