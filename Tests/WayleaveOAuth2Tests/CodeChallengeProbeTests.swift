import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7636 §4.6 and RFC 9700 §4.8.2: a server heeds the verifier, and one that does not is found out")
struct CodeChallengeProbeTests {
  /// How a token endpoint looks at verifiers.
  enum Server: CaseIterable {
    case heeding, takingAnyVerifier, takingNoVerifier, takingVerifierWithoutChallenge

    func answer(_ request: RequestMessage, to challenge: CodeChallenge?) throws -> ResponseMessage {
      let grant = try AuthorizationCodeGrant(reading: request.bodyForm)
      guard grant.isVerified(for: challenge) || isBlind(to: grant, challenge) else {
        return TokenErrorResponse("invalid_grant").response()
      }
      return TokenResponse(accessToken: Secret("given"), tokenType: "Bearer").response()
    }

    private func isBlind(to grant: AuthorizationCodeGrant, _ challenge: CodeChallenge?) -> Bool {
      switch self {
      case .heeding: false
      case .takingAnyVerifier: grant.verifier != nil && challenge != nil
      case .takingNoVerifier: grant.verifier == nil
      case .takingVerifierWithoutChallenge: grant.verifier != nil && challenge == nil
      }
    }
  }

  private func finding(
    of trial: CodeChallengeProbe.Trial, at server: Server, to challenge: CodeChallenge?
  ) throws -> CodeChallengeProbe.Finding {
    var random = SeededGenerator()
    let probe = CodeChallengeProbe(
      trial, code: Secret("fresh"), redirectURI: try RedirectURI("https://app.example/cb"), using: &random)
    let client = try Client(id: "prober", secret: Secret("canary-secret"))
    let request = try probe.request(to: Endpoint("https://as.example/token"), as: client)
    #expect(try AuthorizationCodeGrant(reading: request.bodyForm).code == Secret("fresh"))
    return CodeChallengeProbe.finding(in: try server.answer(request, to: challenge))
  }

  @Test(
    "attack 16: a server that ignores PKCE gives tokens to the wrong verifier, or to none, and that is a finding",
    arguments: Server.allCases, [true, false])
  func findings(server: Server, isChallenged: Bool) throws {
    let challenge = isChallenged ? try CodeChallenge(of: CodeVerifier(Secret(String(repeating: "v", count: 43)))) : nil
    let another = try finding(of: .anotherVerifier, at: server, to: challenge)
    let ignoresAnother =
      server == .takingAnyVerifier && isChallenged || server == .takingVerifierWithoutChallenge && !isChallenged
    #expect(isIgnored(another) == ignoresAnother)
    #expect((another == .heeded) == !ignoresAnother)
    guard isChallenged else { return }
    #expect(isIgnored(try finding(of: .noVerifier, at: server, to: challenge)) == (server == .takingNoVerifier))
  }

  @Test(
    "attack 16: an answer that says nothing of PKCE is no finding",
    arguments: [
      (TokenErrorResponse("invalid_client").response(), false),
      (TokenErrorResponse("unauthorized_client").response(), false),
      (ResponseMessage(HTTPResponse(status: .serviceUnavailable)), false), (ResponseMessage(.ok, json: [:]), false),
      (TokenErrorResponse("invalid_request").response(), true), (TokenErrorResponse("invalid_grant").response(), true),
    ])
  func unclear(answer: ResponseMessage, isHeeded: Bool) {
    let finding = CodeChallengeProbe.finding(in: answer)
    #expect((finding == .heeded) == isHeeded && !isIgnored(finding))
  }

  @Test("7636-7: a verifier where no challenge was asked with is refused, and a challenge without its verifier too")
  func verifierWithoutChallenge() throws {
    let verifier = try CodeVerifier(Secret(String(repeating: "v", count: 43)))
    let other = try CodeVerifier(Secret(String(repeating: "w", count: 43)))
    func grant(_ verifier: CodeVerifier?) -> AuthorizationCodeGrant {
      AuthorizationCodeGrant(code: Secret("c"), verifier: verifier, redirectURI: nil)
    }
    #expect(!grant(verifier).isVerified(for: nil))
    #expect(!grant(nil).isVerified(for: CodeChallenge(of: verifier)))
    #expect(!grant(other).isVerified(for: CodeChallenge(of: verifier)))
    #expect(grant(verifier).isVerified(for: CodeChallenge(of: verifier)) && grant(nil).isVerified(for: nil))
  }

  private func isIgnored(_ finding: CodeChallengeProbe.Finding) -> Bool {
    guard case .ignored(let tokens) = finding else { return false }
    return tokens.accessToken == Secret("given")
  }
}
