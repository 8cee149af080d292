import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// A client with a key, and the time.
struct ProofParties {
  let key: DPoPKey
  /// The same key, as it can be written down.
  let ownKey: JSONWebKey
  let now = Instant(secondsSinceEpoch: 1_700_000_000)
  let token = Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
  var random = SeededGenerator()

  init() throws {
    ownKey = try .generate(for: .es256)
    key = try DPoPKey(ownKey)
  }

  func request(_ url: String = "https://resource.example.org/protectedresource") throws -> RequestMessage {
    try RequestMessage(.get, to: AbsoluteURL(url))
  }

  mutating func verified(
    _ url: String = "https://resource.example.org/protectedresource", token: Secret? = nil, nonce: String? = nil
  ) throws -> RequestMessage {
    var request = try request(url)
    try request.prove(key, token: token, nonce: nonce, at: now, using: &random)
    return request
  }

  /// A request with a proof of any header and claims, those of a good one being there unless changed.
  func request(
    header: [String: JSON] = [:], claims changes: [String: JSON?] = [:], type: String? = "dpop+jwt",
    key other: JSONWebKey? = nil, by algorithm: SignatureAlgorithm = .es256
  ) throws -> RequestMessage {
    let signer = other ?? ownKey
    var additional = JSON.Object()
    additional["jwk"] = signer.json
    for (name, value) in header { additional[name] = value }
    var claims = JSON.Object()
    claims["jti"] = "1"
    claims["htm"] = "GET"
    claims["htu"] = "https://resource.example.org/protectedresource"
    claims["iat"] = JSON(now.secondsSinceEpoch)
    for (name, value) in changes { claims[name] = value }
    let proof = try JSONWebSignature.sign(
      JSON.object(claims).encoded(), type: type, additional: additional, with: signer, algorithm: algorithm)
    var request = try request()
    request.head.headerFields[.proof] = proof.exposedText
    return request
  }
}

extension HTTPField.Name {
  static let proof = HTTPField.Name("DPoP") ?? .expect
  static let nonce = HTTPField.Name("DPoP-Nonce") ?? .expect
}

@Suite("RFC 9449 §4.2: a proof is made")
struct DPoPProofMakingTests {
  @Test("9449-1: one header of type dpop+jwt, an asymmetric algorithm, the public key and no more of it")
  func header() throws {
    var parties = try ProofParties()
    let request = try parties.verified()
    let values = request.head.headerFields[values: .proof]
    #expect(values.count == 1)
    let header = try JSONWebSignature(compact: Array(#require(values.first).utf8)).header
    #expect(header.type == "dpop+jwt" && header.algorithm == "ES256" && header.keyID == nil)
    let members = try #require(header.members["jwk"]?.object)
    #expect(members.members.map(\.name) == ["kty", "crv", "x", "y"])
    #expect(try JSONWebKey(members).thumbprint == parties.key.thumbprint)
  }

  @Test("9449-2: jti of 128 bits, htm, htu without query and fragment, iat; 9449-4: each proof is another")
  func claims() throws {
    var parties = try ProofParties()
    let url = "https://Resource.Example.org:443/%7ea?b=c"
    let (first, second) = (try DPoPProof(reading: parties.verified(url)), try DPoPProof(reading: parties.verified(url)))
    #expect(first.method == "GET" && first.address == "https://resource.example.org/~a")
    #expect(first.issuedAt == parties.now && first.tokenHash == nil && first.nonce == nil)
    #expect(first.id.utf8.count == 22 && first.id != second.id)
    var bare = RequestMessage(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
    #expect(
      try refusal { try bare.prove(parties.key, at: parties.now, using: &parties.random) } == .malformedProof)
  }

  @Test("9449-3, 9449-8: with a token goes its hash, and the token as DPoP, never as Bearer")
  func token() throws {
    var parties = try ProofParties()
    let request = try parties.verified(token: parties.token)
    #expect(request.head.headerFields[.authorization] == "DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
    let proof = try DPoPProof(reading: request)
    #expect(proof.tokenHash == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  @Test("9449-4: a retry replaces the proof; a request with another token stays as it was")
  func retry() throws {
    var parties = try ProofParties()
    var request = try parties.verified(token: parties.token)
    let before = request
    try request.prove(parties.key, token: parties.token, nonce: "n", at: parties.now, using: &parties.random)
    #expect(request.head.headerFields[values: .proof].count == 1 && request != before)
    #expect(try DPoPProof(reading: request).nonce == "n")
    let after = request
    for token in ["other", "a\r\nX: y"] {
      #expect(
        try refusal {
          try request.prove(parties.key, token: Secret(token), at: parties.now, using: &parties.random)
        } == .duplicateParameter)
    }
    #expect(request == after)
    var bearer = try parties.request()
    try bearer.authorize(with: parties.token, dialect: OAuth2Dialect())
    #expect(
      try refusal {
        try bearer.prove(parties.key, token: parties.token, at: parties.now, using: &parties.random)
      } == .duplicateParameter)
  }

  @Test("a key that is public, shared or cannot sign makes no proof", arguments: [SignatureAlgorithm.hs256, .es256])
  func keys(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    #expect(try refusal { try DPoPKey(key.publicKey ?? key) } == .unsupportedKey)
  }

  @Test("every asymmetric algorithm makes a proof", arguments: DPoPProof.algorithms)
  func algorithms(algorithm: SignatureAlgorithm) throws {
    var parties = try ProofParties()
    var request = try parties.request()
    let key = try DPoPKey(JSONWebKey.generate(for: algorithm))
    try request.prove(key, at: parties.now, using: &parties.random)
    #expect(try DPoPProof(reading: request).keyThumbprint == key.thumbprint)
  }
}

@Suite("RFC 9449 §4.3: a proof is verified")
struct DPoPProofCheckingTests {
  struct Vectors: Decodable {
    struct Proof: Decodable {
      struct Claims: Decodable {
        let jti: String
        let htm: String
        let htu: String
        let iat: Int64
        let ath: String?
      }
      let proof: String
      let claims: Claims
    }
    struct Change: Decodable { let change: String }
    let proofs: [Proof]
    let access_token: String
    let ath: String
    let jkt: String
    let server_reject: [Change]
  }

  @Test("the examples of the specification")
  func published() throws {
    let vectors = try VectorFile.read("dpop", as: Vectors.self)
    #expect(vectors.proofs.count == 3)
    for vector in vectors.proofs {
      let method = try #require(HTTPRequest.Method(vector.claims.htm))
      var request = try RequestMessage(method, to: AbsoluteURL(vector.claims.htu + "?a=b"))
      request.head.headerFields[.proof] = vector.proof
      let proof = try DPoPProof(reading: request)
      #expect(proof.id == vector.claims.jti && proof.keyThumbprint == vectors.jkt)
      let token = vector.claims.ath.map { _ in Secret(vectors.access_token) }
      try proof.verify(for: request, token: token, at: Instant(secondsSinceEpoch: vector.claims.iat + 1))
      try TokenConfirmation(keyThumbprint: vectors.jkt).verify(proof: proof, certificate: nil)
    }
  }

  /// Each change that `dpop.json` names, and the code with which it is refused; nil for what must still be accepted.
  private static let changes: [String: OAuthError.Code?] = [
    "alg none": .unsupportedAlgorithm, "alg HS256": .malformedProof, "jwk contains d": .malformedProof,
    "typ JWT": .malformedProof, "htm differs": .proofMismatch, "htu with other host": .proofMismatch,
    "htu with query included must still match after removing query": nil, "iat too old": .staleProof,
    "iat too far in future": .staleProof, "same jti twice": .replayedProof, "ath of another token": .proofMismatch,
    "nonce missing when required": .nonceNeeded, "two DPoP headers": .malformedProof,
    "jwk thumbprint differs from cnf.jkt": .bindingMismatch,
  ]

  @Test("every published change of a proof is refused by its own code")
  func changed() throws {
    let published = try VectorFile.read("dpop", as: Vectors.self).server_reject.map(\.change)
    #expect(Set(published) == Set(Self.changes.keys))
    for change in published {
      #expect(try refusal { try verify(change) } == Self.changes[change] ?? nil, "\(change)")
    }
  }

  private func verify(_ change: String) throws {
    var parties = try ProofParties()
    let now = parties.now
    var request = try parties.verified(token: parties.token)
    var nonces: Set<String>?
    var confirmation = TokenConfirmation(keyThumbprint: parties.key.thumbprint)
    var history = DPoPProofHistory()
    let ath: [String: JSON?] = ["ath": "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"]
    switch change {
    case "alg none":
      let text = try #require(request.head.headerFields[.proof]).split(separator: ".")
      let header = Base64.url.encodedText(
        Array(#"{"typ":"dpop+jwt","alg":"none","jwk":\#(parties.ownKey.json.encodedText())}"#.utf8))
      request.head.headerFields[.proof] = "\(header).\(text[1])."
    case "alg HS256":
      let shared = JSONWebKey(sharedSecret: Secret(String(repeating: "k", count: 32)))
      let open: JSON = ["kty": "oct", "k": .string(Base64.url.encodedText(Array(repeating: 0x6B, count: 32)))]
      request = try parties.request(header: ["jwk": open], claims: ath, key: shared, by: .hs256)
    case "jwk contains d":
      let exposed = try JSON(decoding: parties.ownKey.exposedJSON.exposedBytes)
      request = try parties.request(header: ["jwk": exposed], claims: ath)
    case "typ JWT": request = try parties.request(claims: ath, type: "JWT")
    case "htm differs": request = try parties.request(claims: ath.merging(["htm": "get"]) { $1 })
    case "htu with other host":
      request = try parties.request(claims: ath.merging(["htu": "https://evil.example.org/protectedresource"]) { $1 })
    case "htu with query included must still match after removing query":
      let address: JSON = "https://RESOURCE.example.org:443/%70rotectedresource?a=b#c"
      request = try parties.request(claims: ath.merging(["htu": address]) { $1 })
    case "iat too old":
      request = try parties.request(claims: ath.merging(["iat": JSON(now.secondsSinceEpoch - 61)]) { $1 })
    case "iat too far in future":
      request = try parties.request(claims: ath.merging(["iat": JSON(now.secondsSinceEpoch + 61)]) { $1 })
    case "same jti twice": try history.take(DPoPProof(reading: request), at: now)
    case "ath of another token": request = try parties.request(claims: ["ath": "other"])
    case "nonce missing when required": nonces = ["n"]
    case "two DPoP headers":
      request.head.headerFields.append(HTTPField(name: .proof, value: request.head.headerFields[.proof] ?? ""))
    case "jwk thumbprint differs from cnf.jkt":
      confirmation = TokenConfirmation(keyThumbprint: try DPoPKey.generate().thumbprint)
    default: Issue.record("unknown change: \(change)")
    }
    let proof = try DPoPProof(reading: request)
    try proof.verify(for: request, token: parties.token, nonces: nonces, at: now)
    try confirmation.verify(proof: proof, certificate: nil)
    try history.take(proof, at: now)
  }

  @Test("no proof, one without a claim or a key, and one that is too long are refused")
  func malformed() throws {
    let parties = try ProofParties()
    #expect(try refusal { try DPoPProof(reading: parties.request()) } == .malformedProof)
    for name in ["jti", "htm", "htu", "iat"] {
      #expect(try refusal { try DPoPProof(reading: parties.request(claims: [name: nil])) } == .malformedProof)
    }
    #expect(try refusal { try DPoPProof(reading: parties.request(claims: ["jti": ""])) } == .malformedProof)
    #expect(try refusal { try DPoPProof(reading: parties.request(claims: ["htm": 5])) } == .malformedJOSE)
    #expect(try refusal { try DPoPProof(reading: parties.request(header: ["jwk": "x"])) } == .malformedProof)
    let stranger = try JSONWebKey.generate(for: .es256, keyID: parties.ownKey.keyID)
    #expect(
      try refusal { try DPoPProof(reading: parties.request(header: ["jwk": stranger.json])) }
        == .tokenSignatureMismatch)
    let long = JSON.string(String(repeating: "x", count: 8192))
    #expect(try refusal { try DPoPProof(reading: parties.request(claims: ["x": long])) } == .oversizedJOSE)
  }

  @Test("9449-11: the address is the public one: another path, port or scheme is another")
  func addresses() throws {
    let parties = try ProofParties()
    for (address, fits) in [
      ("https://resource.example.org/protectedresource", true),
      ("https://resource.example.org/%70rotectedresource", true),
      ("http://resource.example.org/protectedresource", false), ("https://resource.example.org/", false),
      ("https://resource.example.org:8443/protectedresource", false),
      ("https://resource.example.org/protectedResource", false),
      ("/protectedresource", false), ("", false), ("https://user@resource.example.org/protectedresource", false),
      ("https://resource.example.org/protectedresource%2F", false),
    ] {
      let request = try parties.request(claims: ["htu": .string(address)])
      let code = try refusal { try DPoPProof(reading: request).verify(for: request, token: nil, at: parties.now) }
      #expect(code == (fits ? nil : .proofMismatch), "\(address)")
    }
  }

  @Test("no time makes it trap")
  func times() throws {
    let parties = try ProofParties()
    for time in [Int64.min, -1, .max] {
      let request = try parties.request(claims: ["iat": JSON(time)])
      for now in [Int64.min, 0, .max] where now != time {
        let code = try refusal {
          try DPoPProof(reading: request).verify(
            for: request, token: nil, at: Instant(secondsSinceEpoch: now), tolerance: .zero)
        }
        #expect(code == .staleProof)
      }
    }
  }

  @Test("§11.1: a proof serves once within the window, and a full history refuses instead of forgetting")
  func history() throws {
    var parties = try ProofParties()
    let (first, second) = (try DPoPProof(reading: parties.verified()), try DPoPProof(reading: parties.verified()))
    var history = DPoPProofHistory(capacity: 1, window: .seconds(120))
    try history.take(first, at: parties.now)
    #expect(try refusal { try history.take(first, at: parties.now + 120) } == .replayedProof)
    #expect(try refusal { try history.take(second, at: parties.now + 120) } == .serverUnavailable)
    #expect(try refusal { try history.take(second, at: parties.now + 121) } == nil)
  }
}

@Suite("RFC 9449 §11.1: a proof is remembered as long as it is believed")
struct DPoPProofHistoryTests {
  @Test("a window and a tolerance beyond all time remember and accept any proof")
  func endless() throws {
    let parties = try ProofParties()
    let request = try parties.request(claims: ["iat": 1])
    let proof = try DPoPProof(reading: request)
    #expect(
      try refusal { try proof.verify(for: request, token: nil, at: parties.now, tolerance: .seconds(1e20)) } == nil)
    var history = DPoPProofHistory(window: .seconds(1e20))
    try history.take(proof, at: parties.now)
    #expect(try refusal { try history.take(proof, at: parties.now + 1_000_000_000) } == .replayedProof)
  }

  @Test("a proof dated as far ahead as is allowed is refused at the last second at which it would be believed")
  func datedAhead() throws {
    let parties = try ProofParties()
    let ahead: [String: JSON?] = ["iat": JSON(parties.now.secondsSinceEpoch + 60)]
    let request = try parties.request(claims: ahead)
    let proof = try DPoPProof(reading: request)
    var history = DPoPProofHistory()
    try history.take(proof, at: parties.now)
    #expect(try refusal { try proof.verify(for: request, token: nil, nonces: nil, at: parties.now + 120) } == nil)
    #expect(try refusal { try history.take(proof, at: parties.now + 120) } == .replayedProof)
    #expect(try refusal { try proof.verify(for: request, token: nil, nonces: nil, at: parties.now + 121) } != nil)
  }
}

extension DPoPProofHistoryTests {
  @Test("a key that has a tenth of the history gets none of its second half, and keeps no one else out")
  func share() throws {
    var (busy, other) = (try ProofParties(), try ProofParties())
    var history = DPoPProofHistory(capacity: 20)
    func take(_ parties: inout ProofParties, after seconds: Int64 = 0) throws -> OAuthError.Code? {
      let proof = try DPoPProof(reading: parties.verified())
      return try refusal { try history.take(proof, at: parties.now + seconds) }
    }
    let codes = try (0..<11).map { _ in try take(&busy) } + (0..<3).map { _ in try take(&other) }
    let free = [OAuthError.Code?](repeating: nil, count: 10)
    #expect(codes == free + [.serverUnavailable, nil, nil, .serverUnavailable])
    // What is too old counts no more, also between the looks through all of it.
    let (before, after) = (try take(&busy, after: 119), try take(&busy, after: 121))
    #expect(before == .serverUnavailable && after == nil)
  }
}

@Suite("RFC 9449 §5: tokens are bound to a key")
struct BoundTokenTests {
  @Test("9449-7, attack 91: Bearer where DPoP is required is a downgrade (token answer 24)")
  func downgrade() throws {
    let bearer = TokenResponse(accessToken: Secret("x")).response()
    let bound = TokenResponse(accessToken: Secret("x"), tokenType: "dpop").response()
    #expect(try refusal { try TokenResponse(reading: bearer, accepting: [.dpop]) } == .tokenDowngraded)
    for answer in [bearer, bound] {
      #expect(try refusal { try TokenResponse(reading: answer, accepting: TokenType.bearerOrDPoP) } == nil)
    }
    #expect(try TokenResponse(reading: bound, accepting: [.dpop]).tokenType == "dpop")
    #expect(try refusal { try TokenResponse(reading: bound) } == .unsupportedTokenType)
    let assumed = OAuth2Dialect { $0.answer.defaultTokenType = "Bearer" }
    let untyped = TokenResponse(accessToken: Secret("x"), tokenType: "").response()
    #expect(
      try refusal { try TokenResponse(reading: untyped, dialect: assumed, accepting: [.dpop]) } == .tokenDowngraded)
  }

  @Test("9449-9: dpop_jkt goes with the authorization request, and is read")
  func thumbprint() throws {
    var request = try AuthorizationRequest(
      clientID: "id", redirectURI: RedirectURI("app:/cb"), state: nil, codeChallenge: nil,
      dpopKeyThumbprint: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    let url = try request.url(at: Endpoint("https://as.example/authorize"))
    #expect(url.query?.contains("dpop_jkt=NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs") == true)
    #expect(try AuthorizationRequest(reading: RequestMessage(.get, to: url)) == request)
    request.additional = ["dpop_jkt": "other"]
    #expect(try refusal { try request.form() } == .duplicateParameter)
  }

  @Test("9449-10: a key that was stored elsewhere is the same key when it is read back")
  func kept() throws {
    let key = try DPoPKey.generate()
    let written = try #require(key.key).exposedJSON
    let back = try DPoPKey(JSONWebKey(decoding: written.exposedBytes))
    #expect(back == key && back.thumbprint == key.thumbprint)
  }
}
