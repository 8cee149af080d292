#if canImport(SwiftUI)
  import Foundation
  import Wayleave
  import WayleaveSignIn
  import WayleaveWire

  /// Every text of the views, by its English words, which are its keys in `Localizable.xcstrings`.
  ///
  /// They are English. An app in another language, or with words of its own, gives a bundle that has the same keys.
  enum Words: String, CaseIterable, Sendable {
    case signIn = "Sign in with %@"
    case cancelSignIn = "Cancel signing in with %@"
    case waiting = "Waiting for %@…"
    case signedInAs = "Signed in as %@"
    case chooseAccount = "Choose an account"
    case noAccounts = "No account is signed in yet."
    case anotherAccount = "Use another account"
    case cancel = "Cancel"
    case signInAgain = "Sign in again"
    case typeCode = "On a phone or a computer, open this address and type the code:"
    case code = "Code"
    case ownCodeOnly = "Type it only if you began this sign-in yourself."
    case timeLeft = "Time left:"
    case openPage = "Open the page"
    case copyAddress = "Copy the address"
    case copied = "Copied"
    case allowAtPage = "Allow this app on the page of %@. It then shows a number (PIN)."
    case pin = "PIN"
    case enterPIN = "Continue"
    case pinIsChecked = "The PIN is checked…"
    case pinRefused = "The provider does not know that PIN. Type the one on its page."
    case steps = "Steps of the sign-in"
    case noSteps = "Nothing has happened yet."
    case signInBegan = "The sign-in begins"
    case requestSent = "A request is sent"
    case answerReceived = "The response arrives"
    case requestPostponed = "The server is busy, and the request waits"
    case userSent = "The user is sent to the provider"
    case callbackIgnored = "A callback is ignored"
    case callbackAccepted = "The user comes back"
    case idTokenVerified = "The ID token is verified"
    case credentialIssued = "The provider issues a credential"
    case tolerated = "Something unusual is accepted"
    case scopesDiffer = "The scopes differ from those asked for"
    case credentialStored = "The credential is stored"
    case identified = "The user is known"
    case unidentified = "The user is not known"
    case refreshBegan = "A refresh begins"
    case clocksDiffer = "The clocks differ"
    case credentialRemoved = "A credential is removed"

    /// The text in the language of the user, by the `Localizable` strings of a bundle; nil for the English ones.
    func text(in strings: Bundle?) -> String {
      (strings ?? .module).localizedString(forKey: rawValue, value: rawValue, table: nil)
    }

    /// The text with a name in its place.
    ///
    /// The name is isolated, so that one of the other writing direction does not turn the sentence around.
    func text(_ name: String, in strings: Bundle?) -> String {
      text(in: strings).replacing("%@", with: "\u{2068}\(DisplayText.clean(name, limit: 100))\u{2069}")
    }
  }

  extension Words {
    /// What a step is called.
    init(_ name: Event.Name) {
      self =
        switch name {
        case .signInBegan: .signInBegan
        case .requestSent: .requestSent
        case .answerReceived: .answerReceived
        case .requestPostponed: .requestPostponed
        case .userSent: .userSent
        case .callbackIgnored: .callbackIgnored
        case .callbackAccepted: .callbackAccepted
        case .idTokenVerified: .idTokenVerified
        case .credentialIssued: .credentialIssued
        case .tolerated: .tolerated
        case .scopesDiffer: .scopesDiffer
        case .credentialStored: .credentialStored
        case .identified: .identified
        case .unidentified: .unidentified
        case .refreshBegan: .refreshBegan
        case .clocksDiffer: .clocksDiffer
        case .credentialRemoved: .credentialRemoved
        }
    }
  }
#endif
