import WayleaveWire

/// What happens at some paths alone, and a fault makes go wrong there.
enum Happening {
  /// A person is asked something.
  case question
  /// A browser is sent back to an application.
  case callback
  /// An ID token is issued.
  case idToken
  /// Something for which the keys of ID tokens count.
  case keys
  /// A refresh token is used.
  case refresh
  /// Tokens of an entry are used.
  case endOfTokens
  /// Something that real servers do in several ways.
  case way
}

extension Fault.Effect {
  /// What must happen at a path so that the effect can act there; nil for what every answer can have.
  var needs: Happening? {
    switch self {
    case .deny: .question
    case .callbackTwice, .callbackAltered, .callbackWithout, .callbackAnswer: .callback
    case .idToken: .idToken
    case .rotateKeys: .keys
    case .refreshReuse: .refresh
    case .endTokens: .endOfTokens
    case .way: .way
    default: nil
    }
  }
}
