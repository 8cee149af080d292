import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire
import struct WayleaveTestSupport.SeededGenerator

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("2.1-2, RFC 6749 §4.2: the implicit grant, where it is asked for and the provider's entry names it")
struct SignInImplicitTests {
  /// A sign-in that has been shown to the user and waits.
  private struct Waiting {
    var signIn: SignIn
    var random = SeededGenerator(seed: 1)
    /// What the authorization server reads.
    let asked: Form

    init(changing edit: (inout OAuth2Service) throws -> Void = { _ in }, terms: SignIn.Terms = .implicit) throws {
      signIn = try SignInImplicitTests.signIn(changing: edit, terms: terms)
      let step = try signIn.begin(at: Example.now, using: &random)
      asked = try Form(decoding: try #require(shown(by: step)).query ?? "")
    }

    var state: String { (try? asked.text(of: "state")) ?? "" }

    mutating func receive(_ tail: String, at time: Instant = Example.now) throws -> SignIn.Step {
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb\(tail.replacing("{state}", with: state))")
      return try signIn.receive(try SignInCallback(reading: url), at: url, now: time, using: &random)
    }

    mutating func receiveGoodCallback() throws -> Credential.Tokens? {
      guard case .done(.oauth2(let tokens)) = try receive("#access_token=T&token_type=bearer&state={state}") else {
        return nil
      }
      return tokens
    }
  }

  private static func signIn(
    changing edit: (inout OAuth2Service) throws -> Void = { _ in }, terms: SignIn.Terms = .implicit,
    redirect: String = "http://127.0.0.1:7777/cb"
  ) throws -> SignIn {
    let provider = try Example.provider {
      $0.dialect.legacyGrants = [.implicit]
      try edit(&$0)
    }
    return SignIn(
      to: provider, as: try Example.client(), redirectURI: try RedirectURI(redirect), terms: terms, at: Example.now)
  }

  // TU1
  @Test("a token is asked for without a challenge, and taken from the fragment without an exchange")
  func whole() throws {
    var waiting = try Waiting()
    #expect(try waiting.asked.text(of: "response_type") == "token")
    #expect(!waiting.asked.contains("code_challenge") && waiting.state.utf8.count >= 22)
    #expect(waiting.signIn.expectedResponseMode == .fragment)
    let step = try waiting.receive(
      "#access_token=T&token_type=Bearer&expires_in=60&scope=a&state={state}", at: Example.now + 20)
    guard case .done(.oauth2(let tokens)) = step else {
      Issue.record("tokens")
      return
    }
    #expect(tokens.accessToken == Secret("T") && tokens.refreshToken == nil && tokens.scopes == ["a"])
    // It was issued at some time after the request.
    #expect(tokens.expiresAt == Example.now + 60)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  @Test("Foursquare's answer: a token alone, which does not end, and the state")
  func withoutType() throws {
    var waiting = try Waiting(changing: { $0.dialect.answer.defaultTokenType = "Bearer" })
    guard case .done(.oauth2(let tokens)) = try waiting.receive("#access_token=T&state={state}") else {
      Issue.record("tokens")
      return
    }
    #expect(tokens.expiresAt == nil && tokens.refreshToken == nil)
  }

  @Test("it is never chosen by itself, and a provider whose entry does not name it is refused")
  func onlyWhereAsked() throws {
    #expect(try Waiting(terms: SignIn.Terms()).asked.text(of: "response_type") == "code")
    for grants: Set<LegacyGrant> in [[], [.password]] {
      #expect(refusal { try Waiting(changing: { $0.dialect.legacyGrants = grants }) } == .unsupported)
    }
    var oauth1 = SignIn(
      to: try Example.oauth1(), as: try Example.client(), redirectURI: try Example.redirectURI(), terms: .implicit,
      at: Example.now)
    var random = SeededGenerator(seed: 1)
    #expect(refusal { try oauth1.begin(at: Example.now, using: &random) } == .unsupported)
  }

  @Test("what it cannot keep is refused before the user is asked")
  func impossible() throws {
    var terms: [SignIn.Terms] = [.implicit, .implicit, .implicit, .implicit]
    terms[0].binding = .required
    terms[1].wantsSecuredCallback = true
    terms[2].responseMode = .formPost
    terms[3].responseMode = .query
    for terms in terms { #expect(refusal { try Waiting(terms: terms) } == .unsupported) }
    let edits: [(inout OAuth2Service) -> Void] = [
      { $0.scopes = ["openid"] }, { $0.requiresPushedAuthorizationRequests = true },
      { $0.requiresSignedRequestObjects = true },
    ]
    for edit in edits { #expect(refusal { try Waiting(changing: edit) } == .unsupported) }
    var random = SeededGenerator(seed: 1)
    for redirect in ["com.example.app:/cb", "ios-app://redirect"] {
      var terms = SignIn.Terms.implicit
      terms.acceptsSharedScheme = true
      var signIn = try Self.signIn(terms: terms, redirect: redirect)
      #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .unsupported, "\(redirect)")
    }
  }

  @Test(
    "24, 25, 9700-6: what has our state and is not a token in the fragment ends the sign-in",
    arguments: [
      ("#error=access_denied&state={state}", .denied), ("?error=access_denied&state={state}", .denied),
      ("#error=server_error&state={state}", .authorizationRefused),
      ("#code=A&state={state}", .malformedCallback), ("?code=A&state={state}", .malformedCallback),
      ("?access_token=T&state={state}", .malformedCallback),
      ("?error=access_denied&state={state}&iss=https%3A%2F%2Fevil.example", .issuerMismatch),
      ("?response=eyJ&state={state}", .malformedCallback),
      ("?code=A#access_token=T&token_type=bearer&state={state}", .malformedCallback),
      ("#access_token=T&token_type=bearer&code=A&state={state}", .malformedCallback),
      ("#access_token=T&token_type=bearer&error=x&state={state}", .malformedCallback),
      ("#access_token=T&token_type=bearer&refresh_token=R&state={state}", .malformedCallback),
      ("#access_token=T&token_type=bearer&id_token=a.b.c&state={state}", .malformedCallback),
      ("#access_token=T&access_token=U&token_type=bearer&state={state}", .duplicateParameter),
      ("#access_token=T&state={state}", .malformedTokenResponse),
      ("#access_token=T&token_type=mac&state={state}", .unsupportedTokenType),
      ("#access_token=T&token_type=bearer&state={state}&iss=https%3A%2F%2Fevil.example", .issuerMismatch),
    ] as [(String, OAuthError.Code)])
  func ends(tail: String, code: OAuthError.Code) throws {
    var waiting = try Waiting()
    #expect(refusal { try waiting.receive(tail) } == code)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  @Test(
    "RFC 6749 §10.12: what does not have our state, once, changes nothing",
    arguments: [
      "#access_token=T&token_type=bearer", "#access_token=T&token_type=bearer&state=other",
      "#access_token=T&token_type=bearer&state=", "#error=access_denied", "?code=A&state=other",
      "#access_token=T&token_type=bearer&state={state}&state={state}", "#state={state}", "?error=access_denied", "",
    ])
  func foreign(tail: String) throws {
    var waiting = try Waiting()
    #expect(refusal { try waiting.receive(tail) } != nil)
    #expect(try waiting.receiveGoodCallback()?.accessToken == Secret("T"))
  }

  @Test(
    "a refusal in the fragment ends a sign-in by code for its own reason, and a token there for another",
    arguments: [
      ("#error=access_denied&state={state}", .denied), ("#error=server_error&state={state}", .authorizationRefused),
      ("#access_token=T&error=access_denied&state={state}", .malformedCallback),
      ("#code=A&error=access_denied&state={state}", .malformedCallback), ("#state={state}&x=1", .malformedCallback),
    ] as [(String, OAuthError.Code)])
  func fragmentForCode(tail: String, code: OAuthError.Code) throws {
    var waiting = try Waiting(terms: SignIn.Terms())
    #expect(refusal { try waiting.receive(tail) } == code)
  }

  @Test("26: a signed answer with our state ends the sign-in, and one with another state changes nothing")
  func secured() throws {
    var waiting = try Waiting()
    func answer(_ state: String) -> String {
      let parts = [#"{"alg":"ES256"}"#, #"{"code":"A","state":"\#(state)"}"#, "signature"]
      return "?response=" + parts.map { Base64.url.encodedText(Array($0.utf8)) }.joined(separator: ".")
    }
    #expect(refusal { try waiting.receive(answer("other")) } == .stateMismatch)
    #expect(refusal { try waiting.receive(answer(waiting.state)) } == .malformedCallback)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
  }

  @Test("a token that arrives at another place than the redirect URI is not used")
  func elsewhere() throws {
    var waiting = try Waiting()
    let url = try AbsoluteURL("http://127.0.0.1:7777/other#access_token=T&token_type=bearer&state=\(waiting.state)")
    let error = refusal {
      try waiting.signIn.receive(
        SignInCallback(reading: url), at: url, now: Example.now, using: &waiting.random)
    }
    #expect(error == .malformedCallback)
  }

  @Test("23: a sign-in that asked for a code takes no token, and one in the fragment ends it")
  func code() throws {
    var waiting = try WaitingForCode()
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb#access_token=T&token_type=bearer&state=\(waiting.state)")
    let error = refusal {
      try waiting.signIn.receive(
        SignInCallback(reading: url), at: url, now: Example.now, using: &waiting.random)
    }
    #expect(error == .malformedCallback)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
    // Facebook's fragment is no answer, and no reason to end anything.
    var facebook = try WaitingForCode()
    let query = "code=good&state=\(facebook.state)&iss=https%3A%2F%2Fas.example#_=_"
    #expect(sent(by: try facebook.receive(query: query)) != nil)
  }

  @Test("the wish and the sign-in that waits are saved")
  func record() throws {
    let waiting = try Waiting()
    #expect(SignIn.Terms(json: waiting.signIn.terms.json) == waiting.signIn.terms)
    var read = try #require(SignIn(exposedJSON: waiting.signIn.exposedJSON))
    #expect(read.key == waiting.signIn.key && read.expectedResponseMode == .fragment)
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb#access_token=T&token_type=bearer&state=\(waiting.state)")
    var random = SeededGenerator(seed: 1)
    let step = try read.receive(SignInCallback(reading: url), at: url, now: Example.now, using: &random)
    guard case .done = step else {
      Issue.record("tokens")
      return
    }
  }
}

extension SignIn.Terms {
  fileprivate static var implicit: SignIn.Terms {
    var terms = SignIn.Terms()
    terms.usesImplicitGrant = true
    return terms
  }
}
