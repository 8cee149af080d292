import HTTPTypes
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// A server's side of proofs: what comes without a good one, or with one that was used, is refused.
///
/// RFC 9449 §4.3, §8 and §9.
final class ProofGate: Sendable {
  struct State {
    var history = DPoPProofHistory()
    /// The nonces that are taken; nil for a server that wants none.
    var nonces: Set<String>?
    /// The server's clock.
    var now = Example.now
    /// The proofs that passed.
    var passed: [DPoPProof] = []
  }

  let state: Lock<State>
  private let role: DPoPNonces.Role

  init(_ role: DPoPNonces.Role, nonces: Set<String>? = nil, now: Instant = Example.now) {
    self.role = role
    state = Lock(State(nonces: nonces, now: now))
  }

  var passed: [DPoPProof] { state.withLock(\.passed) }

  /// The refusal of a request; nil for one that passes.
  func refusal(of request: RequestMessage, token: Secret? = nil) -> ResponseMessage? {
    state.withLock { state in
      do throws(OAuthError) {
        let proof = try DPoPProof(reading: request)
        try proof.verify(for: request, token: token, nonces: state.nonces, at: state.now)
        try state.history.take(proof, at: state.now)
        state.passed.append(proof)
        return nil
      } catch {
        guard error.code == .nonceNeeded, let nonce = state.nonces?.sorted().first else { return refusal(error) }
        return try? DPoPNonceDemand(nonce, as: role).response()
      }
    }
  }

  private func refusal(_ error: OAuthError) -> ResponseMessage {
    switch role {
    case .authorizationServer: TokenErrorResponse("invalid_dpop_proof", description: error.code.rawValue).response()
    case .resourceServer: ResourceChallenge(.invalidProof, type: .dpop).response()
    }
  }
}

extension RequestMessage {
  /// The proofs that a request carries.
  var proofs: [String] { HTTPField.Name("DPoP").map { head.headerFields[values: $0] } ?? [] }
}
