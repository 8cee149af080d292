import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9449 §8 and §9: a server gives nonces")
struct DPoPNonceTests {
  struct Vectors: Decodable {
    struct Challenge: Decodable {
      let status: Int
      let header: [String: String]
      let body: [String: String]?
    }
    let nonce_challenge_as: Challenge
    let nonce_challenge_rs: Challenge
  }

  private func response(_ challenge: Vectors.Challenge) -> ResponseMessage {
    let status = HTTPResponse.Status(code: challenge.status)
    var members = JSON.Object()
    for (name, value) in challenge.body ?? [:] { members[name] = .string(value) }
    var response = ResponseMessage(status, json: .object(members))
    for (name, value) in challenge.header {
      if let name = HTTPField.Name(name) { response.head.headerFields[name] = value }
    }
    return response
  }

  @Test("9449-5: both demands of the specification are recognised, each in its own role only")
  func published() throws {
    let vectors = try VectorFile.read("dpop", as: Vectors.self)
    let (token, api) = (response(vectors.nonce_challenge_as), response(vectors.nonce_challenge_rs))
    #expect(DPoPNonceDemand(reading: token, as: .authorizationServer)?.nonce == "eyJ7S_zG.eyJH0-Z.HX4w-7v")
    #expect(DPoPNonceDemand(reading: api, as: .resourceServer)?.nonce == "eyJ7S_zG.eyJH0-Z.HX4w-7v")
    #expect(DPoPNonceDemand(reading: token, as: .resourceServer) == nil)
    #expect(DPoPNonceDemand(reading: api, as: .authorizationServer) == nil)
  }

  @Test(
    "what a server demands is what a client reads", arguments: [DPoPNonces.Role.authorizationServer, .resourceServer])
  func bothDirections(role: DPoPNonces.Role) throws {
    let demand = try DPoPNonceDemand("abc-1", as: role)
    let response = demand.response()
    #expect(response.status == (role == .authorizationServer ? 400 : 401))
    #expect(DPoPNonceDemand(reading: response, as: role) == demand)
    var without = response
    without.head.headerFields[.nonce] = nil
    #expect(DPoPNonceDemand(reading: without, as: role) == nil)
    #expect(try refusal { try DPoPNonceDemand("", as: role) } == .malformedProof)
  }

  @Test("another error is no demand")
  func others() {
    var refused = TokenErrorResponse("invalid_grant").response()
    refused.head.headerFields[.nonce] = "n"
    #expect(DPoPNonceDemand(reading: refused, as: .authorizationServer) == nil)
    var challenged = ResponseMessage(HTTPResponse(status: .unauthorized))
    challenged.head.headerFields[.nonce] = "n"
    for challenge in ["DPoP error=\"invalid_token\"", "Bearer error=\"use_dpop_nonce\"", "DPoP"] {
      challenged.head.headerFields[.wwwAuthenticate] = challenge
      #expect(DPoPNonceDemand(reading: challenged, as: .resourceServer) == nil, "\(challenge)")
    }
  }

  private func answer(_ nonces: [String], _ status: HTTPResponse.Status = .ok) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: status))
    for nonce in nonces { response.head.headerFields.append(HTTPField(name: .nonce, value: nonce)) }
    return response
  }

  @Test("9449-6: one nonce for each origin and role; a new one on any answer, a successful one too, replaces it")
  func places() throws {
    let (one, two) = (try Origin("https://one.example"), try Origin("https://one.example:8443"))
    var nonces = DPoPNonces()
    nonces.receive(answer(["a"]), from: one, as: .authorizationServer)
    #expect(nonces.nonce(for: one, as: .authorizationServer) == "a")
    #expect(nonces.nonce(for: one, as: .resourceServer) == nil)
    #expect(nonces.nonce(for: two, as: .authorizationServer) == nil)
    nonces.receive(answer(["b"], .unauthorized), from: one, as: .authorizationServer)
    nonces.receive(answer([]), from: one, as: .authorizationServer)
    #expect(nonces.nonce(for: one, as: .authorizationServer) == "b")
  }

  @Test("attack 156: a nonce with illegal characters, a huge one, and two at once are dropped")
  func illegal() throws {
    let origin = try Origin("https://one.example")
    var nonces = DPoPNonces()
    nonces.receive(answer(["good"]), from: origin, as: .resourceServer)
    for bad in ["", "a b", "a\"b", "a\\b", "ä", String(repeating: "x", count: 1025)] {
      #expect(!DPoPNonces.isNonce(bad))
      nonces.receive(answer([bad]), from: origin, as: .resourceServer)
    }
    nonces.receive(answer(["a", "b"]), from: origin, as: .resourceServer)
    #expect(nonces.nonce(for: origin, as: .resourceServer) == "good")
    #expect(DPoPNonces.isNonce("!#[]~" + String(repeating: "x", count: 1019)))
  }

  @Test("a server under many names cannot fill the memory: the oldest nonce goes")
  func bounded() throws {
    var nonces = DPoPNonces()
    for number in 0...DPoPNonces.maximumCount {
      nonces.receive(answer(["n\(number)"]), from: try Origin("https://h\(number).example"), as: .resourceServer)
    }
    #expect(nonces.nonce(for: try Origin("https://h0.example"), as: .resourceServer) == nil)
    #expect(nonces.nonce(for: try Origin("https://h1.example"), as: .resourceServer) == "n1")
    #expect(nonces.nonce(for: try Origin("https://h100.example"), as: .resourceServer) == "n100")
  }
}
