package import WayleaveWire

extension StoredCredential {
  /// The record of a credential that only a new sign-in replaces, and why. `isAfterLostAnswer` says that the same token was
  /// already sent a moment ago, and no answer came.
  package func ended(by error: OAuthError, isAfterLostAnswer: Bool = false) -> StoredCredential {
    var record = self
    record.endedBecause = reason(for: error, isAfterLostAnswer: isAfterLostAnswer)
    record.refreshAttempt = nil
    return record
  }

  private func reason(for error: OAuthError, isAfterLostAnswer: Bool) -> String {
    let words = error.refusal?.description ?? error.refusal?.error ?? "the provider refused to renew it"
    if isAfterLostAnswer {
      return "the answer to the refresh was lost, and the provider accepts a refresh token once: \(words)"
    }
    guard let earlier = pendingRefresh else {
      guard machines.count > 1 else { return words }
      return "the account came from another machine, which may have renewed it, and the provider accepts a "
        + "refresh token once: \(words)"
    }
    return "a refresh that began at \(earlier.beganAt) was interrupted or its answer could not be read, "
      + "and the provider accepts a refresh token once: \(words)"
  }
}
