import WayleaveBackport
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// Entries of the catalogue, each looked up once, when it is needed.
final class KnownEntries: Sendable {
  private let catalogue: Catalogue
  private let found = Lock<[ProviderName: Provider?]>([:])

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// The entry of a name; nil for none, and, with a warning, where it cannot be used.
  func entry(named name: ProviderName) -> Provider? {
    if let entry = found.withLock({ $0[name] }) { return entry }
    var entry: Provider?
    do throws(OAuthError) { entry = try catalogue.entry(named: name) } catch {
      Console.error("A provider file is left out. \(error.message)")
    }
    found.withLock { $0[name] = .some(entry) }
    return entry
  }
}
