import HTTPTypes
import Testing
@testable import Wayleave
@testable import WayleaveExamples
import WayleaveWire

@Suite("What a person reads when a server cannot be reached")
struct NetworkMessageTests {
  private static let failures: [(TransportFailure, OAuthError.Code, String)] = [
    (.notSent(.refused), .connectionRefused, "Cannot reach api.example.com:8443: connection refused."),
    (.notSent(.unknownHost), .hostNotFound, "Cannot reach api.example.com:8443: the name was not found."),
    (.notSent(.noRoute), .unreachable, "Cannot reach api.example.com:8443: no network leads there."),
    (
      .notSent(.certificateName), .certificateName,
      "api.example.com:8443 showed a certificate for another name. Nothing was sent to it."
    ),
    (
      .notSent(.certificateTrust), .certificateTrust,
      "api.example.com:8443 showed a certificate that is not trusted here, or has expired. Nothing was sent to it."
    ),
    (
      .notSent(.proxy("proxy.example:3128", .refused)), .proxyFailed,
      "Cannot reach api.example.com:8443 through the proxy proxy.example:3128: connection refused."
    ),
    (.timedOut(wasSent: false), .networkTimedOut, "api.example.com:8443 did not answer in time."),
    (
      .answerLost(.reset), .outcomeUnknown,
      "api.example.com:8443 received the request, but its answer did not arrive: the connection ended too early."
    ),
    (
      .answerCut(.reset), .outcomeUnknown,
      "The answer of api.example.com:8443 was cut off: the connection ended too early."
    ),
    (
      .tooLarge(maximum: 10), .answerTooLarge,
      "The answer of api.example.com:8443 is larger than the 10 bytes allowed."
    ),
  ]

  // FS18
  @Test("each cause has its code and one sentence that names the host and the cause", arguments: failures)
  func sentences(failure: TransportFailure, code: OAuthError.Code, sentence: String) {
    let error = OAuthError.exchangeFailed(failure, at: "https://api.example.com:8443/token?code=canary")
    #expect(error.code == code)
    #expect(error.message == sentence)
    #expect(!"\(error)".contains("canary"))
  }

  @Test(
    "where a server on this machine speaks no TLS, its URL with http is named; of no other server",
    arguments: [
      ("https://127.0.0.1:8080/a", TransportFailure.Cause.tls("no TLS"), true),
      ("https://localhost:8080", .tls("no TLS"), true), ("https://127.0.0.1:8080", .reset, false),
      ("https://api.example.com:8443/", .tls("no TLS"), false),
    ] as [(String, TransportFailure.Cause, Bool)])
  func plainHTTP(url: String, cause: TransportFailure.Cause, isNamed: Bool) throws {
    let remedy = OAuthError.exchangeFailed(TransportFailure.notSent(cause), at: url).remedy.description
    let host = try #require(Origin(of: AbsoluteURL(url)))
    #expect(remedy.contains("http://\("\(host)".dropFirst("https://".count)).") == isNamed, "\(remedy)")
  }

  @Test(
    "H7: of a request that changes nothing it is not said that the server has acted",
    arguments: [.answerLost(.reset), .answerCut(.reset), .timedOut(wasSent: true)] as [TransportFailure])
  func safe(failure: TransportFailure) {
    let words = { (isChange: Bool) in
      OAuthError.exchangeFailed(failure, at: "https://api.example.com/", changing: isChange).remedy.description
    }
    #expect(words(true).contains("acted") && words(true).contains("sign in again"))
    #expect(!words(false).contains("acted") && !words(false).contains("sign in") && words(false).contains("Try again."))
  }

  @Test(
    "H7: a request of an account says so by its method: RFC 9110 §9.2.1",
    arguments: [(.get, false), (.head, false), (.post, true), (.delete, true)] as [(HTTPRequest.Method, Bool)])
  func ofSession(method: HTTPRequest.Method, isChange: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.server.setFault { _ in throw TransportFailure.answerCut(.reset) }
    let request = RequestMessage(method, to: try AbsoluteURL("https://api.example/v1"))
    let session = scene.accounts().session(for: account)
    let error = await #expect(throws: OAuthError.self) { try await session.send(request) }
    #expect(error?.code == .outcomeUnknown)
    #expect(error?.remedy.description.contains("acted") == isChange, "\(String(describing: error))")
  }

  @Test("P5: a process that wakes late has a moment to read what came meanwhile; one that wakes in time has none")
  func moreTime() {
    for (late, has) in [(0, false), (999, false), (1000, true), (3_600_000, true)] {
      #expect((ExchangeLimits.moreTime(wakingLateBy: .milliseconds(late)) != nil) == has, "\(late)")
    }
  }
}
