import HTTPTypes
import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

/// Sends the requests of the flows, tells of each, and turns what a transport throws into our errors.
struct Exchange: Sendable {
  let transport: any Transport
  let now: @Sendable () -> Instant
  /// Who is told of every step; nil when nobody listens, and no step is put into words.
  let listener: (@Sendable (Event) -> Void)?
  let clocks = ServerClocks()
  let proofNonces = ProofNonces()
  /// Lets time pass before a request is sent again.
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Tells of a step.
  func tell(_ event: @autoclosure () -> Event) {
    if let listener { listener(event()) }
  }

  /// Sends a request and reads its answer; what goes wrong in it is told without what the request carried.
  func send<Value>(
    _ request: RequestMessage, within limits: ExchangeLimits,
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let response = try await send(request, within: limits)
    do throws(OAuthError) { return try read(response) } catch { throw error.withoutSecrets(of: request) }
  }

  /// Sends a request to the authorization server, and reads its answer.
  ///
  /// It is sent once more, and only once, when the server demands a nonce in the proof (RFC 9449 §8), or refuses proof
  /// or assertion and its answer tells that our clock is wrong: then nothing was carried out.
  func send<Value>(
    _ request: AuthorizationServerRequest, within limits: ExchangeLimits,
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let origin = request.endpoint.origin
    var message = try attempt(request, nonce: proofNonces.nonce(for: origin, as: .authorizationServer))
    var response = try await send(message, within: limits)
    if let nonce = request.demandedNonce(in: response) {
      message = try attempt(request, nonce: nonce)
      response = try await send(message, within: limits)
    } else if request.isRefusedPerhapsForItsTime(by: response), clocks.correct(at: origin) {
      message = try attempt(request, nonce: proofNonces.nonce(for: origin, as: .authorizationServer))
      response = try await send(message, within: limits)
      if request.isRefusedPerhapsForItsTime(by: response) { clocks.forgetCorrection(at: origin) }
    }
    do throws(OAuthError) { return try read(response) } catch { throw error.withoutSecrets(of: message) }
  }

  private func attempt(
    _ request: AuthorizationServerRequest, nonce: String?
  ) throws(OAuthError) -> RequestMessage {
    var random = SystemRandomNumberGenerator()
    return try request.attempt(nonce: nonce, at: now() + clocks.correction(at: request.endpoint.origin), using: &random)
  }

  /// Sends a request, and learns the server's clock and nonce from its answer. `role` is the part in which it is asked.
  func send(
    _ request: RequestMessage, within limits: ExchangeLimits, as role: DPoPNonces.Role = .authorizationServer
  ) async throws(OAuthError) -> ResponseMessage {
    tell(.sent(request))
    // Nobody else wants to know how long it took.
    let start = listener.map { _ in ContinuousClock.now }
    do {
      let response = try await transport.send(request, within: limits)
      let fields = response.head.headerFields
      if fields.contains(.date) || fields.contains(.dpopNonce), let origin = request.origin {
        clocks.learn(from: response, of: origin, at: now())
        proofNonces.learn(from: response, of: origin, as: role)
      }
      tell(.received(response, to: request, after: start.map { .now - $0 } ?? .zero))
      return response
    } catch {
      throw .exchangeFailed(error, at: request.url)
    }
  }
}

extension Message where Head == HTTPRequest {
  /// Whom the request talks to.
  var origin: Origin? { url.flatMap { try? AbsoluteURL($0) }.flatMap(Origin.init(of:)) }
}
