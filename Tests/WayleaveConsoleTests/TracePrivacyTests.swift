import Testing
import WayleaveConsole
import WayleaveSignIn
import WayleaveWire

@Suite("A saved trace is for other eyes")
struct TracePrivacyTests {
  private func value(_ name: String, _ value: String, by privacy: TracePrivacy = TracePrivacy()) -> String? {
    let event = Event(.userSent, "a step", fields: [Event.Field(name: name, value: value)])
    return privacy.withoutUser(event).fields.first?.value
  }

  @Test("fingerprints that are equal stay equal, and are others in another record")
  func fingerprints() {
    let (shown, other) = (Secret("ada.fenwick@example.com").shown, Secret("ravi.oduya@example.com").shown)
    let privacy = TracePrivacy()
    let hidden = value("token", "Bearer \(shown)", by: privacy)
    #expect(hidden == value("token", "Bearer \(shown)", by: privacy))
    #expect(hidden != value("token", "Bearer \(other)", by: privacy) && hidden != value("token", "Bearer \(shown)"))
    #expect(hidden?.contains(shown) == false && hidden?.utf8.count == "Bearer \(shown)".utf8.count)
  }

  @Test("a mark is found by its bytes: an accent behind it leaves no fingerprint as it was")
  func accent() throws {
    let shown = Secret("ada.fenwick@example.com").shown
    let digits = try #require(shown.split(separator: " ").last?.prefix(8))
    let joined = shown.replacing(part: " ", with: " \u{301}")
    #expect(value("token", joined)?.contains(digits) == false)
  }

  @Test("what can name the user is left out, and the resource of an API is not")
  func names() {
    for name in ["error_description", "login_hint", "email", "username"] {
      #expect(value(name, "ada@example.com") == "(left out)", "\(name)")
    }
    #expect(value("resource", "acct:ada@example.com") == "(left out)")
    #expect(value("resource", "https://api.example.com") == "https://api.example.com")
  }

  @Test(
    "a message that can name the user or a file of theirs is left out; the code and what a provider says stay",
    arguments: [
      (.storeUnreadable, true), (.storeLocked, true), (.signInNeeded, true), (.unknownAccount, true),
      (.stepUpNeeded, true), (.invalidValue, true), (.tokenRefused, false), (.unreachable, false),
      (.idTokenNonce, false),
    ] as [(OAuthError.Code, Bool)])
  func messages(code: OAuthError.Code, isLeftOut: Bool) {
    let error = OAuthError(
      code, message: "Ada's /home/ada is not good.", rule: .wayleave("a rule"), remedy: "Try it again.")
    let shown = TracePrivacy().withoutUser(error) as? OAuthError
    #expect(shown?.code == code && shown?.message.contains("ada") == !isLeftOut)
  }
}
