import WayleaveWire

/// What goes wrong at the playground on purpose, so that a client can be tried against it.
///
/// Applied in one place, between the tenant's answer and the network. Without any rule, nothing goes wrong.
public struct Faults: Sendable, Equatable {
  /// The rules; every one that concerns a request is applied to it.
  public var rules: [Fault]

  /// Faults by their rules.
  public init(_ rules: [Fault] = []) {
    self.rules = rules
  }

  /// The rules that concern a request; those that apply once are used up by it.
  mutating func take(for request: RequestMessage, at path: String) -> [Fault] {
    guard !rules.isEmpty else { return [] }
    let form = (try? request.bodyForm) ?? Form()
    let taken = rules.filter { $0.concerns(path: path, form) }
    rules.removeAll { $0.isOnce && $0.concerns(path: path, form) }
    return taken
  }
}
