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
  /// Sign in again as the user of this account.
  case signInAgain(account: String)
  /// Allow this account to send requests to this origin, by signing in again.
  case allowOriginTo(account: String, Origin)
  /// Use https; http beyond this machine is for tests only.
  case useHTTPS
  /// Open the store with its passphrase.
  case givePassphrase
  /// Open the store without a passphrase: it has a key file.
  case leaveOutPassphrase
  /// Begin a new store: this one can never be read again.
  case beginNewStore
  /// Put the store on another disk, of this machine.
  case useLocalDisk
  /// Put the store in a folder that can be written: its own cannot be made.
  case useWritableFolder
  /// Give the secret of the client.
  case giveSecret
  /// Give the private key of the client.
  case giveKey
  /// Give the certificate of the client together with its key.
  case giveCertificate
  /// Leave out the certificate, or have the client authenticate by it.
  case leaveOutCertificate
  /// Register the app at the provider, and add the client here; nil for any provider.
  case registerClient(provider: String?)
  /// Look at where the provider is now, and save the client again if that is right.
  case saveClientAgain(name: String, provider: String)
  /// Add this key to the provider's entry.
  case addToEntry(String)
  /// Correct the description of the provider.
  case correctEntry
  /// Choose one of the servers whose tokens an API takes.
  case chooseIssuer(api: AbsoluteURL)
  /// Sign in at this issuer, or for this API, to which the one that was named leads, if that is the one that is meant.
  case signInElsewhere(issuer: AbsoluteURL)
  /// Name the server whose tokens an API takes, which does not say so itself.
  case nameIssuer(ofAPI: AbsoluteURL)
  /// Sign in again in the way that an API demands of the user of this account.
  case signInOnTerms(AccessDemand, account: String)
  /// Sign in on this device, in a browser.
  case signInInBrowser
  /// Register an address of this computer as the redirect URI.
  case registerLoopbackRedirectURI
  /// Sign in without a pushed authorization request, if the provider's endpoint for it is broken.
  case sendUnpushed
  /// Change or leave out a part of what the sign-in asks for.
  case changeRequest(RequestPart)
  /// Let authorization requests be pushed, as the provider demands.
  case allowPushing
  /// Let the token be renewed, or ask for less time.
  case allowRenewal
  /// Use the token of this account as it is: nothing can renew it.
  case useUnrenewed(account: String)
  /// Sign out again, so that the rest is revoked: what is still to be revoked, by its kind.
  case finishSignOut(left: [String])
  /// Sign in again and ask for these scopes.
  case askForScopes([String])
  /// Wait, then try again.
  case wait(Duration)
  /// Give the user more time to answer.
  case giveMoreTime
  /// Ask the provider whether the loss of a protection is meant, then accept it.
  case acceptDowngrade
  /// Check the clock of this computer: a server's is so far from it that one of the two is wrong.
  case compareClocks(of: Origin, apart: Duration)
  /// Choose another name for the account, or free this one.
  case freeName(String)
  /// Trust the authority that signed the server's certificate, if that is the company's own.
  case trustAuthority
  /// Tell the operators of the provider: only they can change what they send.
  case tellProvider
}

extension Remedy {
  /// How long a server wants to be left alone; nil where it does not say.
  package var pause: Duration? {
    guard case .wait(let time) = self else { return nil }
    return time
  }

  /// Advice.
  public init(_ advice: String) { self = .advice(advice) }

  /// For an account that the provider has suspended: its user, or that of the owner of the client.
  package static let readWhySuspended = Remedy(
    "Sign in at the provider's website, and read there why. If your account works, ask the owner of the client.")
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
    case .allowOrigin(let origin): "If the URL is right, sign in again and allow requests to \(origin)."
    case .signInAgain(let account): "Sign in again as \(DisplayText.clean(account, limit: 200))."
    case .allowOriginTo(let account, let origin):
      "If the URL is right, sign in again as \(DisplayText.clean(account, limit: 200)) and allow requests to \(origin)."
    case .useHTTPS: "Use the https URL. For a test server elsewhere, allow http explicitly."
    case .givePassphrase: "Open the store with its passphrase."
    case .leaveOutPassphrase: "Open the store without a passphrase."
    case .beginNewStore: "Remove the store, then sign in again."
    case .useLocalDisk: "Nothing was changed. Put the store on a disk of this machine."
    case .useWritableFolder:
      "Nothing was stored. Correct that, or put the store in a folder that can be written."
    case .giveSecret: "Give the secret of the client."
    case .giveKey: "Give the private key whose public half the provider has."
    case .giveCertificate: "Give the certificate of the client together with its private key."
    case .leaveOutCertificate: "Leave the certificate out, or set the client's authentication to tls."
    case .registerClient(let provider):
      "Register your app \(provider.map { "at \(DisplayText.clean($0, limit: 100))" } ?? "on the provider's page"), "
        + "then add the client here."
    case .saveClientAgain(let name, let provider):
      "Look at the entry of \(DisplayText.clean(provider, limit: 100)). If it is right, save the client "
        + "“\(DisplayText.clean(name, limit: 100))” again, with its secret."
    case .addToEntry(let key): "Add “\(DisplayText.clean(key, limit: 100))” to the provider's entry."
    case .correctEntry: "Correct the description of the provider."
    case .chooseIssuer(let api): "The API at \(api) takes tokens of several servers. Choose one, and sign in there."
    case .signInElsewhere(let issuer): "If \(issuer) is the server that you mean, sign in there."
    case .nameIssuer(let api):
      "Check the URL of the API at \(api). If it is right, sign in at its server, allow requests to its origin, "
        + "and name the API as the resource."
    case .signInOnTerms(let demand, let account):
      "Sign in again as \(DisplayText.clean(account, limit: 200))\(demand.inWords). Everything else works as before."
    case .signInInBrowser: "Sign in with a browser on this device."
    case .registerLoopbackRedirectURI:
      "“oob” is for OAuth 1.0a. Register http://127.0.0.1/callback at the provider, and give it to the client."
    case .sendUnpushed:
      "See what the provider says; the user was not asked. If its endpoint is broken, sign in without pushing requests."
    case .changeRequest(let part): part.remedy
    case .allowPushing:
      "Allow pushed requests, or remove “pushed_authorization_requests: false” from the provider's entry."
    case .allowRenewal: "Let the token be renewed, or ask for one that lasts less long."
    case .useUnrenewed(let account):
      "Use the token of \(DisplayText.clean(account, limit: 200)) as it is. For a new one, sign in again."
    case .finishSignOut(let left):
      "You are signed out here. Still to be revoked at the provider: \(left.joined(separator: ", ")). "
        + "Sign out again to send the rest."
    case .askForScopes(let scopes):
      scopes.isEmpty
        ? "Sign in again and ask for more scopes."
        : "Sign in again and ask for: \(DisplayText.quoted(scopes, limit: 300))."
    case .wait(let time): "The credentials are untouched. Try again \(time.inWords)."
    case .giveMoreTime: "Begin the sign-in again, and give more time for the answer."
    case .acceptDowngrade: "Ask the provider whether that is meant. If it is, sign in again and accept the loss."
    case .compareClocks(let origin, let difference):
      "The clock of \(origin) and the clock here are \(difference.apartInWords) apart: one of the two is wrong. "
        + "Check the clock of this computer, then try again."
    case .freeName(let name):
      "Choose another name, or free this one: rename the account “\(DisplayText.clean(name))”, or sign it out."
    case .trustAuthority:
      "Check the URL. Where a company's own authority signs, add its certificate to the trust roots."
    case .tellProvider: "Nothing was used. What the provider sends is wrong, and only its operators can change it."
    }
  }
}

extension AccessDemand {
  fileprivate var inWords: String {
    let terms = [
      scopes.isEmpty ? "" : "with the scopes: \(DisplayText.quoted(scopes, limit: 300))",
      authenticationContextClasses.isEmpty
        ? "" : "by one of: \(DisplayText.quoted(authenticationContextClasses, limit: 300))",
      maximumAge.map { "with a sign-in of the last \($0.wholeSeconds) seconds" } ?? "",
    ].filter { !$0.isEmpty }
    return terms.isEmpty ? "" : ", " + terms.joined(separator: ", ")
  }
}

extension Duration {
  /// How far apart two clocks are: minutes from two on, else seconds.
  package var apartInWords: String {
    let seconds = wholeSeconds.magnitude
    return seconds == 1 ? "1 second" : seconds < 120 ? "\(seconds) seconds" : "\(seconds / 60) minutes"
  }

  fileprivate var inWords: String {
    wholeSeconds <= 0 ? "now" : "in \(wholeSeconds) \(wholeSeconds == 1 ? "second" : "seconds")"
  }
}
