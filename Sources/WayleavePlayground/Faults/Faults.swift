import WayleaveWire

/// What goes wrong at the playground on purpose, so that a client can be tried against it.
///
/// Without any rule, nothing goes wrong.
public struct Faults: Sendable, Equatable {
  /// The most rules that are taken.
  static let maximum = 1000

  /// The rules; every one that concerns a request is applied to it.
  public var rules: [Fault]

  /// Faults by their rules.
  public init(_ rules: [Fault] = []) {
    self.rules = rules
  }
}
