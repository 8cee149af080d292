package import WayleaveWire

/// What became of a sign-in that another process finished.
package enum SignInOutcome: Sendable, Equatable {
  /// The credential is stored.
  case completed(Completion)
  /// It failed: the code of the error, and its sentence.
  case failed(OAuthError.Code, message: String)

  /// A sign-in that is done, with all that its user is to know.
  package struct Completion: Sendable, Equatable {
    /// The key of the credential.
    package let account: Account
    /// Why the user is not known, when the provider did not say.
    package let unidentifiedBecause: String?
    /// The sign-in of the same account that this one replaced; nil for an account that is new.
    package let replaced: ReplacedSignIn?
    /// The name that was wanted for the account and belongs to another one; nil as a rule.
    package let refusedName: String?

    /// A sign-in that is done; without more words, that of a new account.
    package init(
      _ account: Account, unidentifiedBecause: String? = nil, replaced: ReplacedSignIn? = nil,
      refusedName: String? = nil
    ) {
      (self.account, self.unidentifiedBecause) = (account, unidentifiedBecause)
      (self.replaced, self.refusedName) = (replaced, refusedName)
    }
  }

  /// As it is stored.
  package var json: JSON {
    switch self {
    case .completed(let completion):
      [
        "account": completion.account.json, "unidentified_because": JSON(completion.unidentifiedBecause),
        "replaced": completion.replaced?.json ?? .null, "refused_name": JSON(completion.refusedName),
      ]
    case .failed(let code, let message): ["code": .string(code.rawValue), "message": .string(message)]
    }
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    if let account = json["account"].flatMap(Account.init(json:)) {
      self = .completed(
        Completion(
          account, unidentifiedBecause: json["unidentified_because"]?.string,
          replaced: json["replaced"].flatMap(ReplacedSignIn.init(json:)),
          refusedName: json["refused_name"]?.string))
    } else if let code = json["code"]?.string.flatMap(OAuthError.Code.init(rawValue:)),
      let message = json["message"]?.string
    {
      self = .failed(code, message: message)
    } else {
      return nil
    }
  }
}
