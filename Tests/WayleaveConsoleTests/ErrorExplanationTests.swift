import Testing
import WayleaveConsole
import WayleaveWire

@Suite("An error for people")
struct ErrorExplanationTests {
  private func text(_ error: OAuthError) -> String { error.explanation(in: TextLayout(width: .max)) }

  @Test(
    "N16: the provider's own word or number is shown, with its description",
    arguments: [
      (ProviderRefusal(error: "signature_invalid", description: "Bad"), "The provider says: Bad (signature_invalid)"),
      (ProviderRefusal(error: "190", subcode: "463", description: "Expired"), "The provider says: Expired (190, 463)"),
      (ProviderRefusal(error: "89"), "The provider says: 89"),
      (ProviderRefusal(error: "same", description: "same"), "The provider says: same\n"),
    ])
  func word(refusal: ProviderRefusal, line: String) {
    #expect(text(.sample(received: "a refusal", refusal: refusal)).contains(line))
  }

  @Test("what the message says already, or what the provider did not say, is not repeated")
  func noRepetition() {
    #expect(!text(.sample(received: "“invalid_grant”", refusal: .init(error: "invalid_grant"))).contains("says"))
    #expect(!text(.sample(received: "status 404", refusal: .init(error: "http_404", status: 404))).contains("says"))
  }

  @Test("L2: a control character never reaches the terminal")
  func control() {
    let shown = text(.sample(received: "a title \u{1B}[2J\u{202E}", refusal: .init(error: "e\u{1B}")))
    #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(shown.contains("\\u{1b}[2J"))
  }
}
