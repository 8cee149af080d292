import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9449 §5, §8 and §10: a sign-in has its tokens bound to a key where the server takes proofs of one")
struct SignInBoundTests {
  @Test("9449-9, FAPI-3: the request names the key, pushed request and exchange prove it, and the tokens keep it")
  func bound() throws {
    var pushing = try self.pushing()
    let gate = ProofGate(.authorizationServer)
    let thumbprint = try #require(try pushing.pushed.dpopKeyThumbprint)
    #expect(gate.refusal(of: pushing.request) == nil)
    _ = try pushing.accept()
    pushing.signIn = try #require(SignIn(exposedJSON: try JSON(decoding: pushing.signIn.exposedJSON.encoded())))
    let exchange = try pushing.comeBack()
    #expect(gate.refusal(of: exchange) == nil)
    #expect(gate.passed.map(\.keyThumbprint) == [thumbprint, thumbprint])
    #expect(try tokens(after: try pushing.receive(answer("DPoP")))?.proofKey?.thumbprint == thumbprint)
  }

  @Test("a server that takes no proofs, or none by a key that we make, gets none, and may give no bound token")
  func unbound() throws {
    for algorithms in [[], [.ps256]] as [Set<SignatureAlgorithm>] {
      var pushing = try Pushing { $0.dpopAlgorithms = algorithms }
      #expect(try pushing.pushed.dpopKeyThumbprint == nil && pushing.request.proofs.isEmpty)
      _ = try pushing.accept()
      #expect(try pushing.comeBack().proofs.isEmpty)
      #expect(refusal { try pushing.receive(answer("DPoP")) } == .unsupportedTokenType)
    }
  }

  @Test("9449-7: a server that binds the tokens to nothing all the same has the key dropped")
  func bearer() throws {
    var pushing = try self.pushing()
    _ = try pushing.accept()
    _ = try pushing.comeBack()
    let tokens = try #require(try tokens(after: try pushing.receive(answer("Bearer"))))
    #expect(tokens.proofKey == nil && tokens.accessToken == Secret("canary-access"))
  }

  @Test(
    "9449-5 and 9449-6: a demand for a nonce is met once, with a fresh proof, and the nonce serves the next request")
  func nonce() throws {
    var pushing = try self.pushing()
    let gate = ProofGate(.authorizationServer, nonces: ["first-nonce"])
    let demand = try #require(gate.refusal(of: pushing.request))
    let second = try #require(sent(by: try pushing.receive(demand)))
    #expect(gate.refusal(of: second) == nil)
    #expect(try Pushing.pushed(in: second) == (try pushing.pushed))
    _ = try pushing.accept()
    #expect(gate.refusal(of: try pushing.comeBack()) == nil)
    #expect(gate.passed.map(\.nonce) == ["first-nonce", "first-nonce"])
  }

  @Test("9449-5: the exchange meets a demand too, and a new nonce of any answer replaces the old one")
  func renewedNonce() throws {
    var pushing = try self.pushing()
    var answer = PushedAuthorizationResponse(requestURI: Pushing.name, expiresIn: 60).response()
    answer.head.headerFields[try #require(.init("DPoP-Nonce"))] = "of-the-push"
    _ = try pushing.receive(answer)
    let gate = ProofGate(.authorizationServer, nonces: ["of-the-exchange"])
    let exchange = try pushing.comeBack()
    #expect(try DPoPProof(reading: exchange).nonce == "of-the-push")
    let demand = try #require(gate.refusal(of: exchange))
    let again = try #require(sent(by: try pushing.receive(demand)))
    #expect(gate.refusal(of: again) == nil)
    #expect(try again.bodyForm == exchange.bodyForm)
    #expect(try tokens(after: try pushing.receive(self.answer("DPoP"))) != nil)
  }

  @Test("91: where a bound token is demanded, a Bearer token and a server that takes no proofs are refused")
  func required() throws {
    let terms = SignIn.Terms(binding: .required)
    for (type, code) in [("DPoP", nil), ("Bearer", .tokenDowngraded)] as [(String, OAuthError.Code?)] {
      var pushing = try Pushing(terms: terms) { $0.dpopAlgorithms = [.es256] }
      _ = try pushing.accept()
      pushing.signIn = try #require(SignIn(exposedJSON: pushing.signIn.exposedJSON))
      _ = try pushing.comeBack()
      #expect(refusal { try pushing.receive(answer(type)) } == code)
    }
    #expect(refusal { try Pushing(terms: terms) } == .unsupported)
  }

  @Test("tokens that are to be handed on are bound to nothing, though the server offers it")
  func never() throws {
    let pushing = try Pushing(terms: .init(binding: .never)) { $0.dpopAlgorithms = [.es256] }
    #expect(try pushing.pushed.dpopKeyThumbprint == nil && pushing.request.proofs.isEmpty)
  }

  @Test("a third demand is a refusal, and so is a second one for the same nonce; it ends the sign-in")
  func nonceForEver() throws {
    for nonces in [["first", "second", "third"], ["first", "first"]] {
      var pushing = try self.pushing()
      for nonce in nonces.dropLast() {
        #expect(sent(by: try pushing.receive(try DPoPNonceDemand(nonce, as: .authorizationServer).response())) != nil)
      }
      let last = try DPoPNonceDemand(nonces[nonces.count - 1], as: .authorizationServer).response()
      #expect(refusal { try pushing.receive(last) } == .authorizationRefused)
      #expect(refusal { try pushing.accept() } == .outOfOrder)
    }
  }

  @Test("102: the Date of a demand for a nonce sets the time of the next proof")
  func clockOfDemand() throws {
    var pushing = try self.pushing()
    var demand = try DPoPNonceDemand("first", as: .authorizationServer).response()
    demand.head.headerFields[.date] =
      ResponseMessage.refusingTimestamp(at: Example.now + 120).head.headerFields[.date]
    let again = try #require(sent(by: try pushing.receive(demand)))
    let gate = ProofGate(.authorizationServer, nonces: ["first"], now: Example.now + 120)
    #expect(gate.refusal(of: again) == nil)
  }

  @Test("§10.1: a push whose proof is refused without a nonce is pushed once more with dpop_jkt alone")
  func withoutProof() throws {
    for status in [.badRequest, .forbidden] as [HTTPResponse.Status] {
      var pushing = try self.pushing()
      var refused = TokenErrorResponse("invalid_dpop_proof").response()
      refused.head.status = status
      let plain = try #require(sent(by: try pushing.receive(refused)))
      #expect(plain.proofs.isEmpty)
      #expect(try Pushing.pushed(in: plain).dpopKeyThumbprint != nil)
      _ = try pushing.accept()
      #expect(try pushing.comeBack().proofs.count == 1)
    }
  }

  @Test(
    "102: a proof that is refused for its time is made again once, by the server's clock, up to a day away",
    arguments: [(7200, true), (-7200, true), (90000, false), (0, false)] as [(Int64, Bool)])
  func clock(difference: Int64, isSentAgain: Bool) throws {
    var pushing = try self.pushing()
    var refused = TokenErrorResponse("invalid_dpop_proof").response()
    refused.head.headerFields[.date] =
      ResponseMessage.refusingTimestamp(at: Example.now + difference).head.headerFields[.date]
    if isSentAgain {
      let again = try #require(sent(by: try pushing.receive(refused)))
      #expect(ProofGate(.authorizationServer, now: Example.now + difference).refusal(of: again) == nil)
    }
    // The last attempt has no proof: the request names the key.
    #expect(try #require(sent(by: try pushing.receive(refused))).proofs.isEmpty)
    #expect(refusal { try pushing.receive(refused) } == .authorizationRefused)
  }

  @Test("102: a clock that comes with an answer that was taken changes nothing")
  func unasked() throws {
    var pushing = try self.pushing()
    var taken = PushedAuthorizationResponse(requestURI: Pushing.name, expiresIn: 60).response()
    taken.head.headerFields[.date] =
      ResponseMessage.refusingTimestamp(at: Example.now + 7200).head.headerFields[.date]
    _ = try pushing.receive(taken)
    #expect(ProofGate(.authorizationServer).refusal(of: try pushing.comeBack()) == nil)
  }

  @Test("§10: without a pushed request the address names the key")
  func address() throws {
    let request = try WaitingForCode(at: try Example.provider { $0.dpopAlgorithms = [.es256] }).request
    #expect(request.dpopKeyThumbprint?.isEmpty == false)
    #expect(try WaitingForCode().request.dpopKeyThumbprint == nil)
  }

  @Test("§5: every poll of a device proves the key, and a demand for a nonce is met at once")
  func device() throws {
    var waiting = try WaitingForDevice(at: try Example.deviceProvider { $0.dpopAlgorithms = [.es256] })
    #expect(waiting.first.proofs.isEmpty)
    let gate = ProofGate(.authorizationServer, nonces: ["nonce"])
    let first = try #require(sent(by: try waiting.poll(after: 5)))
    let demand = try #require(gate.refusal(of: first))
    let again = try #require(sent(by: try waiting.receive(demand, after: 5)))
    #expect(gate.refusal(of: again) == nil)
    #expect(try waiting.receive("authorization_pending", after: 5).waits == 10)
    waiting.signIn = try #require(SignIn(exposedJSON: waiting.signIn.exposedJSON))
    _ = try waiting.poll(after: 10)
    let tokens = try tokens(after: try waiting.receive(answer("DPoP"), after: 10))
    #expect(tokens?.proofKey?.thumbprint == gate.passed.first?.keyThumbprint)
  }

  @Test("a record whose key is damaged is nothing, and one of before keys were kept is read")
  func record() throws {
    var pushing = try self.pushing()
    _ = try pushing.accept()
    var record = try #require(pushing.signIn.exposedJSON.object)
    #expect(SignIn(exposedJSON: .object(record))?.proofKey != nil)
    record["proof_key"] = "{}"
    #expect(SignIn(exposedJSON: .object(record)) == nil)
    record["proof_key"] = nil
    record["terms"] = nil
    #expect(SignIn(exposedJSON: .object(record))?.proofKey == nil)
    #expect(SignIn(exposedJSON: .object(record)) != nil)
  }

  @Test("the client's own key is kept in the record")
  func clientKey() throws {
    let client = try Client(id: "reader", key: try JSONWebKey.generate(for: .es256))
    var pushing = try Pushing(as: client)
    _ = try pushing.accept()
    #expect(SignIn(exposedJSON: pushing.signIn.exposedJSON)?.client == client)
  }

  private func pushing() throws -> Pushing { try Pushing { $0.dpopAlgorithms = [.es256] } }

  private func answer(_ type: String) -> ResponseMessage {
    ResponseMessage(.ok, json: ["access_token": "canary-access", "token_type": .string(type)])
  }

  private func tokens(after step: SignIn.Step) throws -> Credential.Tokens? {
    guard case .done(.oauth2(let tokens)) = step else { return nil }
    return tokens
  }
}

@Suite("RFC 7523 §2.2: a client that signs makes a new assertion for each request of a sign-in")
struct SignInAssertedTests {
  @Test(
    "7523-2, 7523-3 and FAPI-2: pushed request and exchange have an assertion each, for the issuer, and nothing else",
    arguments: [ClientAuthenticationMethod.privateKeyJWT, .secretJWT])
  func assertions(method: ClientAuthenticationMethod) throws {
    let key = try JSONWebKey.generate(for: .es256)
    let isKey = method == .privateKeyJWT
    let secret = Secret("canary-client-secret-of-32-octets")
    let client = try Client(
      id: "reader", secret: isKey ? nil : secret, key: isKey ? key : nil, authentication: method)
    let keys = try JSONWebKeySet([isKey ? try #require(key.publicKey) : JSONWebKey(sharedSecret: secret)])
    var pushing = try Pushing(as: client)
    _ = try pushing.accept()
    let requests = [pushing.request, try pushing.comeBack()]
    let verified = try requests.map { request in
      let assertion = try #require(try ClientCredentials(reading: request).assertion)
      return try assertion.proof(
        by: keys, allowing: [isKey ? .es256 : .hs256], to: "https://as.example", at: Example.now)
    }
    #expect(Set(verified.map(\.tokenID)).count == 2)
    #expect(requests.allSatisfy { $0.head.headerFields[.authorization] == nil })
  }

  @Test("102: an assertion that is refused for its time is made again once; for another reason it is not")
  func clock() throws {
    let client = try Client(id: "reader", key: try JSONWebKey.generate(for: .es256))
    var refused = TokenErrorResponse("invalid_client").response()
    var pushing = try Pushing(as: client)
    #expect(refusal { try pushing.receive(refused) } == .clientRefused)
    refused.head.headerFields[.date] =
      ResponseMessage.refusingTimestamp(at: Example.now + 7200).head.headerFields[.date]
    var late = try Pushing(as: client)
    #expect(sent(by: try late.receive(refused)) != nil)
    #expect(try late.accept().query?.contains("request_uri") == true)
    var basic = try Pushing()
    #expect(refusal { try basic.receive(refused) } == .clientRefused)
  }
}
