import WayleaveOAuth1
import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Sign-ins at providers that show a number, which the user types.
///
/// RFC 5849 §2.1, "oob".
extension Accounts {
  /// A sign-in at a provider that shows a number: the user types it.
  func signInByNumber(
    to provider: Provider, as client: Client, options: SignInOptions, by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    let deadline = options.deadline
    let (key, page) = try await begin(provider, as: client, redirect: .outOfBand, options: options)
    let numbers: Callbacks
    do { numbers = try source.numbers(for: page, until: deadline) } catch {
      try? await signIns.remove(key)
      throw .sourceFailed(error)
    }
    return try await signedIn(by: numbers, of: key, until: deadline) { (callback) async throws(OAuthError) in
      switch try await outcome(ofTyped: callback.text, for: key, waiting: options.wholeLifetime) {
      case .answered(let answer): return answer
      case .askAgain: return nil
      case .unsolicited: throw .outOfOrder("a sign-in that still waits")
      }
    }
  }

  /// What became of a number.
  public enum NumberOutcome: Sendable {
    /// The sign-in is done.
    case completed(SignedIn)
    /// The provider does not accept it, or it is no number: the user may type it again.
    case askAgain(OAuthError)
    /// No sign-in waits under that address: never begun, finished, over time, or of another owner. Nothing was done.
    case unsolicited
  }

  /// Takes the number that the user typed for the address that ``begin(_:as:redirectURI:options:ownedBy:)`` gave, and
  /// finishes that sign-in.
  ///
  /// Throws when the sign-in fails; a number that was mistyped too often is one reason.
  public func receive(
    typed: String, for url: AbsoluteURL, ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> NumberOutcome {
    guard let key = url.temporaryTokenKey?.owned(by: owner) else { return .unsolicited }
    switch try await outcome(ofTyped: typed, for: key, waiting: SignInOptions().lifetime) {
    case .answered(let answer): return .completed(try await complete(answer.signIn, from: answer.step))
    case .askAgain(let refusal): return .askAgain(refusal)
    case .unsolicited: return .unsolicited
    }
  }

  private enum TypedOutcome {
    case answered(AnsweredSignIn)
    case askAgain(OAuthError)
    case unsolicited
  }

  /// Only the provider can say whether a number is right: the exchange is part of the outcome.
  private func outcome(
    ofTyped typed: String, for key: SignIn.Key, waiting lifetime: Duration
  ) async throws(OAuthError) -> TypedOutcome {
    var random = SystemRandomNumberGenerator()
    let number: Secret
    do throws(OAuthError) { number = try TokenCredentialRequest.verifier(typed: typed) } catch {
      return .askAgain(error)
    }
    guard var signIn = try await take(key) else { return .unsolicited }
    let step = try await answer(try signIn.receive(typed: number, at: now(), using: &random), of: &signIn)
    guard case .numberRefused(let refusal) = step else { return .answered(AnsweredSignIn(signIn: signIn, step: step)) }
    exchange.tell(Event(.callbackIgnored, rule: refusal.rule, refusal.message))
    try await wait(signIn, under: key, for: lifetime)
    return .askAgain(refusal)
  }
}

extension AbsoluteURL {
  /// What a sign-in waits under whose user was sent here.
  fileprivate var temporaryTokenKey: SignIn.Key? {
    guard let form = try? Form(decoding: query ?? "") else { return nil }
    return (try? form.nonEmptyText(of: "oauth_token")).flatMap { $0 }.map { SignIn.Key(temporaryToken: Secret($0)) }
  }
}
