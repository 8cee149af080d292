import Foundation
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples
@testable import WayleaveSignIn

/// A sign-in that waits at a loopback listener for the state `S`, and remembers what it was asked and told.
final class WaitingSignIn: Sendable {
  let session: any CallbackSession
  let port: UInt16
  /// The code of what ended the waiting; nil when a callback did.
  let outcome: Task<OAuthError.Code?, Never>
  private let record: Record
  private let mode: ResponseMode?

  final class Record: Sendable {
    let asked = Lock<[String]>([])
    let notices = Lock<[LoopbackNotice]>([])
    let end = Lock<ContinuousClock.Instant?>(nil)
  }

  /// The callback that the sign-in waits for.
  static let callback = "/cb?code=A&state=S"

  init(
    at text: String = "http://127.0.0.1/cb", timeout: Duration = .seconds(60), thinking: Duration = .zero,
    browser: BrowserLauncher? = nil, url: String = "https://provider.example/authorize", mode: ResponseMode? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws {
    self.mode = mode
    let record = Record()
    self.record = record
    var agent = LoopbackSource(app: "Read<er>", browser: browser) { notice in
      record.notices.withLock { $0.append(notice) }
    }
    agent.now = now
    let session = try await agent.prepare(for: [try RedirectURI(text)])
    self.session = session
    port = try #require(session.redirectURI.url.port)
    let page = AuthorizationPage(
      url: try AbsoluteURL(url.replacingOccurrences(of: "{redirect}", with: session.redirectURI.text)),
      provider: try Provider(name: "example", title: "B&O", service: .issuer(AbsoluteURL("https://provider.example"))),
      responseMode: mode ?? .query)
    outcome = Task {
      let outcome = await code {
        for try await callback in session.callbacks(for: page, until: .now + timeout) {
          record.asked.withLock { $0.append(callback.text) }
          if thinking > .zero { try? await Task.sleep(for: thinking) }
          let answer = try Self.answer(to: callback.text)
          await callback.answer(answer)
          if Said(answer) != .ignored { return }
        }
        throw OAuthError.cancelled()
      }
      record.end.withLock { $0 = .now }
      return outcome
    }
  }

  var asked: [String] { record.asked.withLock { $0 } }
  var notices: [LoopbackNotice] { record.notices.withLock { $0 } }
  var ended: ContinuousClock.Instant? { record.end.withLock { $0 } }

  var authority: String { session.redirectURI.url.authority ?? "" }

  /// Sends a request as a browser would.
  func get(_ target: String, address: String = "127.0.0.1") async throws -> RawReply? {
    try await exchange(
      "GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nSec-Fetch-Mode: navigate\r\n\r\n", address: address)
  }

  /// Sends bytes as they are, `{host}` being our own authority.
  func exchange(_ text: String, address: String = "127.0.0.1") async throws -> RawReply? {
    let client = try RawClient(port: port, address: address)
    client.send(text.replacingOccurrences(of: "{host}", with: authority))
    return await client.readToEnd()
  }

  /// Brings the sign-in to its good end and closes it: what every refusal must leave possible.
  func finish() async throws {
    let isPosted = mode == .formPost || mode == .formPostJWT
    let form = LoopbackFormTests.post(to: session.redirectURI.url.pathAndQuery)
    #expect(try await (isPosted ? exchange(form) : get(Self.callback))?.status == 200)
    #expect(await outcome.value == nil)
    await session.close()
  }

  private static func answer(to callback: String) throws -> CallbackAnswer {
    let pairs = callback.split(separator: "?").last?.split(separator: "&").map(String.init) ?? []
    guard pairs.contains("state=S") else { return .ignored }
    if pairs.contains("error=access_denied") { return .denied(.stateMismatch(received: nil)) }
    guard pairs.contains(where: { $0.hasPrefix("code=") && $0.count > 5 }) else {
      return .failed(.stateMismatch(received: nil))
    }
    var stored = try StoredCredential.sample(.alice)
    stored.identity = Identity(issuer: Issuer("https://provider.example"), subject: "7", displayName: "Ada <3")
    return .completed(
      SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil, replaced: nil, refusedName: nil))
  }
}

extension LoopbackPage {
  /// The pages of a ``WaitingSignIn``.
  static let accepted = LoopbackPage(.completed(user: "Ada <3"), naming: names)
  static let denied = LoopbackPage(.denied, naming: names)
  static let failed = LoopbackPage(.failed(OAuthError.stateMismatch(received: nil).message), naming: names)
  static let ignored = LoopbackPage(.ignored, naming: names)

  private static let names = Names(app: "Read<er>", provider: "B&O")
}
