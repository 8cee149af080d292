import WayleaveOAuth1
import WayleaveProvider
import WayleaveWire

/// A sign-in by name and password, where the provider's entry says that it takes them.
///
/// "xAuth": the exchange of RFC 5849 §2.3 without temporary credentials.
extension SignIn {
  mutating func exchangePassword(
    at service: OAuth1Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard service.takesPasswords, let password else { throw .passwordNotTaken(by: provider) }
    let request = try password.request(
      to: service.tokenEndpoint, as: try ConsumerCredential(client, signingBy: service.dialect.signatureMethod),
      dialect: service.dialect, stamp: Stamp(at: clock.timestamp(at: now), using: &random))
    phase = .exchangingPassword(request)
    return .send(request, .token)
  }

  mutating func receivePasswordAnswer(
    _ response: ResponseMessage, answering request: RequestMessage, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    if correctsClock(by: response, at: now) {
      return try exchangePassword(at: try oauth1Service, at: now, using: &random)
    }
    phase = .done
    password = nil
    let answer: TokenCredentialResponse
    do throws(OAuthError) { answer = try TokenCredentialResponse(reading: response, answering: request) } catch {
      guard error.code == .authorizationRefused, response.status == 401 || response.status == 403 else { throw error }
      let title = DisplayText.clean(provider.title)
      // 87: "Client is not permitted to perform this action". Name and password were not looked at.
      guard error.refusal?.error != "87" else {
        throw error.worded("At \(title) this client may not sign users in by name and password (xAuth).")
          .remedied(by: "Ask the provider to allow xAuth for this client, or sign in with a browser.")
      }
      throw error.worded("\(title) refuses this name and password.")
        .remedied(by: "Check both. If they are right, check consumer key and secret, and this computer's clock.")
    }
    return .done(.oauth1(answer.credential.issued(at: now)))
  }
}

extension OAuthError {
  static func passwordNotTaken(by provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) does not take passwords from programs.",
      rule: .wayleave("a password is sent only where the provider's entry says “x_auth: true”"),
      expected: "a provider that takes passwords", received: .text(provider.name.text),
      remedy: "Nothing was sent. Sign in with a browser.")
  }
}
