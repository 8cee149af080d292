import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// What comes back with our state or temporary token and is no success: it ends the sign-in, and the user's no is one in
/// whichever word a provider says it.
@Suite("RFC 6749 §4.1.2.1, RFC 5849 §2.2: how a sign-in ends without a success")
struct SignInEndTests {
  @Test(
    "the user's no is a denial in every word that can mean nothing else; what else is refused is a refusal",
    arguments: [
      ("error=access_denied", .denied), ("error=ACCESS_DENIED", .denied), ("error=user_cancelled_login", .denied),
      ("error=user_cancelled_authorize", .denied), ("error=user_denied", .denied), ("error=user_cancelled", .denied),
      ("error=user_canceled", .denied), ("error_reason=user_denied", .denied), ("denied=1", .denied),
      ("error_code=200&error_reason=user_denied", .denied), ("error=login_required", .authorizationRefused),
      ("error=interaction_required", .authorizationRefused), ("error=consent_required", .authorizationRefused),
      ("error=server_error", .authorizationRefused), ("error_code=901&error_message=No", .authorizationRefused),
      ("error_message=No", .authorizationRefused), ("usercancel=1", .authorizationRefused), ("x=y", .malformedCallback),
    ] as [(String, OAuthError.Code)])
  func codes(query: String, expected: OAuthError.Code) throws {
    var waiting = try WaitingForCode()
    #expect(refusal { try waiting.receive(query: "\(query)&state=\(waiting.state)") } == expected)
    #expect(refusal { try waiting.receiveGoodCallback() } == .outOfOrder)
    // Without our state anyone may have sent it.
    var other = try WaitingForCode()
    #expect(refusal { try other.receive(query: query) } != nil)
    #expect(try other.receiveGoodCallback().code == Secret("good"))
  }

  @Test("an entry says which of its words is the user's no", arguments: ["usercancel=1", "error=nope"])
  func ownWords(query: String) throws {
    let provider = try Example.provider {
      $0.dialect.refusals = ["usercancel", "nope"].map { RefusalTable.Row($0, means: .denied) }
    }
    var waiting = try WaitingForCode(at: provider)
    #expect(refusal { try waiting.receive(query: "\(query)&state=\(waiting.state)") } == .denied)
  }

  @Test("what a provider says in its own names is in the error")
  func words() throws {
    var waiting = try WaitingForCode()
    let error = #expect(throws: OAuthError.self) {
      try waiting.receive(query: "error_code=901&error_message=Not%20public&state=\(waiting.state)")
    }
    #expect(error?.refusal?.error == "901" && error?.refusal?.description == "Not public")
  }

  @Test(
    "5849-4: our temporary token next to a refusal ends the sign-in, also where no verifier is needed",
    arguments: [
      ("denied=1", .denied), ("denied=temporary", .denied), ("oauth_problem=user_refused", .denied),
      ("oauth_problem=permission_denied", .denied), ("error=access_denied", .denied),
      ("oauth_problem=consumer_key_rejected", .authorizationRefused), ("error=server_error", .authorizationRefused),
      ("oauth_verifier=v&denied=temporary", .malformedCallback),
      ("oauth_verifier=a&oauth_verifier=b", .duplicateParameter),
    ] as [(String, OAuthError.Code)], [false, true])
  func oauth1(row: (query: String, code: OAuthError.Code), isVerifierOptional: Bool) throws {
    let provider = try Example.oauth1(isVerifierOptional: isVerifierOptional)
    var waiting = try WaitingForVerifier(at: provider)
    #expect(refusal { try waiting.receive(query: "oauth_token=temporary&\(row.query)") } == row.code)
    #expect(refusal { try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v") } == .outOfOrder)
    var other = try WaitingForVerifier(at: provider)
    #expect(refusal { try other.receive(query: "oauth_token=OTHER&\(row.query)") } != nil)
    #expect(sent(by: try other.receive(query: "oauth_token=temporary&oauth_verifier=v")) != nil)
  }

  @Test("a callback that a page has written as HTML is read as it was meant, since its state is ours")
  func escapedAsHTML() throws {
    var waiting = try WaitingForCode()
    let step = try waiting.receive(query: "code=A&amp;state=\(waiting.state)&amp;iss=https%3A%2F%2Fas.example")
    #expect(try AuthorizationCodeGrant(reading: try #require(sent(by: step)).bodyForm).code == Secret("A"))
  }

  @Test(
    "what answers no sign-in is described by what it is, with the provider's words and without a code",
    arguments: [
      ("", "a visit without an answer"), ("?x=y", "an answer that names no sign-in"),
      ("?code=canary", "an answer without our state"), ("?code=canary&state=other", "an answer to another sign-in"),
      (
        "?error_code=901&error_message=Not%20public", "an answer without our state, which says “901”, “Not public”"
      ), ("?denied=canary", "an answer to another sign-in, which says “denied”"),
    ])
  func ignored(query: String, reason: String) throws {
    #expect(SignInCallback.reasonIgnored(try AbsoluteURL("http://127.0.0.1:7777/cb\(query)")) == reason)
  }
}
