package import WayleaveWire

extension RefusalTable {
  /// What the words of OAuth Problem Reporting mean, and Twitter's numbers.
  package static let commonOAuth1 = RefusalTable(problems + twitter + denials)

  /// OAuth Problem Reporting draft 1. A session's token that expired can be renewed: OAuth Session draft 1.
  private static let problems: [Row] = [
    Row("token_expired", in: .problem, means: .tokenInvalid),
    Row("token_rejected", in: .problem, means: .grantGone),
    Row("token_revoked", in: .problem, means: .grantGone),
    Row("token_used", in: .problem, means: .grantGone),
    Row("user_refused", in: .problem, means: .denied),
    Row("permission_denied", in: .problem, means: .denied),
    Row("permission_unknown", in: .problem, means: .consentNeeded),
    Row("additional_authorization_required", in: .problem, means: .consentNeeded),
    Row("nonce_used", in: .problem, means: .retryNow),
    Row("timestamp_refused", in: .problem, means: .retryNow),
    Row("signature_invalid", in: .problem, means: .final),
    Row("signature_method_rejected", in: .problem, means: .final),
    Row("version_rejected", in: .problem, means: .final),
    Row("parameter_absent", in: .problem, means: .final),
    Row("parameter_rejected", in: .problem, means: .final),
    Row("consumer_key_unknown", in: .problem, means: .final),
    Row("consumer_key_rejected", in: .problem, means: .final),
    Row("consumer_key_refused", in: .problem, means: .final),
  ]

  /// The words of a callback, of which those of OAuth 2 are used as well.
  private static let denials: [Row] = ["denied", "access_denied", "user_denied", "user_cancelled", "user_canceled"]
    .map { Row($0, in: .word, means: .denied) }

  /// Twitter's numbers: 89 is a token that was revoked, and nothing renews it. 32 also stands for a wrong signature, so
  /// that it says nothing about the token.
  private static let twitter: [Row] =
    [Row("89", in: .list, means: .grantGone), Row("88", in: .list, means: .rateLimited)]
    + ["130", "131"].map { Row($0, in: .list, means: .unavailable) }
    + ["220", "93"].map { Row($0, in: .list, means: .consentNeeded) }
    + ["32", "87", "215", "326"].map { Row($0, in: .list, means: .final) }
    + [Row("64", in: .list, means: .accountSuspended), Row("135", in: .list, means: .retryNow)]
}

extension OAuth1Dialect {
  /// What words mean here: the provider's own rows, then the common ones.
  package var refusalTable: RefusalTable {
    refusals.isEmpty ? .commonOAuth1 : RefusalTable(refusals, before: .commonOAuth1)
  }
}

extension RecommendedAction {
  /// What an API's answer to a signed request asks for: by its words, then by its status.
  ///
  /// Nil for an answer that refuses nothing. A 401 without a known word asks for nothing that a program could do: it may
  /// be the signature or the clock, and must not cost a credential that is good.
  package init?(reading response: ResponseMessage, dialect: OAuth1Dialect) {
    guard !(200..<400).contains(response.status) else { return nil }
    let action = dialect.refusalTable.action(for: ProviderRefusal(reading: response))
    let pause = response.retryAfter().map(RecommendedAction.wait)
    switch (action, response.status) {
    case (.wait?, _) where action != .retry: self = pause ?? action ?? .giveUp
    case (let action?, _): self = action
    case (nil, 429): self = pause ?? .wait(RefusalTable.pauseAtLimit)
    case (nil, 500...): self = pause ?? .wait(RefusalTable.pauseInTrouble)
    case (nil, _): self = .giveUp
    }
  }
}
