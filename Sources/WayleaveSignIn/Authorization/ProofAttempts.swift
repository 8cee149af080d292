package import WayleaveOAuth2
package import WayleaveWire

/// For which reasons a request with a proof or an assertion is made again: each nonce that is new, and once its time.
///
/// RFC 9449 §8 and §9: what was demanded or refused was not carried out. A server that demands another nonce each time is
/// asked three times. A value without effects: what is known of servers is handed in.
package struct ProofAttempts: Sendable {
  /// What an answer says of the proof that it does not take.
  package enum Reason: Sendable {
    /// It must have this nonce.
    case nonce(String)
    /// Its time may be wrong.
    case time
  }

  private enum Clock {
    /// As it was known before the request.
    case known
    /// Taken from the answer that demanded a nonce.
    case ofDemand
    /// Another one was tried.
    case tried
  }

  /// How many demands for a nonce are met.
  package static let maximumDemands = 2

  private var nonces: Set<String> = []
  private var demands = 0
  private var clock = Clock.known
  private let datesByDemand: Bool

  /// The attempts of a request that was not sent yet.
  ///
  /// `datesByDemand` is false where no one remembers them: what a demand's date led to could not be taken back then.
  package init(datesByDemand: Bool = true) { self.datesByDemand = datesByDemand }

  /// Takes note of the nonce that an attempt shows: a demand for the same one is not met.
  package mutating func show(_ nonce: String?) { if let nonce { nonces.insert(nonce) } }

  /// Whether the request is made again with what the answer says; the clock of the server is taken from it.
  ///
  /// A demand for a nonce has a `Date` as well, by which the next proof is dated. Where that was no better, the next is dated
  /// by our own clock.
  package mutating func take(
    _ reason: Reason, at origin: Origin, correcting servers: inout ServerKnowledge
  ) -> Bool {
    switch (reason, clock) {
    case (.nonce(let nonce), _):
      guard demands < Self.maximumDemands, nonces.insert(nonce).inserted else { return false }
      demands += 1
      if datesByDemand, clock == .known, servers.correct(at: origin) { clock = .ofDemand }
      return true
    case (.time, .known):
      guard servers.correct(at: origin) else { return false }
      clock = .tried
      return true
    case (.time, .ofDemand):
      clock = .tried
      return servers.forgetCorrection(at: origin)
    case (.time, .tried):
      _ = servers.forgetCorrection(at: origin)
      return false
    }
  }

  /// Whether both clocks were tried, ours and the server's: the time is not why the last attempt was refused.
  package var hasTriedClocks: Bool { clock == .tried }

  /// Whether an agent, which knows the clocks and all other reasons, is asked for the request again.
  package mutating func takeAny(_ response: ResponseMessage) -> Bool {
    guard case .nonce(let nonce)? = Reason(refusedBy: response) else { return takeTime { true } }
    guard demands < Self.maximumDemands, nonces.insert(nonce).inserted else { return false }
    demands += 1
    return true
  }

  /// Whether the request is signed again by another clock; `correct` takes that from the answer.
  package mutating func takeTime(correcting correct: () -> Bool) -> Bool {
    guard clock == .known, correct() else { return false }
    clock = .tried
    return true
  }
}

extension ProofAttempts.Reason {
  /// Why an API refuses a proof; nil where it does not, or says nothing that another one could meet.
  ///
  /// RFC 9449 §7.1 and §9.
  package init?(refusedBy response: ResponseMessage) {
    if let demand = DPoPNonceDemand(reading: response, as: .resourceServer) {
      self = .nonce(demand.nonce)
    } else if ResourceChallenge(reading: response)?.failure == .invalidProof {
      self = .time
    } else {
      return nil
    }
  }
}
