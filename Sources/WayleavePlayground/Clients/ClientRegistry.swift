import WayleaveOAuth2
import WayleaveProvider

/// The applications that developers registered at the entries, in addition to the playground's own.
final class ClientRegistry {
  private(set) var registrations: [PlaygroundRegistration]
  /// By the name of the entry; those of every entry by the empty name.
  private var clients: [String: [PlaygroundClient]] = [:]

  init(_ registrations: [PlaygroundRegistration]) {
    self.registrations = []
    _ = add(registrations)
  }

  /// Registers clients, each in the place of one with the same id there; false, and none is registered, where there are
  /// too many.
  func add(_ added: [PlaygroundRegistration]) -> Bool {
    var all = registrations
    for registration in added {
      all.removeAll { $0.id == registration.id && $0.provider == registration.provider }
      all.append(registration)
    }
    guard all.count <= PlaygroundRegistration.maximum else { return false }
    registrations = all
    group()
    return true
  }

  func removeAll() {
    registrations = []
    clients = [:]
  }

  /// Those of an entry, and those of every entry.
  func clients(of entry: ProviderName) -> [PlaygroundClient] {
    guard !clients.isEmpty else { return [] }
    // What is registered at a template is so at each of its services.
    let names = [entry.text, entry.templateAndValue?.template.text, ""].compactMap(\.self)
    return names.flatMap { clients[$0] ?? [] }
  }

  private func group() {
    clients = Dictionary(grouping: registrations) { $0.provider?.text ?? "" }.mapValues { $0.map(\.client) }
  }
}
