import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

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
  private func outcomes(of reasons: [ProofAttempts.Reason], ahead: Int64, shown: String? = nil) -> [String] {
    var (servers, attempts) = (servers(ahead: ahead), ProofAttempts())
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

  @Test("a refusal for the time by a server whose clock is ours is no reason")
  func sameClock() { #expect(outcomes(of: [.time], ahead: 0) == ["false 0"]) }
}
