import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7515 §4 and §7, RFC 7797 §3: headers, payloads and how they stand together")
struct SerialisationLimitTests {
  private func code(_ header: String) throws -> OAuthError.Code? {
    try refusal { try JOSEHeader(decoding: Array(header.utf8)) }
  }

  @Test("§4.1.4: a “kid” has up to 256 bytes, not characters", arguments: [("k", 256), ("é", 128), ("😀", 64)])
  func keyIDs(character: String, most: Int) throws {
    func header(_ count: Int) -> String { #"{"alg":"ES256","kid":"\#(String(repeating: character, count: count))"}"# }
    #expect(try code(header(most)) == nil && code(header(most + 1)) == .malformedJOSE && code(header(0)) == nil)
    #expect(try JOSEHeader(decoding: Array(header(most).utf8)).keyID?.utf8.count == 256)
  }

  @Test(
    "§4.1.9: a type is a media type, with “application/” where it has no slash",
    arguments: [
      ("JWT", "jwt", true), ("JWT", "application/JWT", true), ("application/dpop+jwt", "dpop+jwt", true),
      ("dpop+JWT", "DPoP+jwt", true),
      ("text/jwt", "jwt", false), ("jwt", "text/jwt", false), ("application/", "", true), ("/jwt", "jwt", false),
      ("jwt ", "jwt", false),
      ("applicatio/jwt", "jwt", false), ("application/application/jwt", "application/jwt", false), ("", "jwt", false),
    ])
  func types(written: String, asked: String, isType: Bool) throws {
    let header = try JOSEHeader(decoding: Array(#"{"alg":"ES256","typ":"\#(written)"}"#.utf8))
    #expect(header.isType(asked) == isType && header.type == written)
  }

  @Test("each text of a header is a text, and other members may be anything", arguments: ["alg", "kid", "typ", "cty"])
  func texts(name: String) throws {
    let rest = name == "alg" ? "" : #","alg":"ES256""#
    for value in ["1", "null", "true", "[]", "{}", #"["ES256"]"#] {
      #expect(try code(#"{"\#(name)":\#(value)\#(rest)}"#) == .malformedJOSE, "\(value)")
      #expect(try code(#"{"alg":"ES256","x":\#(value)}"#) == nil)
    }
    #expect(try code(#"{"\#(name)":"x"\#(rest)}"#) == nil && code(#"{"\#(name)":""\#(rest)}"#) == nil)
  }

  private func entry(_ header: String) -> String {
    #"{"protected":"\#(Base64.url.encodedText(header.utf8))","signature":"YQ"}"#
  }

  @Test("RFC 7797 §3: “b64” is the same for all signatures of a payload")
  func oneEncoding() throws {
    let (plain, left) = (#"{"alg":"HS256"}"#, #"{"alg":"HS256","b64":false,"crit":["b64"]}"#)
    let said = #"{"alg":"HS256","b64":true,"crit":["b64"]}"#
    for (headers, code) in [
      ([plain, plain], nil), ([left, left], nil), ([plain, said], nil), ([plain, left], .malformedJOSE),
      ([left, said], .malformedJOSE),
      ([left, plain, left], .malformedJOSE),
    ] as [([String], OAuthError.Code?)] {
      let text = #"{"payload":"YQ","signatures":[\#(headers.map(entry).joined(separator: ","))]}"#
      #expect(
        try refusal { try JSONWebSignature.signatures(json: Array(text.utf8), unencodedPayload: true) } == code,
        "\(headers)")
    }
    // What is left as it is need not be base64url.
    let text = #"{"payload":"$.02","protected":"\#(Base64.url.encodedText(left.utf8))","signature":"YQ"}"#
    #expect(
      try JSONWebSignature.signatures(json: Array(text.utf8), unencodedPayload: true)[0].unverifiedPayload
        == Array("$.02".utf8))
    #expect(try refusal { try JSONWebSignature.signatures(json: Array(text.utf8)) } == .criticalHeader)
  }

  @Test("Appendix F: a payload stands in the text or comes with it, and never both")
  func onePayload() throws {
    let (whole, bare) = (#"{"payload":"YQ",\#(entry(#"{"alg":"HS256"}"#).dropFirst())"#, entry(#"{"alg":"HS256"}"#))
    for (text, payload, code) in [
      (whole, nil, nil), (whole, [], .malformedJOSE), (whole, [1], .malformedJOSE), (bare, nil, .malformedJOSE),
      (bare, [], nil), (bare, [1], nil),
    ] as [(String, [UInt8]?, OAuthError.Code?)] {
      #expect(try refusal { try JSONWebSignature.signatures(json: Array(text.utf8), detached: payload) } == code)
    }
    for member in ["signature", "protected", "header"] {
      let mixed = #"{"payload":"YQ","\#(member)":"YQ","signatures":[\#(bare)]}"#
      #expect(try refusal { try JSONWebSignature.signatures(json: Array(mixed.utf8)) } == .malformedJOSE, "\(member)")
    }
  }

  @Test("§7.2.1: a payload is signed by 1 to 16 keys", arguments: [0, 1, 2, 16, 17])
  func keys(count: Int) throws {
    let key = try SampleKey.key(.hs256)
    let keys = Array(repeating: (key: key, algorithm: SignatureAlgorithm.hs256), count: count)
    let isMade = (1...16).contains(count)
    #expect(try refusal { try JSONWebSignature.signJSON([7], with: keys) } == (isMade ? nil : .malformedJOSE))
    guard isMade else { return }
    let json = try JSONWebSignature.signJSON([7], with: keys)
    #expect((json["signatures"] == nil) == (count == 1) && json["payload"] == "Bw")
    for signature in try JSONWebSignature.signatures(json: json.encoded()) {
      #expect(try signature.payload(verifiedBy: key, allowing: [.hs256]) == [7])
    }
  }

  @Test("a text in JSON has as many bytes as a caller allows, and a compact one too", arguments: [-1, 0, 1])
  func lengths(difference: Int) throws {
    let key = try SampleKey.key(.hs256)
    let compact = try JSONWebSignature.sign([7], with: key, algorithm: .hs256).exposedBytes
    let json = try JSONWebSignature.signJSON([7], with: [(key, .hs256)]).encoded()
    let expected: OAuthError.Code? = difference < 0 ? .oversizedJOSE : nil
    #expect(
      try refusal { try JSONWebSignature(compact: compact, maximumLength: compact.count + difference) } == expected)
    #expect(
      try refusal { try JSONWebSignature.signatures(json: json, maximumLength: json.count + difference) } == expected)
    let detached = try JSONWebSignature.signDetached([7], with: key, algorithm: .hs256).exposedBytes
    #expect(
      try refusal { try JSONWebSignature(compact: detached, detached: [7], maximumLength: detached.count + difference) }
        == expected)
  }
}

@Suite("RFC 7515 §5.1: a signer that is made once for many tokens")
struct PreparedSignerTests {
  private struct Keystore: ExternalSigningKey {
    let publicKey: JSONWebKey
    let sign: @Sendable ([UInt8], SignatureAlgorithm) throws -> [UInt8]

    func signature(of bytes: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { try sign(bytes, algorithm) }
  }

  private struct Locked: Error {}

  private func additional(_ name: String) -> JSON.Object {
    var object = JSON.Object()
    object[name] = "x"
    return object
  }

  @Test(
    "it signs each payload as the one-time signer does, without the name of the key",
    arguments: [SignatureAlgorithm.es256, .hs256, .edDSA])
  func own(algorithm: SignatureAlgorithm) throws {
    let key = try SampleKey.key(algorithm, ["kid": "k"])
    let signer = try PreparedSigner(.own(key), algorithm: algorithm, type: "dpop+jwt", additional: additional("jwk"))
    for payload in [[], [7], Array(repeating: 7, count: 1000)] as [[UInt8]] {
      let token = try JSONWebSignature(compact: signer.sign(payload))
      #expect(token.header.keyID == nil && token.header.isType("dpop+jwt") && token.header["jwk"] == "x")
      #expect(try token.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm]) == payload)
    }
  }

  @Test("a header's own members are not given twice", arguments: ["alg", "kid", "typ", "crit", "b64"])
  func reserved(name: String) throws {
    let key = try SampleKey.key(.hs256)
    #expect(
      try refusal { try PreparedSigner(.own(key), algorithm: .hs256, type: nil, additional: additional(name)) }
        == .invalidValue)
  }

  @Test("a keystore's signature is checked before it is sent, and no error gets out that is not ours")
  func external() throws {
    let (key, foreign) = (try SampleKey.key(.es256), try SampleKey.key(.es256))
    func code(_ sign: @escaping @Sendable ([UInt8], SignatureAlgorithm) throws -> [UInt8]) throws -> OAuthError.Code? {
      let keystore = Keystore(publicKey: try key.publicKey.present(), sign: sign)
      let signer = try PreparedSigner(.external(keystore), algorithm: .es256, type: nil, additional: JSON.Object())
      return try refusal { try signer.sign([7]) }
    }
    @Sendable func signature(_ key: JSONWebKey, _ bytes: [UInt8]) throws -> [UInt8] {
      // The text is what a detached signature without encoding covers, header and point cut off.
      let parts = try JSONWebSignature.sign(bytes, with: key, algorithm: .es256).exposedText.split(separator: ".")
      return try Base64.url.decode(String(parts[2])).present()
    }
    #expect(try code { _, _ in throw Locked() } == .unsupportedKey)
    #expect(
      try code { _, _ in [] } == .unsupportedKey && code { _, _ in [UInt8](repeating: 0, count: 64) } == .unsupportedKey
    )
    #expect(try code { bytes, _ in try signature(foreign, bytes) } == .unsupportedKey)
    // A signature of another text by the right key is none of this one.
    #expect(try code { bytes, _ in try signature(key, bytes) } == .unsupportedKey)
  }
}

@Suite("RFC 7519 §2 and §4.1: the borders of registered claims")
struct ClaimBoundaryTests {
  private func claims(_ text: String, textDates: Bool = false) throws -> JSONWebTokenClaims {
    try JSONWebTokenClaims(decoding: Array(text.utf8), textDates: textDates)
  }

  @Test(
    "§2: a date is a number of seconds that is exact",
    arguments: [
      ("9007199254740991.0", 9_007_199_254_740_991), ("9007199254740992.0", nil),
      ("-9007199254740991.0", -9_007_199_254_740_991),
      ("-9007199254740992.0", nil), ("-0.5", -1), ("0.999", 0), ("-0", 0), ("9223372036854775807", .max),
      ("9223372036854775808", nil),
      ("-9223372036854775808", .min), ("1e3", 1000), ("1e15", 1_000_000_000_000_000), ("1e16", nil), ("1e-400", 0),
      ("true", nil),
      ("[1]", nil), ("{}", nil), (#""1""#, nil), (#""""#, nil),
    ] as [(String, Int64?)])
  func dates(text: String, seconds: Int64?) throws {
    for name in ["exp", "nbf", "iat"] {
      let json = #"{"\#(name)":\#(text)}"#
      #expect(try refusal { try claims(json) } == (seconds == nil ? .malformedJOSE : nil), "\(name)")
      if let seconds { #expect(try claims(json).instant(name)?.secondsSinceEpoch == seconds) }
    }
    #expect(try claims(#"{"x":\#(text)}"#)["x"] == JSON(decoding: Array(text.utf8)))
  }

  @Test(
    "a date in quotes is digits that fit",
    arguments: [
      ("9223372036854775807", Int64.max), ("9223372036854775808", nil), ("0", 0), ("007", 7), ("-1", nil), ("1.0", nil),
      (" 1", nil), ("١", nil),
    ] as [(String, Int64?)])
  func textDates(text: String, seconds: Int64?) throws {
    let json = #"{"exp":"\#(text)"}"#
    #expect(try refusal { try claims(json) } == .malformedJOSE)
    #expect(try refusal { try claims(json, textDates: true) } == (seconds == nil ? .malformedJOSE : nil))
    if let seconds { #expect(try claims(json, textDates: true).expiresAt?.secondsSinceEpoch == seconds) }
  }

  @Test(
    "§4.1.3: an audience is a text or a list of texts",
    arguments: [
      (#""a""#, ["a"]), (#""""#, [""]), ("[]", []), (#"["a"]"#, ["a"]), (#"["a","b","a"]"#, ["a", "b", "a"]),
      (#""\u0061""#, ["a"]), ("null", []), ("1", nil),
      (#"["a",null]"#, nil), (#"["a",["b"]]"#, nil), (#"{"a":"b"}"#, nil), ("true", nil),
    ] as [(String, [String]?)])
  func audiences(text: String, audience: [String]?) throws {
    #expect(try refusal { try claims(#"{"aud":\#(text)}"#) } == (audience == nil ? .malformedJOSE : nil))
    if let audience { #expect(try claims(#"{"aud":\#(text)}"#).audience == audience) }
  }

  @Test("§4.1: issuer, subject and identifier are texts, which may be empty", arguments: ["iss", "sub", "jti"])
  func texts(name: String) throws {
    for value in ["1", "[]", "{}", "false", #"["a"]"#] {
      #expect(try refusal { try claims(#"{"\#(name)":\#(value)}"#) } == .malformedJOSE, "\(value)")
    }
    for value in ["", "a", "\\u0061", "é"] {
      let read = try claims(#"{"\#(name)":"\#(value)"}"#)
      #expect(
        try read.text(name) == (value == "\\u0061" ? "a" : value)
          && read.hasText(read.text(name) ?? "", as: name) == true)
    }
    let read = try claims(#"{"iss":"i","sub":"s","jti":"j","nonce":"n-0S6"}"#)
    #expect(read.issuer == "i" && read.subject == "s" && read.tokenID == "j")
    #expect(
      read.hasSecret(Secret("n-0S6"), as: "nonce") == true && read.hasSecret(Secret("n-0S7"), as: "nonce") == false)
    #expect(
      read.hasSecret(Secret("x"), as: "state") == nil && read.hasText("x", as: "state") == nil
        && read.hasText("I", as: "iss") == false)
  }
}
