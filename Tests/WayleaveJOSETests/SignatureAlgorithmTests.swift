import Testing
import WayleaveJOSE

@Suite("RFC 7518 §3.1: the algorithms of a signature")
struct SignatureAlgorithmTests {
  @Test("125: no spelling of “none” is an algorithm", arguments: ["none", "None", "nOnE", "NONE", ""])
  func none(name: String) {
    #expect(SignatureAlgorithm(rawValue: name) == nil)
  }

  @Test("RFC 7518 §3.2: HMACs are the keyed hashes, and all others are for public keys")
  func keyedHashes() {
    let keyed = SignatureAlgorithm.allCases.filter(\.isKeyedHash)
    #expect(keyed == [.hs256, .hs384, .hs512])
    #expect(Set<SignatureAlgorithm>.asymmetric == Set(SignatureAlgorithm.allCases).subtracting(keyed))
  }

  @Test("Ed25519 has two names")
  func twoNames() {
    #expect(SignatureAlgorithm(rawValue: "EdDSA") == .edDSA)
    #expect(SignatureAlgorithm(rawValue: "Ed25519") == .ed25519)
  }
}
