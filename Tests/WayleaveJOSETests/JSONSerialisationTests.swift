import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7515 §7.2: the JSON serialisations; RFC 7797: payloads left as they are")
struct JSONSerialisationTests {
  private static let critical = "rfc7797-4.2.hmac-sha2_b64_false"

  private static func examples(_ form: String) throws -> [JSON] {
    try VectorFile.cases("jws_rfc").filter { try $0[form] != nil && $0.text("id") != critical }
  }

  private func signatures(_ vector: JSON, _ form: String) throws -> [JSONWebSignature] {
    let json = try vector[form].present()
    return try JSONWebSignature.signatures(
      json: json.encoded(), detached: json["payload"] == nil ? Array(vector.text("payload_utf8").utf8) : nil,
      unencodedPayload: vector.text("id").contains("b64_false"))
  }

  @Test("RFC 7520 §4, RFC 7797 §4.2: the flattened examples are verified", arguments: try examples("flattened"))
  func flattened(vector: JSON) throws {
    let signature = try signatures(vector, "flattened").first.present()
    #expect(try signature.payload(verifiedBy: vector.key(), allowing: .all) == Array(vector.text("payload_utf8").utf8))
  }

  @Test("RFC 7520 §4: every signature of the general examples is verified", arguments: try examples("general"))
  func general(vector: JSON) throws {
    let keys = try vector["key"]?.array ?? [vector["key"].present()]
    let signatures = try signatures(vector, "general")
    #expect(signatures.count == keys.count)
    for (signature, key) in zip(signatures, keys) {
      let key = try JSONWebKey(key.object.present())
      #expect(try signature.payload(verifiedBy: key, allowing: .all) == Array(vector.text("payload_utf8").utf8))
    }
  }

  @Test("RFC 7515 Appendix F: a detached payload is verified next to the compact text")
  func detached() throws {
    let vector = try VectorFile.cases("jws_rfc").first { try $0.text("id").hasPrefix("rfc7520-4_5") }.present()
    let payload = Array(try vector.text("payload_utf8").utf8)
    let token = try JSONWebSignature(compact: Array(vector.text("compact").utf8), detached: payload)
    #expect(try token.payload(verifiedBy: vector.key(), allowing: [.hs256]) == payload)
    let other = try JSONWebSignature(compact: Array(vector.text("compact").utf8), detached: payload + [0])
    #expect(try refusal { try other.payload(verifiedBy: vector.key(), allowing: [.hs256]) } == .tokenSignatureMismatch)
    #expect(try refusal { try JSONWebSignature(compact: Array("YQ.YQ.YQ".utf8), detached: []) } == .malformedJOSE)
  }

  @Test("RFC 7797 §5.2: an unencoded payload is refused unless it is asked for")
  func unencoded() throws {
    let vector = try VectorFile.cases("jws_rfc").first { try $0.text("id") == "rfc7797-hmac-sha2_b64_false" }.present()
    let text = Array(try vector.text("compact").utf8)
    #expect(try refusal { try JSONWebSignature(compact: text) } == .criticalHeader)
    let token = try JSONWebSignature(compact: text, unencodedPayload: true)
    #expect(try token.payload(verifiedBy: vector.key(), allowing: [.hs256]) == Array(vector.text("payload_utf8").utf8))
  }

  @Test("RFC 7797 §6: “b64” that “crit” does not name is refused, even when asked for (JOSE-14)")
  func notCritical() throws {
    let vector = try VectorFile.cases("jws_rfc").first { try $0.text("id") == Self.critical }.present()
    for form in ["flattened", "general"] {
      #expect(try refusal { try signatures(vector, form) } == .criticalHeader)
    }
  }

  @Test(
    "what is signed detached or in JSON is verified again", arguments: [SignatureAlgorithm.es256, .hs256, .ed25519])
  func roundTrips(algorithm: SignatureAlgorithm) throws {
    let key = try JSONWebKey.generate(for: algorithm)
    let payload = Array("$.02 and “more”".utf8)
    for unencoded in [false, true] {
      let text = try JSONWebSignature.signDetached(payload, unencoded: unencoded, with: key, algorithm: algorithm)
      let token = try JSONWebSignature(compact: text.exposedBytes, detached: payload, unencodedPayload: unencoded)
      #expect(try token.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm]) == payload)
    }
    let other = try JSONWebKey.generate(for: .es384)
    for keys in [[(key, algorithm)], [(key, algorithm), (other, .es384)]] {
      let json = try JSONWebSignature.signJSON(payload, type: "JWT", with: keys)
      let signatures = try JSONWebSignature.signatures(json: json.encoded())
      #expect(signatures.count == keys.count)
      for (signature, (key, algorithm)) in zip(signatures, keys) {
        #expect(try signature.payload(verifiedBy: key.publicKey ?? key, allowing: [algorithm]) == payload)
      }
    }
    #expect(try refusal { try JSONWebSignature.signJSON(payload, with: []) } == .malformedJOSE)
  }

  @Test(
    "anything else is refused",
    arguments: [
      #"[]"#, #"{}"#, #"{"payload":"YQ"}"#, #"{"payload":"YQ","signature":"YQ"}"#,
      #"{"payload":1,"header":{"alg":"HS256"},"signature":"YQ"}"#,
      #"{"payload":"YQ","header":[],"signature":"YQ"}"#,
      #"{"payload":"YQ","header":{"alg":"HS256"},"signature":"YQ=="}"#,
      #"{"payload":"YQ","header":{"alg":"HS256"},"signature":1}"#,
      #"{"payload":"Y Q","header":{"alg":"HS256"},"signature":"YQ"}"#,
      #"{"payload":"YQ","signatures":[]}"#, #"{"payload":"YQ","signatures":[1]}"#, #"{"payload":"YQ","signatures":{}}"#,
      #"{"payload":"YQ","signatures":[{"header":{"alg":"HS256"},"signature":"YQ"}],"signature":"YQ"}"#,
      #"{"payload":"YQ","payload":"YQ","header":{"alg":"HS256"},"signature":"YQ"}"#,
      // The same name under the signature and outside.
      #"{"payload":"YQ","protected":"eyJhbGciOiJIUzI1NiJ9","header":{"alg":"HS256"},"signature":"YQ"}"#,
      #"{"payload":"YQ","protected":"eyJhbGciOiJIUzI1NiJ9==","signature":"YQ"}"#,
      #"{"payload":"YQ","protected":"YQ","signature":"YQ"}"#,
    ])
  func malformed(text: String) throws {
    #expect(try refusal { try JSONWebSignature.signatures(json: Array(text.utf8)) } == .malformedJOSE)
  }

  @Test("“crit” and “b64” count only under the signature")
  func unprotectedCritical() throws {
    for member in [#""crit":["exp"]"#, #""b64":false"#] {
      let text = #"{"payload":"YQ","header":{"alg":"HS256",\#(member)},"signature":"YQ"}"#
      #expect(try refusal { try JSONWebSignature.signatures(json: Array(text.utf8)) } == .criticalHeader)
    }
  }

  @Test("more signatures than anyone needs, and too long a text, are refused")
  func bounded() throws {
    let entry = #"{"header":{"alg":"HS256"},"signature":"YQ"}"#
    func text(_ count: Int) -> [UInt8] {
      Array(#"{"payload":"YQ","signatures":[\#(repeatElement(entry, count: count).joined(separator: ","))]}"#.utf8)
    }
    #expect(try JSONWebSignature.signatures(json: text(16)).count == 16)
    #expect(try refusal { try JSONWebSignature.signatures(json: text(17)) } == .malformedJOSE)
    let long = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    #expect(try refusal { try JSONWebSignature.signatures(json: long) } == .oversizedJOSE)
  }
}
