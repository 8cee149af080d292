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
}
