import HTTPTypes
public import WayleaveWire

/// The name of a request whose user is being asked elsewhere.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7.3.
public struct BackchannelAuthenticationResponse: Sendable, Equatable {
  /// The name, with which the client polls.
  public let requestID: Secret
  /// For how many seconds it is good.
  public let expiresIn: Int64
  /// How many seconds lie between two polls at least.
  public let interval: Int64

  /// A name to give.
  public init(
    requestID: Secret, expiresIn: Int64, interval: Int64 = DeviceAuthorizationResponse.defaultInterval
  ) {
    self.requestID = requestID
    self.expiresIn = expiresIn
    self.interval = interval > 0 ? interval : DeviceAuthorizationResponse.defaultInterval
  }

  /// Reads an answer; throws `answer.unexpected`, or as ``TokenResponse`` does for a refusal.
  public init(reading response: ResponseMessage) throws(OAuthError) {
    let answer = try EndpointAnswer(response, rule: .openID("CIBA", "7.3"))
    self.init(
      requestID: Secret(try answer.text("auth_req_id")), expiresIn: try answer.lifetime("expires_in"),
      interval: answer.seconds("interval") ?? DeviceAuthorizationResponse.defaultInterval)
  }

  /// The answer on the wire, which no cache may store.
  public func response() -> ResponseMessage {
    var response = ResponseMessage(
      .ok,
      json: [
        "auth_req_id": .string(requestID.exposedText), "expires_in": JSON(expiresIn), "interval": JSON(interval),
      ])
    response.head.headerFields[.cacheControl] = "no-store"
    return response
  }
}

extension PollingPace {
  /// The pace that an answer sets.
  public init(_ answer: BackchannelAuthenticationResponse, startingAt now: Instant) {
    self.init(interval: .seconds(answer.interval), lifetime: .seconds(answer.expiresIn), startingAt: now)
  }
}
