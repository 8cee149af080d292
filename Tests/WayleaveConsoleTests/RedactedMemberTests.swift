import HTTPTypes
import Testing
import WayleaveWire

@testable import WayleaveConsole

@Suite("A member whose name sounds like a secret is shown by its fingerprint")
struct RedactedMemberTests {
  private let secret = "a-long-text-that-is-secret"

  @Test(
    "by name and by the end of a name, in any case",
    arguments: [
      ("access_token", true), ("refresh_token", true), ("client_secret", true), ("password", true), ("code", true),
      ("state", true), ("id_token_hint", true), ("login_hint_token", true), ("oauth_token_secret", true),
      ("device_code", true), ("client_assertion", true), ("code_verifier", true), ("otp", true), ("passwd", true),
      ("privateKey", true), ("session_key", true), ("my_token", true), ("MyToken", true), ("API_KEY", true),
      ("apikey", true), ("x_signature", true),
      ("token_type", false), ("password_hint", false), ("codes", false), ("my_state", false), ("sub", false),
      ("", false),
    ])
  func names(name: String, isHidden: Bool) {
    for value in [[name: .string(secret)], ["a": [[name: .string(secret)]]]] as [JSON] {
      let shown = Redaction.text(of: Redaction.cleaned(value))
      #expect(shown.contains(secret) == !isHidden, "\(shown)")
      #expect(shown.contains(Secret(secret).fingerprint) == isHidden)
    }
  }

  @Test("a form and a head hide the same names")
  func everywhere() throws {
    for name in ["device_code", "client_assertion", "otp", "pin", "code_verifier"] {
      let form = Inspection.Part(try Form(decoding: "\(name)=\(secret)"), titled: "Form", isSent: true)
      #expect(!form.members.map(\.value).joined().contains(secret), "\(name)")
    }
    for name in ["Set-Cookie", "X-Api-Key", "X-Auth-Token", "DPoP", "Cookie"] {
      #expect(Redaction.isSecret(try #require(HTTPField.Name(name))), "\(name)")
    }
    #expect(!Redaction.isSecret(.contentType) && !Redaction.isSecret(.accept))
  }

  @Test("what stands below such a name is cleaned too, and numbers stay")
  func nested() {
    let cleaned = Redaction.cleaned(["state": ["password": .string(secret), "plain": "shown", "n": 5]])
    #expect(cleaned["state"]?["plain"] == "shown" && cleaned["state"]?["n"] == 5)
    #expect(!cleaned.encodedText().contains(secret))
  }

  @Test("“d” is private in what looks like a key, and a member like others elsewhere")
  func keys() {
    #expect(Redaction.cleaned(["d": "shown"]) == ["d": "shown"])
    #expect(Redaction.cleaned(["n": "x", "d": "shown"])["d"] == "shown")
    for marks in [["kty": "EC"], ["crv": "P-256"], ["n": "x", "e": "y"]] as [JSON] {
      var key = marks.object ?? JSON.Object()
      key["d"] = "canary"
      key["x"] = "public"
      let cleaned = Redaction.cleaned(.object(key))
      #expect(cleaned["d"] != "canary" && cleaned["x"] == "public")
    }
  }
}
