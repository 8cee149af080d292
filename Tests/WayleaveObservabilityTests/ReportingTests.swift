import HTTPTypes
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Testing
import Tracing
import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveObservability

/// A provider in memory whose token endpoint can refuse.
private final class Desk: Transport {
  let refusal = Lock<String?>(nil)
  /// What an app's own function gets.
  let steps = Lock<[Event.Name]>([])

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    if request.pathWithoutQuery == "/me" { return ResponseMessage(.ok, json: ["id": "7", "name": "Ada Canary"]) }
    if let refusal = refusal.withLock(\.self) { return TokenErrorResponse(refusal).response() }
    return TokenResponse(
      accessToken: Secret("canary-access"), expiresIn: 3600, refreshToken: Secret("canary-refresh")
    ).response()
  }
}

/// Accounts that report to memory.
private struct Place {
  let desk = Desk()
  let handler = InMemoryLogHandler()
  let metrics = TestMetrics()
  let tracer = InMemoryTracer()
  let provider: Provider
  let client: Client
  let plain: Accounts
  let accounts: Accounts

  init(level: Logger.Level = .trace) throws {
    let entry = """
      {"name":"desk","protocol":"oauth2","authorization_endpoint":"https://as.example/authorize",
       "token_endpoint":"https://as.example/token","api_origins":["https://api.example"],
       "identity":{"endpoint":"https://api.example/me","subject":"{id}","name":"{name}"}}
      """
    provider = try Provider(json: try JSON(decoding: Array(entry.utf8)))
    client = try Client(
      id: "reader", secret: Secret("canary-client-secret"), redirectURIs: [RedirectURI("http://127.0.0.1:7777/cb")])
    let desk = desk
    plain = Accounts(
      transport: desk, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()),
      events: { event in desk.steps.withLock { $0.append(event.name) } })
    let handler = handler
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = level
    accounts = plain.reporting(to: logger, metrics: metrics, tracer: tracer)
  }

  /// Signs in by halves; the callback has these parameters in addition to the state.
  func signIn(_ answer: String = "code=canary-code") async throws -> SignedIn? {
    let page = try await accounts.begin(provider, as: client)
    let state = try Form(decoding: RequestMessage(.get, to: page).query ?? "").nonEmptyText(of: "state") ?? ""
    let callback = "http://127.0.0.1:7777/cb?\(answer)&state=\(state)"
    guard case .completed(let signedIn) = try await accounts.receive(callback) else { return nil }
    return signedIn
  }

  func count(_ label: String, _ outcome: String) -> Int64 {
    metrics.counterTotal(label: label, dimensions: [("provider", "desk"), ("outcome", outcome)])
  }

  /// What is written of ends, with its level.
  var ends: [String] {
    handler.entries.compactMap { entry in
      entry.metadata["wayleave.operation"].map { "\(entry.level) \($0) \(entry.metadata["wayleave.outcome"] ?? "")" }
    }
  }

  var spans: [String] {
    tracer.finishedSpans.map { "\($0.operationName) \($0.attributes.get("wayleave.outcome").map { "\($0)" } ?? "")" }
  }
}

@Suite("What the accounts do is reported to swift-log, swift-metrics and swift-distributed-tracing")
struct ReportingTests {
  @Test("a sign-in and a refresh are counted, timed, logged and traced once, by provider and outcome")
  func completed() async throws {
    let place = try Place()
    let signedIn = try #require(try await place.signIn())
    _ = try await place.accounts.fresh(signedIn.account, forcing: true)
    #expect(place.count("wayleave.sign_ins", "completed") == 1 && place.count("wayleave.refreshes", "completed") == 1)
    #expect(place.metrics.counters.count == 2 && place.metrics.timers.count == 2)
    #expect(place.ends == ["info sign_in completed", "info refresh completed"])
    #expect(place.tracer.finishedSpans.map(\.operationName) == ["wayleave.sign_in", "wayleave.refresh"])
    #expect(place.tracer.finishedSpans.allSatisfy { $0.status == nil && $0.errors.isEmpty && $0.kind == .client })
    // A credential that is good is no refresh.
    _ = try await place.accounts.fresh(signedIn.account)
    #expect(place.metrics.counterTotal(label: "wayleave.refreshes") == 1)
  }

  @Test("what a user declines and what a provider refuses is counted by its code, at its level")
  func failed() async throws {
    let place = try Place()
    let signedIn = try #require(try await place.signIn())
    await #expect(throws: OAuthError.self) { try await place.signIn("error=access_denied") }
    #expect(place.count("wayleave.sign_ins", "sign_in.denied") == 1)
    place.desk.refusal.withLock { $0 = "invalid_grant" }
    let refused = await #expect(throws: OAuthError.self) { try await place.signIn() }
    let ended = await #expect(throws: OAuthError.self) {
      try await place.accounts.fresh(signedIn.account, forcing: true)
    }
    let codes = [refused, ended].map { $0?.code.rawValue ?? "none" }
    #expect(place.count("wayleave.sign_ins", codes[0]) == 1 && place.count("wayleave.refreshes", codes[1]) == 1)
    #expect(place.metrics.counterTotal(label: "wayleave.sign_ins") == 3)
    #expect(place.ends.dropFirst().first == "info sign_in sign_in.denied")
    #expect(place.tracer.finishedSpans.count == 4)
    #expect(place.tracer.finishedSpans.dropFirst().allSatisfy { $0.status?.code == .error })
  }

  @Test("251: no secret is in a line, a dimension or a span, whatever the level")
  func secrets() async throws {
    let place = try Place()
    let signedIn = try #require(try await place.signIn())
    place.desk.refusal.withLock { $0 = "invalid_grant" }
    await #expect(throws: OAuthError.self) { try await place.accounts.fresh(signedIn.account, forcing: true) }
    let entries = place.handler.entries
    #expect(entries.count > 10)
    let texts =
      entries.map { "\($0.message) \($0.metadata)" } + place.metrics.counters.map { "\($0.dimensions)" }
      + place.tracer.finishedSpans.map { "\($0.attributes)" }
    for canary in ["canary-access", "canary-refresh", "canary-code", "canary-client-secret"] {
      #expect(!texts.contains { $0.contains(canary) }, "\(canary)")
    }
    // What a user is called is for those who look closely.
    let named = entries.filter { "\($0.message)".contains("Ada Canary") }
    #expect(named.allSatisfy { $0.level <= .debug } && place.spans.allSatisfy { !$0.contains("Ada") })
  }

  @Test("steps are logged at their level; each part is off unless it is given, and who listened before still does")
  func parts() async throws {
    let quiet = try Place(level: .info)
    _ = try await quiet.signIn()
    #expect(quiet.handler.entries.allSatisfy { $0.level >= .info } && quiet.ends == ["info sign_in completed"])
    #expect(quiet.desk.steps.withLock(\.self).contains(.requestSent))

    let other = try Place()
    let silent = other.plain.reporting()
    _ = try await silent.begin(other.provider, as: other.client)
    #expect(other.handler.entries.isEmpty && other.metrics.counters.isEmpty && other.tracer.finishedSpans.isEmpty)
    #expect(other.desk.steps.withLock(\.self).contains(.signInBegan))
  }

  @Test("what is only of use to one who looks for a fault is no warning; what a store loses is an error")
  func levels() {
    for name in Event.Name.allCases {
      let isQuiet = ![.callbackIgnored, .tolerated, .scopesDiffer, .requestPostponed, .unidentified, .clocksDiffer]
        .contains(name)
      #expect((Logger.Level(of: name) <= .debug) == isQuiet, "\(name)")
    }
    let errors = OAuthError.Category.allCases.filter { Logger.Level(of: $0) == .error }
    #expect(errors == [.configuration, .unverified, .storage])
    #expect(Logger.Level(of: OAuthError.Category.denied) == .info)
  }
}
