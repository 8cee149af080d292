extension OAuthError {
  /// Whose words or deeds were wrong, so that the remedy and the exit code address the right person.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The program that calls, or its user: arguments, configuration, files of their own.
    case caller
    /// The provider: its documents, its keys, its answers, its callbacks.
    case provider
    /// The client whose request a server checked.
    case client
    /// The user who was asked: declined, cancelled, or gave no answer in time.
    case user
    /// The network, or a server that is in trouble for now.
    case network
    /// The store.
    case store
  }

  /// The same failure, marked by a reader that knows who wrote the text, and which member of it is wrong.
  ///
  /// What the user, the network or a store did stays theirs, and a member that is known already stays. Advice for the
  /// author of the text becomes ``Remedy/tellProvider``: the person in front of it cannot change a provider's document.
  public func blamedOn(_ fault: Fault, member: String? = nil) -> OAuthError {
    var error = self
    if error.fault == .caller || error.fault == .client, fault != error.fault {
      error.fault = fault
      if fault == .provider { error.remedy = .tellProvider }
    }
    if error.fault == fault, error.member == nil { error.member = member.map { DisplayText.clean($0, limit: 100) } }
    return error
  }

  /// The value that a reader of a provider's document or answer gives; what it throws is marked as the provider's.
  package static func blamingProvider<Value>(
    member: String? = nil, _ read: () throws(OAuthError) -> Value
  ) throws(OAuthError) -> Value {
    do { return try read() } catch { throw error.blamedOn(.provider, member: member) }
  }
}
