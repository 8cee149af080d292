import Crypto
import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

/// What an issuer has said about tokens, for a minute; of those who ask about one token at once, one is sent.
///
/// RFC 7662 §2 and §4. A token is known by its hash alone.
final class Introspections: Sendable {
  /// How many answers about good tokens are remembered; and as many about others as are a tenth of it.
  static let capacity = 10_000
  /// How many tokens are asked about at once.
  static let concurrency = 256
  /// How many of these questions are for tokens that were good before. Anyone can make up tokens: while a slow issuer is
  /// asked about those, the users that it knows are not kept out.
  static let reserved = 64
  /// How many of the others wait, or are sent, of one client at once, where clients are known.
  static let share = 32
  /// How many questions for other tokens are sent at once; the others wait here. A transport has eight connections to a
  /// server: those who were known before find two of them free.
  static let strangers = 6
  /// For how long one waits to be sent.
  static let longestWait: Duration = .seconds(10)
  /// For how long a token that is not active, or about which nothing usable was said, is not asked about again.
  static let pause: Duration = .seconds(5)

  private typealias Key = SHA256.Digest

  /// What an issuer has said about a token.
  enum Said: Sendable {
    case answer(IntrospectionResponse)
    /// Claims that cannot be used: that is the token's fault.
    case unusable(OAuthError)
    /// What is no answer: that is the issuer's fault, or ours, and says nothing of the token.
    case nothing(OAuthError)
  }

  private struct Answer {
    let said: Said
    let end: Instant
  }

  private struct State {
    var active = BoundedMemory<Key, Answer>(maximum: Introspections.capacity)
    // Apart, so that tokens that someone made up push no good one out.
    var others = BoundedMemory<Key, Answer>(maximum: Introspections.capacity / 10)
    var flights: [Key: Task<Result<Said, OAuthError>, Never>] = [:]
    /// How many of these, for tokens that were not good before, are of each client.
    var shares: [String: Int] = [:]

    func said(about key: Key, at now: Instant) -> Said? {
      for answer in [active[key], others[key]] {
        if let answer, now < answer.end { return answer.said }
      }
      return nil
    }
  }

  private let issuer: Issuer
  private let client: Client
  private let endpoint: Endpoint?
  private let metadata: IssuerMetadata
  private let exchange: Exchange
  private let state = Lock(State())
  private let turns = Turns(Introspections.strangers)

  /// Questions as a client to an endpoint; nil for that of the metadata.
  init(
    to issuer: Issuer, at endpoint: Endpoint?, or metadata: IssuerMetadata, as client: Client, by exchange: Exchange
  ) {
    self.issuer = issuer
    self.endpoint = endpoint
    self.metadata = metadata
    self.client = client
    self.exchange = exchange
  }

  /// What the issuer says about a token; throws why it cannot be asked. `client` is from where the token came.
  func answer(about token: Secret, from client: String?, at now: Instant) async throws(OAuthError) -> Said {
    let key = token.withExposedBytes { SHA256.hash(data: $0) }
    // At once: between a look and a step, another caller's question could be answered.
    let (known, flight) = state.withLock { state in
      let known = state.said(about: key, at: now)
      let isKnown = state.active[key] != nil
      let maximum = isKnown ? Self.concurrency : Self.concurrency - Self.reserved
      let share = isKnown ? 0 : client.map { state.shares[$0, default: 0] } ?? 0
      if known == nil, state.flights[key] == nil, state.flights.count < maximum, share < Self.share {
        if !isKnown, let client { state.shares[client, default: 0] += 1 }
        // A task of its own: a waiter who is cancelled takes nothing from the others.
        state.flights[key] = Task {
          await self.ask(about: token, as: key, isKnown: isKnown, from: client, at: now)
        }
      }
      return (known, state.flights[key])
    }
    if let known { return known }
    guard let flight else { throw .tooManyQuestions() }
    return try await flight.value.get()
  }

  private func ask(
    about token: Secret, as key: SHA256.Digest, isKnown: Bool, from client: String?, at now: Instant
  ) async -> Result<Said, OAuthError> {
    let result: Result<Said, OAuthError>
    if isKnown {
      result = await send(token, at: now)
    } else if await turns.begin(for: client, within: Self.longestWait) {
      result = await send(token, at: now)
      turns.end(for: client)
    } else {
      result = .failure(.tooManyQuestions())
    }
    state.withLock { state in
      state.flights[key] = nil
      if !isKnown, let client, let count = state.shares[client] {
        state.shares[client] = count > 1 ? count - 1 : nil
      }
      guard case .success(let said) = result else { return }
      switch said {
      case .answer(let response) where response != .inactive:
        (state.active[key], state.others[key]) = (Answer(said: said, end: response.keepable(from: now)), nil)
      case .answer, .unusable:
        (state.active[key], state.others[key]) = (nil, Answer(said: said, end: now + Self.pause))
      case .nothing: state.others[key] = Answer(said: said, end: now + Self.pause)
      }
    }
    return result
  }

  private func send(_ token: Secret, at now: Instant) async -> Result<Said, OAuthError> {
    do throws(OAuthError) {
      let (place, dialect) = try await place(at: now)
      var random = SystemRandomNumberGenerator()
      let client = try client.asserting(to: issuer, dialect: dialect, at: now, using: &random)
      let question = IntrospectionRequest(token: token, kind: .accessToken)
      let request = try question.request(to: place, as: client, dialect: dialect)
      let credential = Credential.oauth2(.init(accessToken: token))
      return .success(
        try await exchange.send(request, within: .issuer, about: { credential }) { (response) throws(OAuthError) in
          let members: JSON.Object
          do throws(OAuthError) { members = try IntrospectionResponse.members(in: response) } catch {
            guard response.status == 200 else { throw error }
            return .nothing(error)
          }
          do throws(OAuthError) { return .answer(try IntrospectionResponse(members)) } catch { return .unusable(error) }
        })
    } catch { return .failure(error) }
  }

  private func place(at now: Instant) async throws(OAuthError) -> (Endpoint, OAuth2Dialect) {
    if let endpoint { return (endpoint, OAuth2Dialect()) }
    let metadata = try await metadata.current(at: now)
    let method = metadata.preferredClientAuthentication
    let dialect = OAuth2Dialect { $0.request.clientAuthentication = method }
    guard let place = metadata.endpoint(.introspection, for: client.authenticationMethod(by: dialect)) else {
      throw .noIntrospection()
    }
    return (place, dialect)
  }
}

extension OAuthError {
  fileprivate static func noIntrospection() -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The issuer's metadata names no introspection_endpoint.", rule: .rfc(8414, "2"),
      remedy: "Give the address of the endpoint, or verify the tokens by their signature.",
      member: "introspection_endpoint")
  }

  fileprivate static func tooManyQuestions() -> OAuthError {
    OAuthError(
      .serverUnavailable, message: "The issuer is being asked about as many tokens as it can be.",
      rule: .wayleave("questions about tokens are limited"), remedy: "Try again in a moment.")
  }
}
