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
  package func blamedOn(_ fault: Fault, member: String? = nil) -> OAuthError {
    var error = self
    if error.fault == .caller || error.fault == .client, fault != error.fault {
      error.fault = fault
      if fault == .provider { error.remedy = .tellProvider }
    }
    if error.fault == fault, error.member == nil { error.member = member.map { DisplayText.clean($0, limit: 100) } }
    return error
  }

  /// The same failure with other advice, for a caller that knows more than the code that found it.
  package func remedied(by remedy: Remedy) -> OAuthError {
    var error = self
    error.remedy = remedy
    return error
  }

  /// The same failure in the words of a caller that knows more, such as the file or the provider's name.
  package func worded(_ message: String) -> OAuthError {
    var error = self
    error.message = message
    return error
  }

  /// The failure of reading what a provider sent, which may also be the failure of the step that follows from it.
  ///
  /// Text that anyone can write wrongly was written by the provider then. What the user asked for wrongly stays the
  /// user's, even where only the answer shows it: no key, a grant that the provider does not have.
  package var inProviderAnswer: OAuthError { code.isOfAnyText ? blamedOn(.provider) : self }

  /// The value that a reader of a provider's document or answer gives; what it throws is marked as the provider's.
  package static func blamingProvider<Value>(
    member: String? = nil, _ read: () throws(OAuthError) -> Value
  ) throws(OAuthError) -> Value {
    do { return try read() } catch { throw error.blamedOn(.provider, member: member) }
  }
}

extension OAuthError.Code {
  /// Whether it names a text that is wrong in itself, no matter who wrote it.
  fileprivate var isOfAnyText: Bool {
    switch self {
    case .malformedPercentEncoding, .malformedText, .duplicateParameter, .tooManyFormFields, .malformedJSON,
      .malformedURL, .insecureURL, .forbiddenHeaderCharacter, .malformedJOSE, .unsupportedAlgorithm:
      true
    default: false
    }
  }
}
