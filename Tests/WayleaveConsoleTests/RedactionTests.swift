import Testing
import WayleaveJOSE
import WayleaveWire

@testable import WayleaveConsole

@Suite("What inspect shows of a key")
struct RedactionTests {
  @Test("X12: no private member of a key is shown, with or without its type", arguments: JSONWebKey.privateMembers)
  func privateMembers(name: String) {
    for marks in [["kty": "RSA"], ["crv": "P-256"], ["n": "AQAB", "e": "AQAB"]] as [JSON] {
      var key = marks.object ?? JSON.Object()
      key[name] = "canary-private"
      key["kid"] = "shown"
      let shown = Redaction.text(of: Redaction.cleaned(["keys": [.object(key)]]))
      #expect(!shown.contains("canary") && shown.contains("shown"), "\(shown)")
    }
  }
}
