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
      (ProviderRefusal(error: "x", description: "Run `wayleave logout`"), "says: Run 'wayleave logout' (x)\n"),
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

  @Test("the sentence of the provider is not repeated where the message has it; its word is shown all the same")
  func noSecondSentence() {
    let refusal = ProviderRefusal(error: "invalid_grant", description: "The token was revoked.")
    let ended = text(.sample(received: "a token (The token was revoked)", refusal: refusal))
    #expect(ended.ranges(of: "The token was revoked").count == 1 && ended.contains("says: invalid_grant"), "\(ended)")
    #expect(
      text(.sample(received: "a token", refusal: refusal)).contains("says: The token was revoked. (invalid_grant)"))
  }

  @Test("the lines have one order: what happened, what to do, the provider's words, and last the code")
  func order() throws {
    let lines = text(.sample(received: "a refusal", refusal: .init(error: "89"))).split(separator: "\n")
    #expect(lines.map { $0.prefix(10) } == ["wayleave: ", "  Ask them", "  The prov", "  [token.r"], "\(lines)")
    let steps = OAuthError.sample(received: "a refusal").explanation(
      in: TextLayout(width: 40),
      steps: ["Register one.", "Then: wayleave clients add NAME --provider P --client-id ID"])
    // A command stays in one piece: what shows the lines breaks it so that it can be copied.
    #expect(steps.contains("\n  Register one.\n  Then: wayleave clients add NAME --provider P --client-id ID\n  ["))
  }

  @Test("the options of a sign-in are shown once: in the command, or where that cannot have them")
  func demand() {
    let demand = AccessDemand(scopes: ["notes"])
    func shown(_ remedy: Remedy) -> Int {
      let error = OAuthError(
        .scopeNeeded, rule: .rfc(6750, "3.1"), expected: "e", received: .nothing, remedy: remedy,
        refusal: ProviderRefusal(error: "insufficient_scope", demand: demand))
      return text(error).ranges(of: "--scope notes").count
    }
    #expect(shown(.signInOnTerms(demand, account: "a")) == 1 && shown("Ask them.") == 1)
  }

  @Test("L2: a control character never reaches the terminal")
  func control() {
    let shown = text(.sample(received: "a title \u{1B}[2J\u{202E}", refusal: .init(error: "e\u{1B}")))
    #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(shown.contains("\\u{1b}[2J"))
  }
}
