/// What the person in front of a failure can do about it: a value, so that a program can name its own commands.
///
/// ``description`` is a sentence for every program. What needs no command of its own is ``advice(_:)``, which a string
/// literal makes.
public enum Remedy: Sendable, Hashable {
  /// A sentence that says all there is.
  case advice(String)
  /// Sign in at this provider.
  case signIn(provider: String)
  /// Allow the account to send requests to this origin.
  case allowOrigin(Origin)
  /// Give the secret of the client.
  case giveSecret
  /// Give the private key of the client.
  case giveKey
  /// Give the certificate of the client together with its key.
  case giveCertificate
  /// Register the app at the provider, and add the client here; nil for any provider.
  case registerClient(provider: String?)
  /// Add this key to the provider's entry.
  case addToEntry(String)
  /// Sign in again and ask for these scopes.
  case askForScopes([String])
  /// Wait, then try again.
  case wait(Duration)
  /// Give the user more time to answer.
  case giveMoreTime
  /// Ask the provider whether the loss of a protection is meant, then accept it.
  case acceptDowngrade
  /// Tell the operators of the provider: only they can change what they send.
  case tellProvider
}

extension Remedy {
  /// Advice.
  public init(_ advice: String) { self = .advice(advice) }
}

extension Remedy: ExpressibleByStringInterpolation {
  /// Advice, written as a literal.
  public init(stringLiteral advice: String) { self = .advice(advice) }
}

extension Remedy: CustomStringConvertible {
  public var description: String {
    switch self {
    case .advice(let text): text
    case .signIn(let provider): "Sign in again at \(DisplayText.clean(provider, limit: 100))."
    case .allowOrigin(let origin): "If the address is right, sign in again and allow requests to \(origin)."
    case .giveSecret: "Give the secret of the client."
    case .giveKey: "Give the private key whose public half the provider has."
    case .giveCertificate: "Give the certificate of the client together with its private key."
    case .registerClient(let provider):
      "Register your app \(provider.map { "at \(DisplayText.clean($0, limit: 100))" } ?? "on the provider's page"), "
        + "then add the client here."
    case .addToEntry(let key): "Add “\(DisplayText.clean(key, limit: 100))” to the provider's entry."
    case .askForScopes(let scopes):
      scopes.isEmpty
        ? "Sign in again and ask for more scopes."
        : "Sign in again and ask for: \(DisplayText.clean(scopes.joined(separator: " ")))."
    case .wait(let time): "The credentials are untouched. Try again \(time.inWords)."
    case .giveMoreTime: "Begin the sign-in again, and give more time for the answer."
    case .acceptDowngrade: "Ask the provider whether that is meant. If it is, sign in again and accept the loss."
    case .tellProvider: "Nothing was used. What the provider sends is wrong, and only its operators can change it."
    }
  }
}

extension Duration {
  fileprivate var inWords: String {
    components.seconds <= 0 ? "now" : "in \(components.seconds) \(components.seconds == 1 ? "second" : "seconds")"
  }
}
