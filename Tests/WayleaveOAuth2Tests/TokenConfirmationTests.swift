import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8705 §3.1: a token is bound to a certificate")
struct CertificateThumbprintTests {
  struct Vectors: Decodable {
    let certificate_pem: String
    let x5t_S256: String
  }

  @Test("8705-3: the example of Appendix A: SHA-256 of the DER, base64url without padding")
  func published() throws {
    let vector = try VectorFile.read("mtls_thumbprint", as: Vectors.self)
    let thumbprint = try CertificateThumbprint(ofPEM: vector.certificate_pem)
    #expect(thumbprint.text == vector.x5t_S256)
    #expect(CertificateThumbprint(vector.x5t_S256) == thumbprint)
    let withOthers = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\r\n" + vector.certificate_pem
    #expect(try CertificateThumbprint(ofPEM: withOthers) == thumbprint)
  }

  @Test("a text that is no certificate, and one that is no thumbprint, are refused")
  func refused() throws {
    let begin = "-----BEGIN CERTIFICATE-----"
    for text in ["", begin, begin + "\n!\n-----END CERTIFICATE-----", begin + "\n-----END CERTIFICATE-----"] {
      #expect(try refusal { try CertificateThumbprint(ofPEM: text) } == .unsupportedKey, "\(text)")
    }
    for text in ["", "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0=", "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v"] {
      #expect(CertificateThumbprint(text) == nil, "\(text)")
    }
  }
}

@Suite("RFC 7800 §3.1: what must be shown with a token")
struct TokenConfirmationTests {
  private let certificate = CertificateThumbprint(ofDER: [1, 2, 3])

  @Test("the claim is read as it was written; one that names nothing known is not taken for none")
  func claim() throws {
    let confirmation = TokenConfirmation(
      keyThumbprint: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I", certificate: certificate)
    #expect(try TokenConfirmation(confirmation.json) == confirmation)
    for claim: JSON in [[:], [], "", 5, "x", ["jwk": [:]], ["jkt": 5], ["jkt": "x"], ["x5t#S256": "x"], ["kid": "1"]] {
      #expect(try refusal { try TokenConfirmation(claim) } == .bindingMismatch, "\(claim)")
    }
  }

  @Test("8705-4: another certificate, or none, does not open what is bound")
  func certificates() throws {
    let confirmation = TokenConfirmation(certificate: certificate)
    #expect(try refusal { try confirmation.verify(proof: nil, certificate: certificate) } == nil)
    #expect(try refusal { try confirmation.verify(proof: nil, certificate: nil) } == .bindingMismatch)
    let other = CertificateThumbprint(ofDER: [1, 2, 4])
    #expect(try refusal { try confirmation.verify(proof: nil, certificate: other) } == .bindingMismatch)
  }

  @Test("a token bound to a key needs a proof of that key")
  func keys() throws {
    var parties = try ProofParties()
    let proof = try DPoPProof(reading: parties.verified())
    let confirmation = TokenConfirmation(keyThumbprint: parties.key.thumbprint)
    #expect(try refusal { try confirmation.verify(proof: proof, certificate: nil) } == nil)
    #expect(try refusal { try confirmation.verify(proof: nil, certificate: certificate) } == .bindingMismatch)
  }
}
