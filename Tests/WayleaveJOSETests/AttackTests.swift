import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

/// A compact text whose header, payload and signature are written by hand.
private func forged(_ header: String, payload: String = "{}", signature: [UInt8] = [1]) -> [UInt8] {
  Array(
    [Array(header.utf8), Array(payload.utf8), signature].map { Base64.url.encodedText($0) }.joined(separator: ".").utf8)
}

@Suite("attacks.md 2.4: forged tokens")
struct ForgedTokenTests {
  private let key: JSONWebKey
  private let open: JSONWebKey

  /// Made once: an RSA key takes its time.
  private static let made = Result { try JSONWebKey.generate(for: .rs256, keyID: "k") }

  init() throws {
    key = try Self.made.get()
    open = try key.publicKey.present()
  }

  private func refused(_ text: [UInt8], _ key: JSONWebKey, allowing: Set<SignatureAlgorithm> = .all) throws
    -> OAuthError.Code?
  {
    try refusal { try JSONWebSignature(compact: text).payload(verifiedBy: key, allowing: allowing) }
  }

  @Test("attack 125: “none”, however it is spelt", arguments: ["none", "None", "nOnE", "NONE", ""])
  func unsigned(name: String) throws {
    for signature in [[], [1]] as [[UInt8]] {
      #expect(try refused(forged(#"{"alg":"\#(name)"}"#, signature: signature), open) == .unsupportedAlgorithm)
    }
  }

  @Test("attack 126: HMAC with the public key as its secret", arguments: [SignatureAlgorithm.hs256, .hs384, .hs512])
  func publicKeyAsSecret(algorithm: SignatureAlgorithm) throws {
    // Every text of the public key that a forger could have signed with.
    for bytes in [open.json.encoded(), Array((open.thumbprint + open.thumbprint).utf8)] {
      let secret = JSONWebKey(sharedSecret: Secret(bytes))
      let text = try JSONWebSignature.sign([7], with: secret, algorithm: algorithm)
      #expect(try refused(text.exposedBytes, open) == .unsupportedAlgorithm)
      let set = try JSONWebKeySet([open])
      let token = try JSONWebSignature(compact: text.exposedBytes)
      #expect(try refusal { try token.payload(verifiedBy: set, allowing: .all) } == .unknownKey)
    }
  }

  @Test(
    "JOSE-4: attack 127: HMAC with a secret shorter than the hash",
    arguments: [("HS256", 32), ("HS384", 48), ("HS512", 64)])
  func shortSecret(name: String, length: Int) throws {
    let algorithm = try SignatureAlgorithm(rawValue: name).present()
    for count in [0, 1, length - 1] {
      let secret = JSONWebKey(sharedSecret: Secret([UInt8](repeating: 7, count: count)))
      #expect(try refusal { try JSONWebSignature.sign([7], with: secret, algorithm: algorithm) } == .weakKey)
      #expect(try refused(forged(#"{"alg":"\#(name)"}"#), secret) == .weakKey)
    }
    let secret = JSONWebKey(sharedSecret: Secret([UInt8](repeating: 7, count: length)))
    let text = try JSONWebSignature.sign([7], with: secret, algorithm: algorithm)
    #expect(try refused(text.exposedBytes, secret) == nil)
  }

  @Test("JOSE-3: attack 128: a key without “alg” is used with what the caller allows, not with what the header says")
  func callerDecides() throws {
    var members = try JSON(decoding: key.exposedJSON.exposedBytes).object.present()
    members["alg"] = nil
    let free = try JSONWebKey(members)
    for algorithm in [SignatureAlgorithm.rs256, .rs512, .ps256] {
      let text = try JSONWebSignature.sign([7], with: free, algorithm: algorithm).exposedBytes
      #expect(try refused(text, free.publicKey.present(), allowing: [algorithm]) == nil)
      #expect(try refused(text, free.publicKey.present(), allowing: [.rs384]) == .unsupportedAlgorithm)
      #expect(try refused(text, free.publicKey.present(), allowing: []) == .unsupportedAlgorithm)
    }
  }

  @Test("JOSE-3: attack 129: PS256 and RS256 are not exchanged where the key or the caller names one")
  func exchanged() throws {
    var members = try JSON(decoding: key.exposedJSON.exposedBytes).object.present()
    members["alg"] = "PS256"
    let text = try JSONWebSignature.sign([7], with: JSONWebKey(members), algorithm: .ps256).exposedBytes
    #expect(try refused(text, JSONWebKey(members).publicKey.present()) == nil)
    #expect(try refused(text, open) == .unsupportedAlgorithm)
    #expect(try refused(text, JSONWebKey(members).publicKey.present(), allowing: [.rs256]) == .unsupportedAlgorithm)
  }

  @Test(
    "attack 130: a key or an address of keys in the header is no reason to believe it",
    arguments: ["jwk", "jku", "x5u", "x5c"])
  func keyInHeader(member: String) throws {
    let forger = try JSONWebKey.generate(for: .rs256, keyID: "k")
    let value: JSON = member == "jwk" ? forger.json : member == "x5c" ? ["MIIB"] : "https://evil.example/keys"
    var additional = JSON.Object()
    additional[member] = value
    let text = try JSONWebSignature.sign([7], additional: additional, with: forger, algorithm: .rs256)
    #expect(try refused(text.exposedBytes, open) == .tokenSignatureMismatch)
    // The same member under a signature of the right key changes nothing either.
    let own = try JSONWebSignature.sign([7], additional: additional, with: key, algorithm: .rs256)
    #expect(try refused(own.exposedBytes, open) == nil)
  }

  @Test(
    "JOSE-12: attack 131: a “kid” is looked up and nothing else; one beyond 256 bytes is not read",
    arguments: ["../../etc/passwd", "' OR 1=1 --", "k\\u0000", "https://evil.example/k", ""])
  func hostileKeyID(name: String) throws {
    #expect(try refused(forged(#"{"alg":"RS256","kid":"\#(name)"}"#), open) == .unknownKey)
    let long = String(repeating: "k", count: 257)
    #expect(try refused(forged(#"{"alg":"RS256","kid":"\#(long)"}"#), open) == .malformedJOSE)
    // The name stands in the error cleaned and cut.
    let error = #expect(throws: OAuthError.self) {
      try JSONWebSignature(compact: forged(#"{"alg":"RS256","kid":"\u001b[2J\u202e"}"#))
        .payload(verifiedBy: open, allowing: .all)
    }
    #expect(error?.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } == false)
  }

  @Test(
    "JOSE-2: attack 132: “crit” is refused unless what it names is understood",
    arguments: [
      #"["exp"],"exp":1"#, #"[]"#, #"["b64"],"b64":false"#, #"["b64"]"#, #"["alg"]"#, #""exp""#, #"[1]"#, #"null"#,
      #"["x","x"],"x":1"#, #"["http://example.com/UNDEFINED"],"http://example.com/UNDEFINED":true"#,
    ])
  func critical(list: String) throws {
    #expect(try refused(forged(#"{"alg":"RS256","crit":\#(list)}"#), open) == .criticalHeader)
    // Even where unencoded payloads are asked for, only "b64" is understood, and only next to a member of its name.
    let code = try refusal {
      try JSONWebSignature(compact: forged(#"{"alg":"RS256","crit":\#(list)}"#), unencodedPayload: true)
    }
    #expect(code == (list.hasPrefix(#"["b64"],"#) ? nil : .criticalHeader))
  }

  @Test(
    "JOSE-5: attack 134: an ECDSA signature of zeros, of too large numbers, of another length, or in DER",
    arguments: [SignatureAlgorithm.es256, .es384, .es512])
  func degenerateSignature(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    let text = try JSONWebSignature.sign(Array("{}".utf8), with: key, algorithm: algorithm).exposedText
    let parts = text.split(separator: ".")
    let signature = try Base64.url.decode(String(parts[2])).present()
    let half = signature.count / 2
    let (zeros, ones) = ([UInt8](repeating: 0, count: half), [UInt8](repeating: 0xFF, count: half))
    let (r, s) = (Array(signature.prefix(half)), Array(signature.suffix(half)))
    let der = [0x30, UInt8(truncatingIfNeeded: signature.count + 4), 2, UInt8(half)] + r + [2, UInt8(half)] + s
    for spoilt in [
      zeros + zeros, zeros + s, r + zeros, ones + s, r + ones, ones + ones, signature + [0], [0] + signature,
      Array(signature.dropLast()), [], der, s + r,
    ] {
      let text = Array("\(parts[0]).\(parts[1]).\(Base64.url.encodedText(spoilt))".utf8)
      #expect(try refused(text, key.publicKey.present()) == .tokenSignatureMismatch)
    }
    #expect(try refused(Array(text.utf8), key.publicKey.present()) == nil)
  }

  @Test("attack 135: an RSA signature of another length than the modulus, or of a degenerate number")
  func degenerateRSA() throws {
    let text = try JSONWebSignature.sign(Array("{}".utf8), with: key, algorithm: .rs256).exposedText
    let parts = text.split(separator: ".")
    let signature = try Base64.url.decode(String(parts[2])).present()
    let (zeros, ones) = ([UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xFF, count: 256))
    let one = [UInt8](repeating: 0, count: 255) + [1]
    for spoilt in [zeros, ones, one, [], [0] + signature, signature + [0], Array(signature.dropLast())] {
      let text = Array("\(parts[0]).\(parts[1]).\(Base64.url.encodedText(spoilt))".utf8)
      #expect(try refused(text, open) == .tokenSignatureMismatch)
    }
  }

  @Test(
    "JOSE-8: a key that is not for verifying does not verify",
    arguments: [["use": "enc"], ["key_ops": ["encrypt"]], ["key_ops": []], ["use": "sig", "key_ops": ["sign"]]]
      as [[String: JSON]])
  func otherUse(changes: [String: JSON]) throws {
    var members = try key.json.object.present()
    for name in ["use", "key_ops"] { members[name] = changes[name] }
    let text = try JSONWebSignature.sign([7], with: key, algorithm: .rs256).exposedBytes
    #expect(try refused(text, JSONWebKey(members)) == .unsupportedAlgorithm)
    members["use"] = "sig"
    members["key_ops"] = ["verify"]
    #expect(try refused(text, JSONWebKey(members)) == nil)
  }

  @Test("JOSE-8: what signs may not verify by “key_ops”, and its public part may")
  func counterpart() throws {
    var members = try JSON(decoding: key.exposedJSON.exposedBytes).object.present()
    members["use"] = nil
    members["key_ops"] = ["sign"]
    let signer = try JSONWebKey(members)
    let text = try JSONWebSignature.sign([7], with: signer, algorithm: .rs256).exposedBytes
    #expect(try refused(text, signer) == .unsupportedAlgorithm)
    #expect(try refused(text, signer.publicKey.present()) == nil)
    members["key_ops"] = ["decrypt", "unwrapKey", "deriveKey"]
    #expect(try JSONWebKey(members).publicKey?.operations == ["encrypt", "wrapKey", "deriveKey"])
  }

  @Test("JOSE-13: “EdDSA” and “Ed25519” are one algorithm to a key, and two to the caller")
  func twoNames() throws {
    let key = try JSONWebKey.generate(for: .edDSA)
    let text = try JSONWebSignature.sign([7], with: key, algorithm: .ed25519).exposedBytes
    #expect(try refused(text, key.publicKey.present()) == nil)
    #expect(try refused(text, key.publicKey.present(), allowing: [.edDSA]) == .unsupportedAlgorithm)
  }
}

@Suite("133, 136, RFC 7515 §7.1: the compact form, and nothing like it")
struct CompactFormTests {
  private func code(_ text: String) throws -> OAuthError.Code? {
    try refusal { try JSONWebSignature(compact: Array(text.utf8)) }
  }

  private let header = "eyJhbGciOiJIUzI1NiJ9"

  @Test("three parts are read, the payload empty or not")
  func wellFormed() throws {
    #expect(try code("\(header).YQ.YQ") == nil)
    #expect(try code("\(header)..YQ") == nil)
    #expect(try JSONWebSignature(compact: Array("\(header).YQ.YQ".utf8)).unverifiedPayload == Array("a".utf8))
  }

  @Test(
    "JOSE-1: anything else is refused",
    arguments: [
      "", ".", "..", "...", "HEADER", "HEADER.YQ", "HEADER.YQ.YQ.", "HEADER.YQ.YQ.YQ", ".YQ.YQ", "..YQ",
      "HEADER.YQ==.YQ", "HEADER=.YQ.YQ", "HEADER.YQ.YQ==", "HEADER.YR.YQ", "HEADER.YQ.YR", "HEADER.Y.YQ",
      "HEADER.YQ.Y", " HEADER.YQ.YQ", "HEADER.YQ.YQ ", "HEADER.YQ.YQ\n", "HEADER.Y\nQ.YQ", "HEADER .YQ.YQ",
      "HEADER.Y+.YQ", "HEADER.Y/.YQ", "HEADER.YQ.Ä", "HEADER.YQ.Y\0", "Bearer HEADER.YQ.YQ",
      #"{"payload":"YQ","protected":"HEADER","signature":"YQ"}"#,
    ])
  func malformed(text: String) throws {
    #expect(try code(text.replacing("HEADER", with: header)) == .malformedJOSE)
  }

  @Test(
    "JOSE-1: a header that is no object, lacks “alg” or repeats a name is refused",
    arguments: [
      "", "1", "[]", #"{}"#, #"{"alg":1}"#, #"{"alg":null}"#, #"{"alg":"HS256","alg":"none"}"#, #"{"alg":"HS256"} x"#,
      #"{"alg":"HS256","kid":1}"#, #"{"alg":"HS256","typ":1}"#, #"{"alg":"HS256","cty":[]}"#,
      #"{"alg":"HS256","b64":1}"#,
      "{\"alg\":\"HS256\",\"x\":\"\u{7}\"}", "\u{FEFF}{\"alg\":\"HS256\"}",
      #"{"alg":"HS256","x":{"a":1,"a":2}}"#, #"{"alg":"HS256","\u0061lg":"none"}"#,
    ])
  func malformedHeader(text: String) throws {
    #expect(try refusal { try JSONWebSignature(compact: forged(text)) } == .malformedJOSE)
  }

  @Test("JOSE-15: attack 136: what is too long is refused before it is decoded; a caller may allow more")
  func tooLong() throws {
    let text = Array("\(header).\(String(repeating: "A", count: 1 << 20)).YQ".utf8)
    #expect(try refusal { try JSONWebSignature(compact: text) } == .oversizedJOSE)
    #expect(try refusal { try JSONWebSignature(compact: text, maximumLength: 2 << 20) } == nil)
    // It is not even looked at: this is no base64url at all.
    let noise = [UInt8](repeating: 0xFF, count: 65537)
    #expect(try refusal { try JSONWebSignature(compact: noise) } == .oversizedJOSE)
    #expect(try refusal { try JSONWebSignature(compact: Array(noise.dropLast())) } == .malformedJOSE)
    #expect(try refusal { try JSONWebSignature(compact: noise, detached: []) } == .oversizedJOSE)
  }

  @Test("RFC 7515 §4.1.9: a type is compared without “application/” and without case")
  func types() throws {
    let header = try JSONWebSignature(compact: forged(#"{"alg":"HS256","typ":"At+JWT","cty":"JWT"}"#)).header
    #expect(header.isType("at+jwt") && header.isType("application/at+jwt") && !header.isType("jwt"))
    #expect(header.contentType == "JWT" && !header.isType("text/at+jwt") && !header.isType(""))
    #expect(try !JSONWebSignature(compact: forged(#"{"alg":"HS256"}"#)).header.isType("JWT"))
  }

  @Test(
    "a header that is signed cannot be given its own members twice", arguments: ["alg", "kid", "typ", "crit", "b64"])
  func reserved(name: String) throws {
    var additional = JSON.Object()
    additional[name] = "none"
    let key = try JSONWebKey.generate(for: .es256)
    #expect(
      try refusal { try JSONWebSignature.sign([], additional: additional, with: key, algorithm: .es256) }
        == .invalidValue)
  }
}
