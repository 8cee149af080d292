import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9449 §7 and RFC 8705 §3: a bound token opens an API together with what it is bound to")
struct ProofCheckTests {
  private let issuer: ExampleIssuer
  private let key: DPoPKey
  private let token: Secret

  init() throws {
    issuer = try ExampleIssuer()
    key = try DPoPKey.generate()
    token = try issuer.token(["cnf": TokenConfirmation(keyThumbprint: key.thumbprint).json])
  }

  /// A request as a client sends it, and as the server behind the public address reads it.
  private func proven(
    _ url: String = "https://api.example/notes/1?page=2", method: HTTPRequest.Method = .get, by other: DPoPKey? = nil,
    token another: Secret? = nil, nonce: String? = nil, at time: Int64 = 0, seed: UInt64 = 1
  ) throws -> HTTPRequest {
    var random = SeededGenerator(seed: seed)
    var message = RequestMessage(method, to: try AbsoluteURL(url))
    try message.prove(
      other ?? key, token: another ?? token, nonce: nonce, at: ExampleIssuer.start + time, using: &random)
    return message.head
  }

  @Test("9449-8: with its proof it is accepted, and the same proof again is not")
  func accepted() async throws {
    let api = try issuer.resource()
    let request = try proven()
    let caller = try await api.check(request)
    #expect(caller.confirmation?.keyThumbprint == key.thumbprint && caller.answerFields.isEmpty)
    let refused = try #require(await api.refusal(of: request))
    #expect(refused.summary == "401 invalid_dpop_proof dpop.replayed" && refused.read?.type == .dpop)
    #expect(refused.read?.proofAlgorithms.contains("ES256") == true)
    #expect(try await api.refusal(of: proven(seed: 2)) == nil)
  }

  @Test("RFC 9449 §11.1: more proofs of one key than its share are 503, until the first ones are too old to be used")
  func capacity() async throws {
    var settings = ProtectedResource.Settings()
    settings.proofCapacity = 4
    let api = try issuer.resource(settings: settings)
    for seed: UInt64 in 1...2 { #expect(try await api.refusal(of: proven(seed: seed)) == nil) }
    let full = try #require(try await api.refusal(of: proven(seed: 3)))
    #expect(full.summary == "503 - answer.server_unavailable" && full.response.headerFields[.retryAfter] == "10")
    // What was used is known also then.
    #expect(try await api.refusal(of: proven(seed: 2))?.summary == "401 invalid_dpop_proof dpop.replayed")
    issuer.passTime(121)
    #expect(try await api.refusal(of: proven(at: 121, seed: 4)) == nil)
  }

  @Test("9449-8: a bound token as Bearer, and another one as DPoP, are refused")
  func schemes() async throws {
    let api = try issuer.resource()
    #expect(await api.refusal(of: request(token))?.summary == "401 invalid_token access_token.binding")
    let unbound = try proven(token: issuer.token())
    #expect(await api.refusal(of: unbound)?.summary == "401 invalid_token access_token.binding")
    let bare = await api.refusal(of: request(token, scheme: "DPoP"))
    #expect(bare?.summary == "401 invalid_dpop_proof dpop.malformed")
  }

  @Test("9449-3, 9449-11: a proof of another address, method, key, token or time is refused")
  func foreignProofs() async throws {
    let api = try issuer.resource()
    var moved = try proven("https://api.example/notes/2")
    moved.path = "/notes/1"
    var posted = try proven(method: .post)
    posted.method = .get
    var swapped = try proven(token: issuer.token(["jti": "2"]))
    swapped.headerFields[.authorization] = "DPoP \(token.exposedText)"
    #expect(await api.refusal(of: moved)?.summary == "401 invalid_dpop_proof dpop.mismatch")
    #expect(await api.refusal(of: posted)?.summary == "401 invalid_dpop_proof dpop.mismatch")
    #expect(await api.refusal(of: swapped)?.summary == "401 invalid_dpop_proof dpop.mismatch")
    #expect(try await api.refusal(of: proven(by: .generate()))?.summary == "401 invalid_token access_token.binding")
    for time: Int64 in [-61, 61] {
      #expect(try await api.refusal(of: proven(at: time))?.summary == "401 invalid_dpop_proof dpop.stale")
    }
  }

  @Test("224, 9449-11: behind a proxy the public address counts, and nothing that a caller can write")
  func behindProxy() async throws {
    let api = try issuer.resource()
    var inside = try proven()
    inside.authority = "10.0.0.7:8080"
    inside.scheme = "http"
    #expect(await api.refusal(of: inside) == nil)
    var stolen = try proven("https://evil.example/notes/1", seed: 2)
    #expect(await api.refusal(of: stolen)?.summary == "401 invalid_dpop_proof dpop.mismatch")
    for name in ["Forwarded", "X-Forwarded-Host", "X-Original-Host"] {
      stolen.headerFields[try #require(HTTPField.Name(name))] =
        name == "Forwarded" ? "host=evil.example;proto=https" : "evil.example"
    }
    #expect(await api.refusal(of: stolen)?.summary == "401 invalid_dpop_proof dpop.mismatch")
  }

  @Test("an API with several addresses accepts proofs of each, with the path that stands before its own")
  func addresses() async throws {
    var settings = ProtectedResource.Settings()
    settings.addresses = [try AbsoluteURL("https://one.example/v1/"), try AbsoluteURL("https://two.example:8443")]
    let api = try issuer.resource(settings: settings)
    let expected = [
      ("https://one.example/v1/notes", true), ("https://two.example:8443/notes", true),
      ("https://one.example/notes", false), ("https://two.example/notes", false), ("https://api.example/notes", false),
    ]
    for (index, (url, isGood)) in expected.enumerated() {
      var request = try proven(url, seed: UInt64(index + 1))
      request.path = "/notes"
      #expect(await (api.refusal(of: request) == nil) == isGood, "\(url)")
    }
  }

  @Test(
    "285, RFC 9112 §3.2: a proof is for the path that the request line names, in whichever form, and never for another host",
    arguments: [
      ("/notes/1", "https://api.example/notes/1", true),
      // Sent to a proxy, or as it passes it on: the host is no more than the field “Host”.
      ("https://api.example/notes/1?page=2", "https://api.example/notes/1", true),
      ("http://10.0.0.7:8080/notes/1", "https://api.example/notes/1", true),
      ("http://10.0.0.7:8080", "https://api.example/", true),
      ("https://evil.example/notes/1", "https://evil.example/notes/1", false),
      ("*", "https://api.example", true), ("*", "https://api.example/notes/1", false),
      // Behind the public address these would be another host, or another port of it.
      (".evil.example/notes/1", "https://api.example.evil.example/notes/1", false),
      (":8443/notes/1", "https://api.example:8443/notes/1", false),
      ("notes/1", "https://api.example/notes/1", false), ("api.example:443", "https://api.example/", false),
      ("", "https://api.example/", false), ("ftp://api.example/notes/1", "https://api.example/notes/1", false),
      // Two slashes are a path of this host, and are not taken for one.
      ("//notes/1", "https://api.example//notes/1", true), ("//notes/1", "https://api.example/notes/1", false),
      ("//evil.example/notes/1", "https://evil.example/notes/1", false),
    ])
  func targets(target: String, address: String, isGood: Bool) async throws {
    let api = try issuer.resource()
    var request = try proven(address)
    request.path = target
    let refusal = await api.refusal(of: request)
    #expect(refusal?.summary == (isGood ? nil : "401 invalid_dpop_proof dpop.mismatch"))
  }

  private func demandingNonces(key: String? = nil) -> ProtectedResource.Settings {
    var settings = ProtectedResource.Settings()
    settings.demandsNonces = true
    settings.nonceKey = key.map { Secret($0) }
    return settings
  }

  @Test("RFC 9449 §9: a nonce of the API is demanded, serves for minutes, and the next one comes in time")
  func nonces() async throws {
    let api = try issuer.resource(settings: demandingNonces())
    let first = try #require(try await api.refusal(of: proven()))
    #expect(first.summary == "401 use_dpop_nonce dpop.nonce_needed" && first.read?.type == .dpop)
    let nonce = try #require(first.response.headerFields[.nonce])
    #expect(try await api.check(proven(nonce: nonce)).answerFields.isEmpty)
    issuer.passTime(150)
    let caller = try await api.check(proven(nonce: nonce, at: 150, seed: 2))
    let next = try #require(caller.answerFields[.nonce])
    #expect(next != nonce)
    issuer.passTime(150)
    let late = try #require(try await api.refusal(of: proven(nonce: nonce, at: 300, seed: 3)))
    #expect(late.read?.failure == .nonceNeeded && late.response.headerFields[.nonce] != nonce)
    #expect(try await api.refusal(of: proven(nonce: next, at: 300, seed: 4)) == nil)
  }

  @Test("processes with the same key accept one another's nonces, and those of another key are refused")
  func sharedNonces() async throws {
    let keys = ["the first key of more than 32 bytes", "the other key of more than 32 bytes"]
    let one = try issuer.resource(settings: demandingNonces(key: keys[0]))
    let two = try issuer.resource(settings: demandingNonces(key: keys[0]))
    let stranger = try issuer.resource(settings: demandingNonces(key: keys[1]))
    let nonce = try #require(try await one.refusal(of: proven())?.response.headerFields[.nonce])
    #expect(try await two.refusal(of: proven(nonce: nonce)) == nil)
    #expect(try await stranger.refusal(of: proven(nonce: nonce))?.read?.failure == .nonceNeeded)
  }

  @Test("an API that accepts bound tokens alone says so, and refuses every other one")
  func boundAlone() async throws {
    var settings = ProtectedResource.Settings()
    settings.proofs = .always
    let api = try issuer.resource(settings: settings)
    let bare = try #require(await api.refusal(of: request(nil)))
    #expect(bare.response.headerFields[values: .wwwAuthenticate].count == 1 && bare.read?.type == .dpop)
    let bearer = try #require(try await api.refusal(of: request(issuer.token())))
    #expect(bearer.summary == "401 invalid_token access_token.binding" && bearer.read?.type == .dpop)
    #expect(try await api.refusal(of: proven()) == nil)
    #expect(api.metadata.requiresDPoP)
  }

  @Test("8705-4: a token that is bound to a certificate opens with this one, and not with another or none")
  func certificate() async throws {
    let (own, other) = (CertificateThumbprint(ofDER: [1, 2, 3]), CertificateThumbprint(ofDER: [4, 5, 6]))
    let api = try issuer.resource()
    let token = try issuer.token(["cnf": TokenConfirmation(certificate: own).json])
    #expect(try await api.check(request(token), certificate: own).confirmation?.certificate == own)
    for wrong in [other, nil] {
      #expect(
        await api.refusal(of: request(token), certificate: wrong)?.summary == "401 invalid_token access_token.binding")
    }
    // What the connection shows in addition does no harm.
    #expect(try await api.check(request(issuer.token()), certificate: other).confirmation == nil)
  }
}
