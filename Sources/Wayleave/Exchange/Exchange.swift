import HTTPTypes
import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// Sends the requests of the flows, tells of each, and turns what a transport throws into our errors.
package struct Exchange: Sendable {
  var transport: any Transport
  let now: @Sendable () -> Instant
  /// What receives every step; nil when no one listens, and no step is put into words.
  var listener: (@Sendable (Event) -> Void)?
  let servers = SharedServerKnowledge()
  /// How requests call the program that sends them.
  var userAgent = RequestMessage.userAgent
  /// Lets time pass before a request is sent again.
  var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Tells of a step.
  func tell(_ event: @autoclosure () -> Event) {
    if let listener { listener(event()) }
  }

  /// Sends a request and reads its answer; neither an error nor an event shows what was secret in one of them, or in the
  /// credential that they are about.
  package func send<Value>(
    _ request: RequestMessage, within limits: ExchangeLimits, about credential: () -> Credential? = { nil },
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let response: ResponseMessage
    // Some providers give tokens for a GET.
    do { response = try await deliver(request, within: limits, as: .authorizationServer, about: credential) } catch {
      throw .exchangeFailed(error, at: request.url)
    }
    do throws(OAuthError) { return try read(response) } catch {
      throw error.withoutSecrets(of: request, answeredBy: response, with: credential()).inProviderAnswer
    }
  }

  /// Sends a request to the authorization server, and reads its answer.
  ///
  /// ``ServerAttempts`` says whether it is sent once more. When no whole answer came, `repeatingAfter` gets the reason
  /// and says whether the request is sent again; the time of all attempts together is that of one. `beforeSending` is called
  /// before each attempt: what is thrown earlier was never sent.
  func send<Value>(
    _ request: AuthorizationServerRequest, within limits: ExchangeLimits, beforeSending willSend: () -> Void = {},
    repeatingAfter mayRepeat: (TransportFailure) -> Bool = { _ in false },
    about credential: () -> Credential? = { nil },
    reading read: (ResponseMessage) throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    var attempts = ServerAttempts(request)
    var random = SystemRandomNumberGenerator()
    var message = try attempts.first(knowing: servers.current, at: now(), using: &random)
    var isRepeat = false
    while true {
      let response: ResponseMessage
      willSend()
      do { response = try await deliver(message, within: limits, as: .authorizationServer, about: credential) } catch {
        let failure = error as? TransportFailure
        guard let failure, mayRepeat(failure) else {
          throw .exchangeFailed(isRepeat ? failure?.afterLostAnswer ?? error : error, at: message.url)
        }
        isRepeat = true
        // Made again: a server that has seen the proof or the assertion refuses it as a replay.
        message = try attempts.first(knowing: servers.current, at: now(), using: &random)
        continue
      }
      var known = servers.current
      let next = try attempts.next(after: response, learning: &known, at: now(), using: &random)
      servers.update { $0.adoptCorrections(of: known) }
      guard let next else {
        do throws(OAuthError) { return try read(response) } catch {
          throw attempts.explained(error, knowing: known)
            .withoutSecrets(of: message, answeredBy: response, with: credential()).inProviderAnswer
        }
      }
      message = next
    }
  }

  /// Sends a request, and learns the server's clock and nonce from its answer. `role` is the part in which it is asked.
  func send(
    _ request: RequestMessage, within limits: ExchangeLimits, as role: DPoPNonces.Role = .authorizationServer,
    about credential: () -> Credential? = { nil }
  ) async throws(OAuthError) -> ResponseMessage {
    try await sendComplete(
      request.withUsualFields(userAgent: userAgent), within: limits, as: role, about: credential)
  }

  /// The same, for a request that has the usual fields.
  func sendComplete(
    _ request: RequestMessage, within limits: ExchangeLimits, as role: DPoPNonces.Role,
    about credential: () -> Credential?
  ) async throws(OAuthError) -> ResponseMessage {
    do { return try await deliverComplete(request, within: limits, as: role, about: credential) } catch {
      throw .exchangeFailed(error, at: request.url, changing: !request.isSafe)
    }
  }

  private func deliver(
    _ request: RequestMessage, within limits: ExchangeLimits, as role: DPoPNonces.Role,
    about credential: () -> Credential?
  ) async throws -> ResponseMessage {
    try await deliverComplete(
      request.withUsualFields(userAgent: userAgent), within: limits, as: role, about: credential)
  }

  /// Sends a request that has the usual fields, and undoes the coding of its answer; throws what the transport throws.
  private func deliverComplete(
    _ request: RequestMessage, within limits: ExchangeLimits, as role: DPoPNonces.Role,
    about credential: () -> Credential?
  ) async throws -> ResponseMessage {
    tell(.sent(request))
    // Only a listener wants to know how long it took.
    let start = listener.map { _ in ContinuousClock.now }
    var response: ResponseMessage
    do { response = try await transport.send(request, within: limits) } catch let failure as TransportFailure {
      throw failure.undoingContentCoding(maximumSize: limits.maximumBodySize)
    }
    let fault = response.undoContentCoding(maximumSize: limits.maximumBodySize)
    let fields = response.head.headerFields
    if fields.contains(.date) || fields.contains(.dpopNonce), let origin = request.origin {
      servers.update { $0.learn(from: response, of: origin, as: role, at: now()) }
    }
    tell(.received(response, to: request, after: start.map { .now - $0 } ?? .zero, with: credential()))
    if let fault { throw TransportFailure(fault, received: response, maximumSize: limits.maximumBodySize) }
    return response
  }
}

extension Exchange {
  /// An exchange without a listener.
  package init(over transport: any Transport, now: @escaping @Sendable () -> Instant) {
    self.init(transport: transport, now: now, listener: nil)
  }
}

extension Message where Head == HTTPRequest {
  /// The server that the request goes to.
  var origin: Origin? { url.flatMap { try? AbsoluteURL($0) }.flatMap(Origin.init(of:)) }

  /// Whether it asks for nothing to be changed.
  ///
  /// RFC 9110 §9.2.1.
  var isSafe: Bool { [.get, .head, .options].contains(head.method) }
}
