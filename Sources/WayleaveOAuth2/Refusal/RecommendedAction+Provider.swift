import WayleaveWire

/// What the numbers and words of single providers ask for. Whose they are is told by the shape in which they came.
extension RecommendedAction {
  /// Facebook's codes: 190 is a token that is no longer good, and its subcode says why.
  init?(facebook code: Int64, subcode: Int64?) {
    switch (code, subcode) {
    case (190, 458): self = .askConsent  // the user took the app out: asking again asks for consent
    case (190, 459), (190, 464): self = .giveUp  // the user must go to Facebook first
    case (190, _), (102, _): self = .signIn
    case (100, 36007), (100, 36009): self = .signIn  // the code is too old, or used
    case (1, _), (2, _), (4, _), (17, _), (32, _), (341, _), (368, _), (613, _): self = .retry
    case (10, _), (200...299, _): self = .askConsent
    default: return nil
    }
  }

  /// Twitter's codes: trouble and limits pass, a token that is gone does not come back.
  init?(twitter code: Int64) {
    switch code {
    case 88, 130, 131, 135: self = .retry
    case 89, 99: self = .signIn
    case 220, 93: self = .askConsent
    case 32, 64, 87, 215, 326: self = .giveUp
    default: return nil
    }
  }

  /// Foursquare's types.
  init?(foursquare type: String) {
    switch type {
    case "invalid_auth": self = .signIn
    case "not_authorized": self = .askConsent
    case "rate_limit_exceeded", "server_error": self = .retry
    case "param_error", "endpoint_error", "deprecated", "other": self = .giveUp
    default: return nil
    }
  }
}
