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
      ("apikey", true), ("x_signature", true), ("authorization_code", true), ("verification_uri_complete", true),
      ("SAMLResponse", true), ("code[]", true), ("user[password]", true), ("tokens[access_token][0]", true),
      ("codes[]", false), ("[]", false), ("page[size]", false),
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

  @Test("a value of such a name that is no text is hidden as well: each text in it, and a number")
  func values() {
    for value in [[.string(secret)], [[.string(secret)]], ["value": .string(secret)], ["a": [.string(secret)]]]
      as [JSON]
    {
      let shown = Redaction.text(of: Redaction.cleaned(["access_token": value]))
      #expect(!shown.contains(secret) && shown.contains(Secret(secret).fingerprint), "\(shown)")
    }
    let cleaned = Redaction.cleaned(["pin": 482_913, "password": [482_913], "token": true, "otp": .null, "code": 190])
    #expect(!cleaned.encodedText().contains("482913") && cleaned["code"] == 190)
    #expect(cleaned["token"] == true && cleaned["otp"] == .null)
  }

  @Test("what stands below such a name is cleaned too; a number of a state stays")
  func nested() {
    let cleaned = Redaction.cleaned(["state": ["password": .string(secret), "plain": "shown", "n": 5]])
    #expect(cleaned["state"]?["plain"] == "<secret>" && cleaned["state"]?["n"] == 5)
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
