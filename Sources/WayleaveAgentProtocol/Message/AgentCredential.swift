/// With which credential the agent authorized a request.
package struct AgentCredential: Sendable, Equatable {
  /// What people call the account.
  package var account: String
  /// A short hash of the token: the program hands it back with the answer, so that the agent knows which one was refused.
  package var mark: String

  package init(account: String, mark: String) { (self.account, self.mark) = (account, mark) }
}

extension AgentCredential {
  var written: [AgentField] { [AgentField(.account, account), AgentField(.mark, mark)] }

  /// Reads it; nil where there is none.
  static func read(_ reader: inout FieldReader) throws(AgentProtocolError) -> AgentCredential? {
    guard let account = try reader.text(.account) else { return nil }
    return AgentCredential(account: account, mark: try reader.text(.mark).required())
  }
}
