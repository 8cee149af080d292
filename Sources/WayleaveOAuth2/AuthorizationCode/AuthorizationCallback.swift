public import WayleaveWire

/// What the user's browser brings back from the authorization server: well formed, not yet matched to a sign-in.
///
/// RFC 6749 §4.1.2 and §4.1.2.1; the issuer is RFC 9207 §2.
public struct AuthorizationCallback: Sendable, Equatable {
  /// What the server says.
  public enum Outcome: Sendable, Equatable {
    /// The user allowed it: the code to redeem.
    case code(Secret)
    /// The user or the server refused.
    case refused(ProviderRefusal)
  }

  /// What the server says.
  public let outcome: Outcome
  /// The state that came back; nil when there was none.
  public let state: Secret?
  /// The issuer that the server says it is; nil when it does not say.
  public let issuer: Issuer?

  /// The longest code that is taken: one that fills the longest address which is read.
  ///
  /// RFC 6749 §4.1.2: "The authorization code string size is left undefined by this specification." Some servers put many
  /// claims into it, so only the size of the callback bounds it, however the callback travelled.
  package static let maximumCodeLength = AbsoluteURL.maximumLength

  /// A callback to send.
  public init(_ outcome: Outcome, state: Secret?, issuer: Issuer? = nil) {
    self.outcome = outcome
    self.state = state
    self.issuer = issuer
  }

  /// Reads the query of a callback; throws `sign_in.malformed_callback` or `wire.duplicate_parameter`.
  ///
  /// Refused: a repeated parameter, both a code and an error, neither, an overlong code, control characters, an access
  /// token in the query. A refusal in a provider's own names, such as Facebook's `error_code`, is one. A fragment is not
  /// looked at. What it throws is the provider's fault.
  public init(reading url: AbsoluteURL) throws(OAuthError) {
    try self.init(reading: OAuthError.blamingProvider { () throws(OAuthError) in try url.queryForm })
  }

  /// Reads the pairs of a callback, however they travelled: of a query, a posted form or a JWT.
  ///
  /// An empty value counts as absent: RFC 6749 §3.1.
  public init(reading form: Form) throws(OAuthError) {
    (outcome, state, issuer) = try OAuthError.blamingProvider { () throws(OAuthError) in
      (
        try Self.outcome(in: form), try form.nonEmptySecret(of: "state"),
        try form.nonEmptyText(of: "iss").map(Issuer.init)
      )
    }
  }

  private static func outcome(in form: Form) throws(OAuthError) -> Outcome {
    guard !form.contains("access_token") else { throw .tokenInQuery() }
    let code = try form.nonEmptySecret(of: "code")
    let refusal = try form.refusal(named: form.nonEmptyText(of: "error"), isNextToCode: code != nil)
    switch (code, refusal) {
    case (let code?, nil):
      guard code.count <= maximumCodeLength,
        code.withExposedBytes({ $0.withMemoryRebound(to: UInt8.self, \.isVisible) })
      else {
        throw .malformedCode()
      }
      return .code(code)
    case (nil, let refusal?): return .refused(refusal)
    default: throw .codeOrError(both: code != nil)
    }
  }

  /// The state in a callback's query, when it has exactly one: enough to find the sign-in that a callback is about.
  public static func state(in url: AbsoluteURL) -> Secret? {
    guard let form = try? url.queryForm else { return nil }
    return try? form.nonEmptySecret(of: "state")
  }

  /// The parameters that are there for people alone, which nothing depends on.
  static let forPeople = ["error_description", "error_uri"]

  /// The address to send the user back to.
  public func url(to redirectURI: RedirectURI) -> String { redirectURI.url.text(adding: form) }

  /// The pairs of the callback.
  public var form: Form {
    var form = Form()
    switch outcome {
    case .code(let code): form.append("code", code)
    case .refused(let refusal):
      form.append("error", refusal.error)
      if let description = refusal.description { form.append("error_description", description) }
    }
    if let state { form.append("state", state) }
    if let issuer { form.append("iss", issuer.text) }
    return form
  }
}

extension Form {
  /// What the pairs refuse, by the word of `error`, or else in the names of single providers.
  ///
  /// What is there for people must never cost the refusal itself, such as the user's no. Facebook has `error_code`,
  /// `error_message` and `error_reason`; Deezer the last alone. Twitter's `denied` and QQ's `usercancel` are their own word.
  fileprivate func refusal(named error: String?, isNextToCode: Bool) -> ProviderRefusal? {
    guard error != nil || !isNextToCode else { return nil }
    let blotter = SecretBlotter(of: self)
    func said(_ name: String) -> String? { shown(name).map(blotter.cleaned) }
    let flag = ["denied", "usercancel"].first { shown($0).map { $0 != "0" } == true }
    let finer = ["error_subcode", "error_reason", "error_code"].compactMap(said)
    let message = said("error_description") ?? said("error_message")
    let words = [said("error_code"), said("error_reason"), flag, message]
    guard let word = error.map(blotter.cleaned) ?? words.compactMap(\.self).first else { return nil }
    return ProviderRefusal(
      error: word, subcode: finer.first { $0 != word }, description: message, uri: said("error_uri"))
  }

  /// What the pairs refuse by the word of `error`.
  func refusal(named error: String) -> ProviderRefusal {
    refusal(named: error, isNextToCode: false) ?? ProviderRefusal(error: error)
  }

  /// The first value of a name, made fit to be shown, whatever bytes it has; nil when it is absent or empty.
  func shown(_ name: String) -> String? {
    values(of: name).first.flatMap { $0.isEmpty ? nil : DisplayText.clean($0) }
  }
}

extension OAuthError {
  fileprivate static func tokenInQuery() -> OAuthError {
    OAuthError(
      .malformedCallback, message: "The provider put an access token into the address in place of a code.",
      rule: .rfc(6750, "2.3"), remedy: "Nothing was used. Tokens must not stand in addresses: tell the provider.")
  }

  fileprivate static func malformedCode() -> OAuthError {
    OAuthError(
      .malformedCallback,
      message: "The code in the provider's answer is too long, or has characters that a code cannot have.",
      rule: .rfc(6749, "A.11"),
      expected: "a code of at most \(AuthorizationCallback.maximumCodeLength) visible ASCII characters",
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, tell the provider.")
  }

  fileprivate static func codeOrError(both: Bool) -> OAuthError {
    OAuthError(
      .malformedCallback,
      message: both
        ? "The provider's answer has both a code and an error."
        : "The provider's answer has neither a code nor an error.",
      rule: .rfc(6749, "4.1.2"),
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, tell the provider.")
  }
}
