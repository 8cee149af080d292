import HTTPTypes
import WayleaveWire

/// Sends the requests of the flows, tells of each, and turns what a transport throws into our errors.
struct Exchange: Sendable {
  let transport: any Transport
  let now: @Sendable () -> Instant
  let tell: @Sendable (Event) -> Void
  let clocks = ServerClocks()

  /// Sends a request and reads its answer; what goes wrong in it is told without what the request carried.
  func send<Value>(
    _ request: RequestMessage, within limits: ExchangeLimits,
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let response = try await send(request, within: limits)
    do throws(OAuthError) { return try read(response) } catch { throw error.withoutSecrets(of: request) }
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws(OAuthError) -> ResponseMessage {
    let url = URLRedaction.redact(request.url ?? "")
    tell(Event(.requestSent, "\(request.head.method.rawValue) \(url)"))
    do {
      let response = try await transport.send(request, within: limits)
      if let origin = (try? AbsoluteURL(request.url ?? "")).flatMap(Origin.init(of:)) {
        clocks.learn(from: response, of: origin, at: now())
      }
      tell(
        Event(
          .answerReceived,
          "\(response.status) \(DisplayText.clean(response.contentType ?? "without a type", limit: 100)), "
            + "\(response.body.count) bytes"))
      return response
    } catch {
      throw .exchangeFailed(error, at: request.url)
    }
  }
}
