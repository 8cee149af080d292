/// One rule that every implementation of a protocol of Wayleave keeps, and the check of it.
///
/// A test has the rules as its arguments, with Swift Testing or another framework:
/// `@Test(arguments: VaultContract.rules) func rule(_ rule: ContractRule<any Vault>) async throws { … }`.
public struct ContractRule<Subject>: Sendable, CustomStringConvertible {
  /// The rule in one sentence.
  public let description: String
  private let body: @Sendable (Subject) async throws -> Void

  init(_ description: String, _ body: @escaping @Sendable (Subject) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Checks the rule with something new; throws ``ContractBreach`` where it is broken, or what the subject throws.
  public func check(_ subject: Subject) async throws { try await body(subject) }
}

/// A rule that an implementation breaks.
public struct ContractBreach: Error, CustomStringConvertible {
  /// What was expected and what happened, in one sentence.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws where something is not so.
func require(_ isSo: Bool, _ breach: String) throws(ContractBreach) {
  guard isSo else { throw ContractBreach(breach) }
}
