public import WayleaveWire

/// What became of a sign-in that another process finished.
public enum SignInOutcome: Sendable, Equatable {
  /// The credential is stored under this account.
  case completed(Account)
  /// It failed: the code of the error, and its sentence.
  case failed(OAuthError.Code, message: String)

  /// As it is stored.
  package var json: JSON {
    switch self {
    case .completed(let account): ["account": account.json]
    case .failed(let code, let message): ["code": .string(code.rawValue), "message": .string(message)]
    }
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    if let account = json["account"].flatMap(Account.init(json:)) {
      self = .completed(account)
    } else if let code = json["code"]?.string.flatMap(OAuthError.Code.init(rawValue:)),
      let message = json["message"]?.string
    {
      self = .failed(code, message: message)
    } else {
      return nil
    }
  }
}
