import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider

/// A sign-in whose user answers on another device: it is given a code to show, and polls until the user has answered.
///
/// RFC 8628.
extension SignIn {
  mutating func requestDeviceCodes(
    of service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard let endpoint = service.endpoint(.deviceAuthorization, for: client) else { throw .noDevices(at: provider) }
    let access = RequestedAccess(
      scopes: askedScopes(at: service), resources: terms.resources, details: terms.details)
    phase = .requestingDeviceCodes
    return try send(
      AuthorizationServerRequest(
        to: endpoint, of: service, as: client, by: DeviceAuthorizationRequest(access: access).request),
      at: now, using: &random)
  }

  mutating func receiveDeviceCodes(_ response: ResponseMessage, at now: Instant) throws(OAuthError) -> Step {
    let codes = try DeviceAuthorizationResponse(reading: response, dialect: oauth2Service.dialect)
    phase = .waitingForSecondDevice(.device(codes), PollingPace(codes, startingAt: now))
    return .showCode(codes)
  }
}

extension OAuthError {
  fileprivate static func noDevices(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has no sign-in with a code on another device.",
      rule: .rfc(8628, "4"), expected: "a provider with a device authorization endpoint",
      received: .text(provider.name.text), remedy: .signInInBrowser)
  }
}
