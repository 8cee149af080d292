import WayleaveOAuth1
import WayleaveProvider
import WayleaveWire

/// A sign-in by name and password, where the provider's entry says that it takes them.
///
/// "xAuth": the exchange of RFC 5849 §2.3 without temporary credentials.
struct PasswordFlow: Sendable, Equatable {
  static func begin(
    _ signIn: SignIn, exchanging password: PasswordCredentialRequest
  ) throws(OAuthError) -> SignIn.Turn {
    guard case .oauth1(let service) = signIn.provider.service, service.takesPasswords else {
      throw .passwordNotTaken(by: signIn.provider)
    }
    let (_, consumer) = try signIn.oauth1Consumer
    let make: SignedAttempts.Maker = { stamp throws(OAuthError) in
      try password.request(to: service.tokenEndpoint, as: consumer, dialect: service.dialect, stamp: stamp)
    }
    return .sign(make, .password(PasswordFlow()))
  }

  func receive(
    _ response: ResponseMessage, answering request: RequestMessage, of signIn: SignIn, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    let table = try signIn.oauth1Consumer.0.dialect.refusalTable
    do throws(OAuthError) {
      let answer = try TokenCredentialResponse(reading: response, answering: request, by: table)
      return .done(.oauth1(answer.credential.issued(at: now)))
    } catch {
      guard error.code == .authorizationRefused, response.status == 401 || response.status == 403 else { throw error }
      let title = DisplayText.clean(signIn.provider.title)
      // 87: "Client is not permitted to perform this action". Name and password were not looked at.
      guard error.refusal?.error != "87" else {
        throw error.worded("At \(title) this client may not sign users in by name and password (xAuth).")
          .remedied(by: "Ask the provider to allow xAuth for this client, or sign in with a browser.")
      }
      throw error.worded("\(title) refuses this name and password.")
        .remedied(by: "Check both. If they are right, check consumer key and secret, and this computer's clock.")
    }
  }
}

extension OAuthError {
  fileprivate static func passwordNotTaken(by provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) does not take passwords from programs.",
      rule: .wayleave("a password is sent only where the provider's entry says “x_auth: true”"),
      remedy: "Nothing was sent. Sign in with a browser.")
  }
}
