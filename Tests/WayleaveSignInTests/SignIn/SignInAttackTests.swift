import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("attacks.md 2.1: callbacks of an authorization server")
struct SignInAttackTests {
  // ZA4, ZA5
  @Test(
    "1, 2, 3, 20: a callback without state, with an empty or another one, is refused and the sign-in goes on waiting",
    arguments: [
      "code=stolen", "code=stolen&state=", "code=stolen&state=other", "error=access_denied",
      "error=access_denied&state=other",
    ])
  func foreignState(query: String) throws {
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(query: query) } == .stateMismatch)
    #expect(try waiting.receiveGoodCallback().code == Secret("good"))
  }

  @Test("4: a state in another Unicode form is another state")
  func unicodeState() throws {
    var waiting = try WaitingForCode()
    waiting.signIn.flow = .code(
      CodeFlow(waitingFor: .init(state: Secret("\u{E9}"), verifier: nil, nonce: Secret("nonce"))))
    #expect(refusal { try waiting.receive(query: "code=A&state=e%CC%81") } == .stateMismatch)
    #expect(sent(by: try waiting.receive(query: "code=A&state=%C3%A9")) != nil)
  }

  @Test(
    "5, 6, 9700-3, 2.1-3: a state that has been used, by a code or by an error, is refused",
    arguments: ["code=A", "error=access_denied"])
  func usedState(answer: String) throws {
    var waiting = try WaitingForCode()
    _ = try? waiting.receive(query: "\(answer)&state=\(waiting.state)")
    #expect(refusal { try waiting.receive(query: "code=B&state=\(waiting.state)") } == .outOfOrder)
  }

  @Test("7: of two sign-ins at once each takes its own answer only")
  func crossed() throws {
    var first = try WaitingForCode(seed: 1)
    var second = try WaitingForCode(seed: 2)
    #expect(refusal { try first.receive(query: "code=B&state=\(second.state)") } == .stateMismatch)
    #expect(refusal { try second.receive(query: "code=A&state=\(first.state)") } == .stateMismatch)
    #expect(try first.receiveGoodCallback().verifier != second.receiveGoodCallback().verifier)
  }

  @Test(
    "10, 11 and 9207-1, 9207-3: another issuer ends the sign-in before anything is sent, for a code and for an error",
    arguments: [
      "https%3A%2F%2Fevil.example", "https%3A%2F%2Fas.example%2F", "https%3A%2F%2FAS.example",
      "https%3A%2F%2Fas.example%3A443", "https%3A%2F%2Fas.ex%D0%B0mple",
    ], ["code=A", "error=access_denied"])
  func otherIssuer(issuer: String, answer: String) throws {
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(query: "\(answer)&state=\(waiting.state)&iss=\(issuer)") } == .issuerMismatch)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  @Test("11 and 9207-1: an issuer that differs by composition alone ends the sign-in")
  func composedIssuer() throws {
    let provider = try Example.provider { $0.issuer = "https://as.example/\u{E9}" }
    var waiting = try WaitingForCode(at: provider)
    let answer = "code=A&state=\(waiting.state)&iss=https%3A%2F%2Fas.example%2F"
    #expect(refusal { try waiting.receive(query: answer + "e%CC%81") } == .issuerMismatch)
    var honest = try WaitingForCode(at: provider)
    #expect(refusal { try honest.receive(query: answer + "%C3%A9") } == nil)
  }

  @Test(
    "12 and 9207-2: a missing issuer is refused where the server promised one, and taken elsewhere",
    arguments: [true, false])
  func missingIssuer(isPromised: Bool) throws {
    var waiting = try WaitingForCode(at: try Example.provider(requiresIssuer: isPromised))
    let refused = refusal { try waiting.receive(query: "code=A&state=\(waiting.state)") }
    #expect(refused == (isPromised ? .issuerMismatch : nil))
  }

  @Test("9207-4: an issuer that was not promised is compared all the same, where one is known")
  func unannouncedIssuer() throws {
    var waiting = try WaitingForCode()
    #expect(
      refusal { try waiting.receive(query: "code=A&state=\(waiting.state)&iss=https%3A%2F%2Fevil.example") }
        == .issuerMismatch)
    var honest = try WaitingForCode()
    _ = try honest.receiveGoodCallback()
  }

  @Test("10, 9207-4: an issuer in the callback is refused where the provider's entry names none")
  func issuerWithoutEntry() throws {
    let provider = try Example.provider { $0.issuer = nil }
    var waiting = try WaitingForCode(at: provider)
    let named = "code=A&state=\(waiting.state)&iss=https%3A%2F%2Fas.example"
    #expect(refusal { try waiting.receive(query: named) } == .issuerMismatch)
    var honest = try WaitingForCode(at: provider)
    #expect(sent(by: try honest.receive(query: "code=A&state=\(honest.state)")) != nil)
  }

  @Test(
    "13, 18 and 6749-3: a repeated parameter is refused and ends the sign-in whose state it has",
    arguments: [
      "code=A&code=B&state={state}", "error=a&error=b&state={state}",
      "code=A&state={state}&iss=https%3A%2F%2Fas.example&iss=https%3A%2F%2Fas.example",
    ])
  func repeated(query: String) throws {
    try ends(query, with: .duplicateParameter)
  }

  @Test("18: a callback with two states names no sign-in, and ours goes on waiting")
  func repeatedState() throws {
    try refuses("code=A&state={state}&state={state}", with: .duplicateParameter)
  }

  @Test("14, 9700-5: an injected code that the server refuses ends the sign-in without a second try")
  func injectedCode() throws {
    var waiting = try WaitingForCode()
    _ = try waiting.receiveGoodCallback()
    let refused = TokenErrorResponse("invalid_grant").response()
    #expect(refusal { try waiting.receive(refused) } == .grantRefused)
    #expect(refusal { try waiting.receive(TokenResponse(accessToken: Secret("T")).response()) } == .outOfOrder)
  }

  @Test(
    "19, 23, 24, 26: both, neither, a token or a response that we did not ask for is refused and ends the sign-in",
    arguments: [
      "code=A&error=server_error&state={state}", "state={state}", "code=&state={state}", "response=eyJ&state={state}",
      "access_token=T&token_type=bearer&state={state}", "code=A&access_token=T&state={state}",
      "state={state}#access_token=T",
    ])
  func contradictory(query: String) throws {
    try ends(query, with: .malformedCallback)
  }

  @Test("19: a request that comes back, such as the page itself, is no callback, and the sign-in goes on waiting")
  func requestAsCallback() throws {
    try refuses("client_id=reader&response_type=code&state={state}", with: .malformedCallback)
  }

  @Test("21, 22: what the server says against it is cleaned, and only an https URL is passed on")
  func hostileWords() throws {
    for (address, kept) in [
      ("javascript:alert(1)", nil), ("file:///etc", nil), ("https://as.example/e", "https://as.example/e"),
    ] {
      var waiting = try WaitingForCode()
      let form: Form = [
        "error": "server_error", "error_description": "\u{1B}[31m<b>\u{202E}no", "error_uri": address,
        "state": waiting.state,
      ]
      let error = #expect(throws: OAuthError.self) {
        try waiting.receive(query: String(decoding: form.encodedForQuery(), as: UTF8.self))
      }
      #expect(error?.code == .authorizationRefused)
      #expect(error?.refusal?.uri == kept)
      let words = error?.refusal?.description ?? ""
      #expect(words.contains("no") && !words.contains("\u{1B}") && !words.contains("\u{202E}"))
    }
  }

  @Test("27: an address beyond 16 KiB is refused and the sign-in goes on waiting; a long code is taken")
  func overlong() throws {
    try refuses("code=\(String(repeating: "A", count: 17000))&state={state}", with: .malformedURL)
    var waiting = try WaitingForCode()
    let longest = String(repeating: "A", count: 15_000)
    #expect(sent(by: try waiting.receive(query: "code=\(longest)&state=\(waiting.state)")) != nil)
  }

  @Test(
    "28: NUL, CR and LF in a code are refused and end the sign-in; in a state they make another one of it",
    arguments: ["%00", "%0D%0A", "%0A", "%7F"])
  func controls(escape: String) throws {
    try ends("code=A\(escape)&state={state}", with: .malformedCallback)
    try refuses("code=A&state={state}\(escape)", with: .stateMismatch)
  }

  @Test(
    "29: bytes that are not UTF-8 are refused and end the sign-in whose state they come with",
    arguments: ["%C0%AF", "%ED%A0%80", "%FF"])
  func malformedText(escape: String) throws {
    try ends("code=A\(escape)&state={state}", with: .malformedText)
  }

  // ZA9
  @Test(
    "30: a code is form-decoded once and goes back byte for byte",
    arguments: [("A+B", "A B"), ("A%20B", "A B"), ("A%2BB", "A+B"), ("4%2FP7q7W91a", "4/P7q7W91a"), ("%2525", "%25")])
  func decoding(written: String, code: String) throws {
    var waiting = try WaitingForCode()
    let step = try waiting.receive(query: "code=\(written)&state=\(waiting.state)")
    #expect(try AuthorizationCodeGrant(reading: try #require(sent(by: step)).bodyForm).code == Secret(code))
  }

  @Test(
    "34, 279: an authorization endpoint that names one of our parameters itself is refused",
    arguments: ["client_id=evil", "redirect_uri=https%3A%2F%2Fevil.example", "state=fixed", "code_challenge=x"])
  func editedEndpoint(query: String) throws {
    #expect(
      refusal { try WaitingForCode(at: try Example.provider(authorizationEndpoint: "https://as.example/a?\(query)")) }
        == .duplicateParameter)
    _ = try WaitingForCode(at: try Example.provider(authorizationEndpoint: "https://as.example/a?tenant=1"))
  }

  @Test("8252-7: the right state at another address than our redirect URI ends the sign-in, and nothing is exchanged")
  func arrivedElsewhere() throws {
    var waiting = try WaitingForCode()
    let state = waiting.state
    #expect(
      refusal { try waiting.receive(query: "code=A&state=\(state)", at: "http://127.0.0.1:7777/other") }
        == .malformedCallback)
    #expect(refusal { try waiting.receive(query: "code=A&state=\(state)") } == .outOfOrder)
  }

  /// A query with our state that is no success ends the sign-in, and nothing of it is used.
  private func ends(_ query: String, with code: OAuthError.Code) throws {
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(query: query.replacing("{state}", with: waiting.state)) } == code)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  /// A refused query leaves the sign-in waiting; `{state}` stands for the right one.
  private func refuses(_ query: String, with code: OAuthError.Code) throws {
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(query: query.replacing("{state}", with: waiting.state)) } == code)
    #expect(try waiting.receiveGoodCallback().code == Secret("good"))
  }
}
