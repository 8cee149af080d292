import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6585 §4 and RFC 9110 §15.6.4: an API that is busy")
struct BackOffTests {
  @Test("the request is sent again when the server says, and that is reported", arguments: [429, 503])
  func retryAfter(status: Int) async throws {
    let (scene, session, pauses) = try await busy(status, times: 2, retryAfter: "7")
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(pauses.all == [.seconds(7), .seconds(7)])
    #expect(scene.server.paths == ["/x", "/x", "/x"])
    #expect(scene.eventNames.filter { $0 == .requestPostponed }.count == 2)
  }

  @Test("102: a date is taken by the server's clock")
  func date() async throws {
    let (scene, session, pauses) = try await busy(503, times: 1, retryAfter: "Tue, 14 Nov 2023 22:13:50 GMT")
    scene.server.setDate(Example.now + 20)
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(pauses.all == [.seconds(10)])
  }

  @Test("without a word from the server the pauses double, and no two need be alike")
  func ownPauses() async throws {
    let (scene, session, pauses) = try await busy(429, times: 9, retryAfter: nil)
    #expect(try await session.get("https://api.example/x").status == 429)
    let waited = pauses.all
    #expect(waited.count == 3 && scene.server.requests.count == 4)
    for (number, pause) in waited.enumerated() {
      #expect((.milliseconds(500 << number) ... .milliseconds(1000 << number)).contains(pause))
    }
  }

  @Test(
    "84: only what may be repeated is: a POST and a PATCH are not",
    arguments: [
      (.get, 2), (.head, 2), (.options, 2), (.put, 2), (.delete, 2), (.trace, 2), (.post, 1), (.patch, 1),
    ] as [(HTTPRequest.Method, Int)])
  func methods(method: HTTPRequest.Method, requests: Int) async throws {
    let (scene, session, _) = try await busy(503, times: 1, retryAfter: "1")
    var request = RequestMessage(method, to: try AbsoluteURL("https://api.example/x"))
    request.body = method == .put ? Array("body".utf8) : []
    let status = try await session.send(request).status
    #expect(status == (requests == 2 ? 200 : 503))
    #expect(scene.server.requests.count == requests)
    #expect(scene.server.requests.allSatisfy { $0.body == request.body })
  }

  @Test("other troubles are the caller's at once", arguments: [500, 502, 504, 400, 404])
  func others(status: Int) async throws {
    let (scene, session, pauses) = try await busy(status, times: 1, retryAfter: "1")
    #expect(try await session.get("https://api.example/x").status == status)
    #expect(scene.server.requests.count == 1 && pauses.all.isEmpty)
  }

  @Test(
    "87: a wait beyond the deadline is not begun: the caller has the answer at once",
    arguments: ["61", "3600", "99999999999999999999"])
  func beyondDeadline(retryAfter: String) async throws {
    let (scene, session, pauses) = try await busy(503, times: 1, retryAfter: retryAfter)
    #expect(try await session.get("https://api.example/x").status == 503)
    #expect(scene.server.requests.count == 1 && pauses.all.isEmpty)
  }

  @Test("87: a wait that is negative or past is a second", arguments: ["-9", "0", "Sun, 06 Nov 1994 08:49:37 GMT"])
  func shortest(retryAfter: String) async throws {
    let (_, session, pauses) = try await busy(503, times: 1, retryAfter: retryAfter)
    #expect(try await session.get("https://api.example/x").status == 200)
    #expect(pauses.all == [.seconds(1)])
  }

  @Test("a caller who is cancelled while waiting waits no longer, and nothing is sent again")
  func cancelled() async throws {
    let scene = Scene()
    scene.server.setFault { _ in Self.answer(503, retryAfter: "30") }
    let session = scene.accounts().session(for: try await scene.hold(expiresIn: 3600))
    let task = Task { await code { _ = try await session.get("https://api.example/x") } }
    while !scene.eventNames.contains(.requestPostponed) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(scene.server.requests.count == 1)
  }

  @Test("a bound token has another proof each time")
  func proofs() async throws {
    let scene = Scene()
    let gate = ProofGate(.resourceServer)
    let count = Lock(0)
    scene.server.setFault { request in
      if let refusal = gate.refusal(of: request, token: Secret("canary-access-0")) { return refusal }
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      return isFirst ? Self.answer(429, retryAfter: "1") : nil
    }
    var accounts = scene.accounts()
    accounts.exchange.pause = { _ in }
    let account = try await scene.hold(expiresIn: 3600, proofKey: DPoPKey.generate())
    #expect(try await accounts.session(for: account).get("https://api.example/x").status == 200)
    #expect(Set(gate.passed.map(\.id)).count == 2)
  }

  private static func answer(_ status: Int, retryAfter: String?) -> ResponseMessage {
    var answer = ResponseMessage(HTTPResponse(status: .init(code: status)))
    answer.head.headerFields[.retryAfter] = retryAfter
    return answer
  }

  /// An API that answers so the first times, and what was waited, which takes no time.
  private func busy(
    _ status: Int, times: Int, retryAfter: String?
  ) async throws -> (Scene, AuthorizedSession, Pauses) {
    let scene = Scene()
    let left = Lock(times)
    scene.server.setFault { _ in
      let isBusy = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isBusy ? Self.answer(status, retryAfter: retryAfter) : nil
    }
    let pauses = Pauses()
    var accounts = scene.accounts()
    accounts.exchange.pause = { pause in pauses.add(pause) }
    return (scene, accounts.session(for: try await scene.hold(expiresIn: 3600)), pauses)
  }
}

/// What was waited.
final class Pauses: Sendable {
  private let pauses = Lock<[Duration]>([])

  func add(_ pause: Duration) { pauses.withLock { $0.append(pause) } }

  var all: [Duration] { pauses.withLock { $0 } }
}
