import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Its beginning where the user is given a code to type on the other device.
///
/// RFC 8628 §3.1 and §3.2.
extension SecondDeviceFlow {
  static func requestCodes(_ signIn: SignIn, of service: OAuth2Service) throws(OAuthError) -> SignIn.Turn {
    guard let endpoint = service.endpoint(.deviceAuthorization, for: signIn.client) else {
      throw .noDevices(at: signIn.provider)
    }
    let message = DeviceAuthorizationRequest(access: signIn.requestedAccess(at: service))
    return .send(
      AuthorizationServerRequest(to: endpoint, of: service, as: signIn.client, by: message.request),
      .secondDevice(SecondDeviceFlow(.requestingCodes)))
  }

  func receiveDeviceCodes(
    _ response: ResponseMessage, of signIn: SignIn, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    let service = try signIn.oauth2Service
    let codes: DeviceAuthorizationResponse
    do throws(OAuthError) {
      codes = try DeviceAuthorizationResponse(reading: response, dialect: service.dialect)
    } catch { throw error.namingScopes(of: signIn, at: service) }
    if let endpoint = service.endpoint(.deviceAuthorization, for: signIn.client),
      !codes.verificationURI.mayBeNamed(by: endpoint.url)
    {
      throw .pageInside(codes.verificationURI)
    }
    let waiting = SecondDeviceFlow(.waiting(.device(codes), PollingPace(codes, startingAt: now)))
    return .step(.showCode(codes), .secondDevice(waiting))
  }
}

extension OAuthError {
  /// A page of this machine or network would act for the user there, in the name of a server elsewhere.
  fileprivate static func pageInside(_ page: AbsoluteURL) -> OAuthError {
    OAuthError(
      .unexpectedAnswer,
      message: "The server names “\(page)” as its page for the code, which is an address of this machine or network.",
      rule: .rfc(8628, "3.2"), remedy: .tellProvider, fault: .provider, member: "verification_uri")
  }

  fileprivate static func noDevices(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) has no sign-in with a code on another device.",
      rule: .rfc(8628, "4"), remedy: .signInInBrowser)
  }
}
