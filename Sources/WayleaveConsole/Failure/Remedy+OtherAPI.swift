package import WayleaveWire

extension Remedy {
  /// What helps where an API refuses the token of an account that was signed in for other APIs; nil where it was for none.
  ///
  /// To sign in to that account again would bring another token for those: RFC 8707 §2. `login` is the command that signs
  /// in at this API.
  package static func signIn(by login: String, since account: String, isFor apis: [AbsoluteURL]) -> Remedy? {
    guard !apis.isEmpty else { return nil }
    let shown = DisplayText.clean(apis.map { URLRedaction.redact($0.text) }.joined(separator: " and "))
    return .advice(
      "“\(DisplayText.clean(account, limit: 200))” was signed in for \(shown.withoutBackticks). Check the URL. "
        + "If it is right, sign in there too: \(login).")
  }
}
