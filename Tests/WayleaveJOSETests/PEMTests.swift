import Testing
import WayleaveJOSE
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7468: keys in PEM")
struct PEMTests {
  @Test(
    "every form of one key is the same key, and what the private one signs the public one verifies",
    arguments: try VectorFile.cases("pem_keys"))
  func forms(vector: JSON) throws {
    func keys(_ name: String) throws -> [JSONWebKey] {
      try vector[name].present().array.present().map { try JSONWebKey(pem: Secret($0.string.present()), keyID: "k") }
    }
    let (hidden, open) = (try keys("private"), try keys("public"))
    #expect(Set((hidden + open).map(\.thumbprint)).count == 1)
    #expect(hidden.allSatisfy(\.isPrivate) && !open.contains(where: \.isPrivate))
    #expect(hidden.allSatisfy { $0 == hidden[0] && $0.publicKey == open[0] && $0 != open[0] })
    let algorithm = try SignatureAlgorithm(rawValue: vector.text("algorithm")).present()
    let text = try JSONWebSignature.sign([1, 2, 3], with: hidden[0], algorithm: algorithm)
    #expect(try JSONWebSignature(compact: text.exposedBytes).payload(verifiedBy: open[0], allowing: .all) == [1, 2, 3])
  }

  @Test("what else stands in PEM is refused", arguments: try VectorFile.read("pem_keys")["refused"]?.array ?? [])
  func refused(vector: JSON) throws {
    let code = try refusal { try JSONWebKey(pem: Secret(vector.text("pem"))) }
    #expect(try code?.rawValue == vector.text("code"))
  }
}
