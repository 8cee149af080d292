import WayleaveBackport
import WayleaveProvider
import WayleaveWire

/// The provider's entry that was read or written last, with its form in a record: a sign-in writes and reads the same one
/// three times, and a refresh writes the one that it has read twice.
///
/// A class: an entry is large, and is not copied to be compared.
private final class LastEntry: Sendable {
  let provider: Provider
  let json: JSON

  init(_ provider: Provider, _ json: JSON) { (self.provider, self.json) = (provider, json) }

  static let shared = Lock<LastEntry?>(nil)
}

extension Provider {
  /// The entry as a record has it: ``json``, or the form in which it was read, which means the same.
  var recordJSON: JSON {
    if let last = LastEntry.shared.withLock({ $0 }), last.provider.title.hasSameBytes(as: title), last.provider == self {
      return last.json
    }
    let json = json
    LastEntry.shared.withLock { $0 = LastEntry(self, json) }
    return json
  }

  /// The provider of an entry in a record; nil where it cannot be read.
  static func ofRecord(_ json: JSON) -> Provider? {
    if let last = LastEntry.shared.withLock({ $0 }), last.json == json { return last.provider }
    guard let provider = try? Provider(record: json) else { return nil }
    LastEntry.shared.withLock { $0 = LastEntry(provider, json) }
    return provider
  }
}
