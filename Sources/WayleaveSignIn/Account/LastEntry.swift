import WayleaveBackport
import WayleaveProvider
import WayleaveWire

/// The provider's entry that was written or read last: a sign-in writes the same one three times, and reads it as often,
/// and a refresh writes it twice.
///
/// A class: an entry is large, and is not copied to be compared.
private final class LastEntry: Sendable {
  let provider: Provider
  let json: JSON

  init(_ provider: Provider, _ json: JSON) { (self.provider, self.json) = (provider, json) }

  /// Two, as what is read may be in an older form than what is written.
  static let written = Lock<LastEntry?>(nil)
  static let read = Lock<LastEntry?>(nil)
}

extension Provider {
  /// The entry as it stands in a record: ``json``.
  var recordJSON: JSON {
    if let last = LastEntry.written.withLock({ $0 }), last.provider.title.hasSameBytes(as: title), last.provider == self
    {
      return last.json
    }
    let json = json
    LastEntry.written.withLock { $0 = LastEntry(self, json) }
    return json
  }

  /// The provider of an entry in a record; nil where it cannot be read.
  static func ofRecord(_ json: JSON) -> Provider? {
    if let last = LastEntry.read.withLock({ $0 }), last.json == json { return last.provider }
    guard let provider = try? Provider(record: json) else { return nil }
    LastEntry.read.withLock { $0 = LastEntry(provider, json) }
    return provider
  }
}
