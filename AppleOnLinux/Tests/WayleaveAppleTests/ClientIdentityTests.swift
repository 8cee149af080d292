import Foundation
import FoundationNetworking
import HTTPTypes
import Security
import Synchronization
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
@testable import WayleaveTesting
import WayleaveWire

@Suite("RFC 8705 §2: URLSession shows the identity of the client", .timeLimit(.minutes(1)))
struct ClientIdentityTests {
  static let server = "https://server.example:8443"

  @Test func `the server that asks for a certificate sees the identity that was chosen for it`() throws {
    let (identity, answer) = try answer(to: Challenge())
    #expect(answer.disposition == .useCredential)
    #expect(answer.credential?.identity === identity && answer.credential?.certificates.count == 1)
    #expect(answer.credential?.persistence == URLCredential.Persistence.none)
  }

  @Test(arguments: [
    Challenge(host: "other.example"), Challenge(host: "sub.server.example"), Challenge(port: 443),
    Challenge(scheme: "http"),
  ])
  func `another server sees nothing`(challenge: Challenge) throws {
    let (_, answer) = try answer(to: challenge)
    #expect(answer.disposition == .rejectProtectionSpace && answer.credential == nil)
  }

  @Test(arguments: [
    NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodDefault,
    "NSURLAuthenticationMethodNegotiate", "NSURLAuthenticationMethodNTLM",
  ])
  func `a server that asks for something else sees nothing`(method: String) throws {
    let (_, answer) = try answer(to: Challenge(method: method))
    #expect(answer.disposition == .rejectProtectionSpace && answer.credential == nil)
  }

  @Test func `a server that has refused the identity is not shown it again`() throws {
    let (_, answer) = try answer(to: Challenge(failures: 1))
    #expect(answer.disposition == .rejectProtectionSpace && answer.credential == nil)
  }

  @Test func `who the server is, the system decides`() throws {
    let (_, answer) = try answer(to: Challenge(method: "NSURLAuthenticationMethodServerTrust"))
    #expect(answer.disposition == .performDefaultHandling && answer.credential == nil)
  }

  @Test(arguments: [ChallengeAnswer.clientCertificate, NSURLAuthenticationMethodHTTPBasic])
  func `a proxy gets what the system has for it, and never the identity`(method: String) throws {
    let (_, answer) = try answer(to: Challenge(method: method, isProxy: true))
    #expect(answer.disposition == .performDefaultHandling && answer.credential == nil)
  }

  @Test func `without an identity nothing is shown`() throws {
    let answer = try URLSessionExchanges(showing: nil).answer(to: Challenge())
    #expect(answer.disposition == .rejectProtectionSpace && answer.credential == nil)
  }

  @Test func `an address of IPv6 is the same with brackets and without`() throws {
    let identity = ShownIdentity(identity: try .example("a"), server: try Origin("https://[::1]:8443"))
    let answer = try URLSessionExchanges(showing: identity).answer(to: Challenge(host: "::1"))
    #expect(answer.disposition == .useCredential)
  }

  @Test func `the thumbprint is the SHA-256 of the certificate`() throws {
    let identity = try ClientIdentity(SecIdentity(standIn: SecCertificate(standIn: Data("abc".utf8))))
    // FIPS 180-4: the SHA-256 of “abc”.
    #expect(identity.thumbprint.text == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  }

  @Test func `an identity without its certificate is refused, and the error names the rule`() throws {
    let error = #expect(throws: OAuthError.self) { try ClientIdentity(SecIdentity(standIn: nil)) }
    #expect(error?.code == .unsupportedKey && error?.rule == .rfc(8705, "2"))
  }

  @Test func `requests share a connection where they show the same identity to the same server`() throws {
    let lanes = URLSessionLanes()
    let (one, same) = (try ClientIdentity.example("1"), try ClientIdentity.example("1"))
    let two = try ClientIdentity.example("2")
    let (here, there) = (try Origin(Self.server), try Origin("https://api.example"))
    let lane = lanes.lane(showing: ShownIdentity(identity: one, server: here))
    #expect(lane === lanes.lane(showing: ShownIdentity(identity: same, server: here)))
    #expect(lane !== lanes.lane(showing: ShownIdentity(identity: two, server: here)))
    #expect(lane !== lanes.lane(showing: ShownIdentity(identity: one, server: there)))
    #expect(lane !== lanes.lane(showing: nil) && lanes.lane(showing: nil) === lanes.lane(showing: nil))
  }

  @Test func `however many servers are named, few connections are kept`() throws {
    let lanes = URLSessionLanes()
    let identity = try ClientIdentity.example("1")
    weak let first = lanes.lane(showing: ShownIdentity(identity: identity, server: try Origin("https://0.example")))
    #expect(first != nil)
    for number in 1...URLSessionLanes.maximum {
      _ = lanes.lane(showing: ShownIdentity(identity: identity, server: try Origin("https://\(number).example")))
    }
    #expect(first == nil)
  }

  @Test func `without TLS no identity is asked for, and a redirect is followed to no one`() async throws {
    let asked = Mutex<[Origin]>([])
    let transport = URLSessionTransport { origin in
      asked.withLock { $0.append(origin) }
      return nil
    }
    let head = "HTTP/1.1 302 Found\r\nLocation: \(Self.server)/token\r\nContent-Length: 0\r\n\r\n"
    try await ScriptedServer.answering(.send(head)) { server in
      let limits = ExchangeLimits.within(.seconds(10), maximumBodySize: 100)
      for method in [HTTPRequest.Method.get, .post] {
        let answer = try await transport.send(RequestMessage(method, to: server.url()), within: limits)
        #expect(answer.status == 302)
      }
      #expect(asked.withLock(\.self).isEmpty)
    }
    // A server of https is asked about, before anything is sent: no one listens there.
    _ = try? await transport.send(
      RequestMessage(.post, to: AbsoluteURL("https://127.0.0.1:1/token")),
      within: .within(.seconds(10), maximumBodySize: 100))
    #expect(asked.withLock(\.self) == [try Origin("https://127.0.0.1:1")])
  }

  private func answer(to challenge: Challenge) throws -> (identity: SecIdentity, answer: Challenge.Answer) {
    let certificate = SecCertificate(standIn: Data("own".utf8))
    let identity = SecIdentity(standIn: certificate)
    let shown = ShownIdentity(
      identity: try ClientIdentity(identity, intermediates: [SecCertificate(standIn: Data("authority".utf8))]),
      server: try Origin(Self.server))
    return (identity, try URLSessionExchanges(showing: shown).answer(to: challenge))
  }
}

/// A question of the system's, as it comes to the delegate.
struct Challenge: Sendable, CustomTestStringConvertible {
  /// What the delegate tells the system.
  struct Answer: Sendable {
    let disposition: URLSession.AuthChallengeDisposition
    let credential: URLCredential?
  }

  var method = ChallengeAnswer.clientCertificate
  var scheme = "https"
  var host = "server.example"
  var port = 8443
  var failures = 0
  var isProxy = false

  var testDescription: String { "\(method) of \(scheme)://\(host):\(port)" }

  fileprivate var system: URLAuthenticationChallenge {
    let space =
      isProxy
      ? URLProtectionSpace(proxyHost: host, port: port, type: scheme, realm: nil, authenticationMethod: method)
      : URLProtectionSpace(host: host, port: port, protocol: scheme, realm: nil, authenticationMethod: method)
    return URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: failures, failureResponse: nil, error: nil,
      sender: Sender())
  }
}

extension URLSessionExchanges {
  /// What it tells the system.
  fileprivate func answer(to challenge: Challenge) throws -> Challenge.Answer {
    let session = URLSession(configuration: .ephemeral)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: try #require(URL(string: "https://server.example:8443/")))
    let given = Mutex<Challenge.Answer?>(nil)
    urlSession(session, task: task, didReceive: challenge.system) { disposition, credential in
      given.withLock { $0 = Challenge.Answer(disposition: disposition, credential: credential) }
    }
    let answer = given.withLock { $0 }
    return try #require(answer)
  }
}

extension ClientIdentity {
  fileprivate static func example(_ name: String) throws -> ClientIdentity {
    try ClientIdentity(SecIdentity(standIn: SecCertificate(standIn: Data(name.utf8))))
  }
}

/// An older way to answer, which no one takes.
private final class Sender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
