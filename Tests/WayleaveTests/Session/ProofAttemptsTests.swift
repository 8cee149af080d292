import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("102, 155: for which reasons a request with a proof is made again")
struct ProofAttemptsTests {
  private let origin: Origin

  init() throws { origin = try Origin("https://as.example") }

  private func servers(ahead seconds: Int64) -> ServerKnowledge {
    var servers = ServerKnowledge()
    servers.learn(
      from: .refusingTimestamp(at: Example.now + seconds), of: origin, as: .authorizationServer, at: Example.now)
    return servers
  }

  /// What comes of the refusals of one request: whether each is a reason, and the correction after it in seconds.
  private func outcomes(
    of reasons: [ProofAttempts.Reason], ahead: Int64, shown: String? = nil, datesByDemand: Bool = true
  )
    -> [String]
  {
    var (servers, attempts) = (servers(ahead: ahead), ProofAttempts(datesByDemand: datesByDemand))
    attempts.show(shown)
    return reasons.map { reason in
      let isTaken = attempts.take(reason, at: origin, correcting: &servers)
      return "\(isTaken) \(servers.correction(at: origin).wholeSeconds)"
    }
  }

  @Test("RFC 9449 §8: two new nonces are met; a third one, and one that was shown, are not")
  func nonces() {
    let reasons = ["known", "a", "a", "b", "c"].map(ProofAttempts.Reason.nonce)
    #expect(outcomes(of: reasons, ahead: 0, shown: "known") == ["false 0", "true 0", "false 0", "true 0", "false 0"])
  }

  @Test("a clock that did not help is forgotten after the second refusal")
  func forgotten() {
    #expect(outcomes(of: [.time, .time], ahead: 600) == ["true 600", "false 0"])
  }

  @Test("a clock taken from a demand for a nonce that did not help gives way to our own, once")
  func ofDemand() {
    #expect(outcomes(of: [.nonce("a"), .time, .time], ahead: 600) == ["true 600", "true 0", "false 0"])
  }

  @Test(
    "clocks that are apart are named, and not blamed: what the server's own clock dated was refused as well",
    arguments: [(0, 1, nil), (120, 2, "2 minutes apart"), (1200, 2, "20 minutes apart")] as [(Int64, Int, String?)])
  func blamed(ahead: Int64, sent: Int, says: String?) throws {
    guard case .oauth2(let service) = try Example.provider().service else { throw OAuthError.outOfOrder("OAuth 2") }
    let request = AuthorizationServerRequest(
      to: try Endpoint("https://as.example/token"), of: service, as: try Example.client(),
      proving: try DPoPKey(JSONWebKey.generate(for: .es256)),
      by: { (endpoint, _, _) throws(OAuthError) in RequestMessage(.post, to: endpoint.url) })
    var response = TokenErrorResponse("invalid_dpop_proof").response()
    response.head.headerFields[.date] =
      ResponseMessage.refusingTimestamp(at: Example.now + ahead).head.headerFields[.date]
    var (attempts, servers, random) = (ServerAttempts(request), ServerKnowledge(), SeededGenerator())
    _ = try attempts.first(knowing: servers, at: Example.now, using: &random)
    var count = 1
    while try attempts.next(after: response, learning: &servers, at: Example.now, using: &random) != nil { count += 1 }
    #expect(count == sent)
    let refused = OAuthError(
      .invalidValue, message: "It is refused.", rule: .rfc(6749, "5.2"), remedy: "Try again.",
      refusal: ProviderRefusal(reading: response))
    #expect(refused.refusal?.error == "invalid_dpop_proof")
    let error = attempts.explained(refused, knowing: servers)
    guard let says else { return #expect(error.remedy == refused.remedy) }
    let remedy = error.remedy.description
    #expect(remedy.contains(says) && remedy.contains("another reason") && !remedy.contains("is wrong"), "\(remedy)")
  }

  @Test("where no one remembers the attempts, a nonce is met without the server's date, and the time is tried once")
  func undated() {
    let outcomes = outcomes(of: [.nonce("a"), .time, .time], ahead: 600, datesByDemand: false)
    #expect(outcomes == ["true 0", "true 600", "false 0"])
  }

  @Test("a refusal for the time by a server whose clock is ours is no reason")
  func sameClock() { #expect(outcomes(of: [.time], ahead: 0) == ["false 0"]) }
}
