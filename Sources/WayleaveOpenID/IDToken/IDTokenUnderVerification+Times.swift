import WayleaveJOSE
import WayleaveWire

/// Whether the token is good now, and the sign-in behind it late enough.
extension IDTokenUnderVerification {
  /// "The current time MUST be before the time represented by the exp Claim", a minute of tolerance allowed.
  func expiry(_ requirements: IDTokenRequirements) -> Verdict {
    guard let end = claims.expiresAt, now < end + requirements.tolerance else {
      return .failed(
        .idToken(
          .expiredIDToken, .expiry, expected: "“exp” after \(now)",
          received: claims.expiresAt.map { .described("\($0)") } ?? .nothing, remedy: Self.clockRemedy))
    }
    return .passed
  }

  func notBefore(_ requirements: IDTokenRequirements) -> Verdict {
    guard let start = claims.notBefore else { return .notAsked }
    guard start <= now + requirements.tolerance else {
      return .failed(
        .idToken(
          .idTokenNotYetValid, .notBefore, expected: "“nbf” not after \(now)", received: .described("\(start)"),
          remedy: Self.clockRemedy))
    }
    return .passed
  }

  /// "The iat Claim can be used to reject tokens that were issued too far away from the current time".
  func issuance(_ requirements: IDTokenRequirements) -> Verdict {
    guard let issuedAt = claims.issuedAt, issuedAt <= now + requirements.tolerance,
      requirements.maximumIssueAge.map({ now <= issuedAt + $0 + requirements.tolerance }) ?? true
    else {
      return .failed(
        .idToken(
          .idTokenIssuedAt, .issuedAt, expected: "“iat” about \(now)",
          received: claims.issuedAt.map { .described("\($0)") } ?? .nothing, remedy: Self.clockRemedy))
    }
    return .passed
  }

  func context(_ requirements: IDTokenRequirements) -> Verdict {
    let enough = requirements.authenticationContextClasses
    guard !enough.isEmpty else { return .notAsked }
    guard let named = authenticationContext?.string, enough.contains(where: { $0.hasSameBytes(as: named) }) else {
      let wanted = enough.map { "“\(DisplayText.clean($0, limit: 60))”" }.joined(separator: " or ")
      let used = authenticationContext?.string.map { "You signed in by “\(DisplayText.clean($0, limit: 200))”" }
      return .failed(
        .idToken(
          .idTokenAuthenticationContext, .authenticationContext,
          message: "\(used ?? "The provider does not say how you signed in"), not by \(wanted).",
          remedy: "Sign in again in that way, if the provider offers it."))
    }
    return .passed
  }

  func authentication(_ requirements: IDTokenRequirements) -> Verdict {
    guard let age = requirements.maximumAge else { return .notAsked }
    guard let time = try? claims.instant("auth_time", textDates: requirements.dialect.hasTextDates),
      time <= now + requirements.tolerance, now <= time + age + requirements.tolerance
    else {
      return .failed(
        .idToken(
          .idTokenAuthenticationTime, .authenticationTime,
          message: "You signed in at the provider more than \(age.wholeSeconds) seconds ago, or it does not say when.",
          remedy: "Sign in again, and type your password there."))
    }
    return .passed
  }

  private static let clockRemedy: Remedy = "If the sign-in was made just now, set the clock of this machine."
}
