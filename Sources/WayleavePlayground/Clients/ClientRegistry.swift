import WayleaveOAuth2
import WayleaveProvider

/// The applications that developers registered at the entries, in addition to the playground's own.
final class ClientRegistry {
  private(set) var registrations: [PlaygroundRegistration]
  /// By the name of the entry; those of every entry by the empty name.
  private var clients: [String: [PlaygroundClient]] = [:]

  init(_ registrations: [PlaygroundRegistration]) {
    self.registrations = []
    for registration in registrations { _ = add(registration) }
  }

  /// Registers a client in the place of one with the same id there; false where there are too many.
  func add(_ registration: PlaygroundRegistration) -> Bool {
    registrations.removeAll { $0.id == registration.id && $0.provider == registration.provider }
    guard registrations.count < PlaygroundRegistration.maximum else { return false }
    registrations.append(registration)
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
