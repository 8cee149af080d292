import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 5849 §2: a sign-in by OAuth 1.0a, step by step")
struct SignInOAuth1Tests {
  // BD6
  @Test("5849-1: the temporary request names the callback and is signed by the consumer")
  func temporaryRequest() throws {
    let waiting = try WaitingForVerifier()
    #expect(waiting.first.url == "https://as.example/temporary")
    let signed = try SignedRequest(reading: waiting.first)
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: nil)
    #expect(
      try TemporaryCredentialRequest(reading: signed, of: waiting.first).callback == .url(try Example.redirectURI().url)
    )
    #expect(signed.stamp?.timestamp == Example.now)
    #expect(waiting.page.text == "https://as.example/authorize1?oauth_token=temporary")
    #expect(waiting.signIn.key == SignIn.Key(temporaryToken: Secret("temporary")))
  }

  // BD10
  @Test(
    "5849-2 and 39: an answer that does not confirm the callback ends the sign-in",
    arguments: [nil, "false", "1"] as [String?])
  func unconfirmed(confirmation: String?) throws {
    var signIn = try Example.signIn(to: try Example.oauth1())
    var random = SeededGenerator()
    _ = try signIn.begin(at: Example.now, using: &random)
    var form: Form = ["oauth_token": "temporary", "oauth_token_secret": "s"]
    if let confirmation { form.append("oauth_callback_confirmed", confirmation) }
    let refused = ResponseMessage(.ok, form: form)
    #expect(refusal { try signIn.receive(refused, at: Example.now, using: &random) } == .callbackNotConfirmed)
    #expect(refusal { try signIn.receive(refused, at: Example.now, using: &random) } == .outOfOrder)
  }

  @Test(
    "5849-2 and 39: an entry may say that its provider leaves the confirmation out, and not that it may refuse it",
    arguments: [(nil, nil), ("", nil), ("true", nil), ("false", .callbackNotConfirmed), ("1", .callbackNotConfirmed)]
      as [(String?, OAuthError.Code?)])
  func optionalConfirmation(confirmation: String?, expected: OAuthError.Code?) throws {
    var provider = try Example.oauth1(isVerifierOptional: true)
    guard case .oauth1(var service) = provider.service else { throw OAuthError.outOfOrder("OAuth 1.0a") }
    service.dialect.isConfirmationOptional = true
    provider.service = .oauth1(service)
    var signIn = try Example.signIn(to: provider)
    var random = SeededGenerator()
    _ = try signIn.begin(at: Example.now, using: &random)
    var form: Form = ["oauth_token": "temporary", "oauth_token_secret": "s"]
    if let confirmation { form.append("oauth_callback_confirmed", confirmation) }
    let answer = ResponseMessage(.ok, form: form)
    #expect(refusal { try signIn.receive(answer, at: Example.now, using: &random) } == expected)
    guard expected == nil else { return }
    // The sign-in stays bound to the token that was asked for.
    for (token, expected) in [("OTHER", OAuthError.Code.temporaryCredentialMismatch), ("temporary", nil)] {
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?oauth_token=\(token)")
      let callback = try SignInCallback(reading: url)
      #expect(
        refusal { try signIn.receive(callback, at: url, now: Example.now, using: &random) } == expected)
    }
  }

  // BD10
  @Test(
    "5849-4 and 39: a callback for another temporary token is refused and the sign-in goes on waiting",
    arguments: ["oauth_token=OTHER&oauth_verifier=v", "denied=OTHER"])
  func otherToken(query: String) throws {
    var waiting = try WaitingForVerifier()
    #expect(refusal { try waiting.receive(query: query) } == .temporaryCredentialMismatch)
    #expect(sent(by: try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")) != nil)
  }

  @Test("5849-5: the exchange carries the verifier, signed with the temporary secret")
  func exchange() throws {
    var waiting = try WaitingForVerifier()
    let request = try #require(sent(by: try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")))
    #expect(request.url == "https://as.example/token1")
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-temporary-secret"))
    #expect(signed.token == Secret("temporary"))
    #expect(try TokenCredentialRequest.verifier(in: signed, of: request) == Secret("v"))
    let credential = TokenCredential(token: Secret("T"), secret: Secret("S"), additional: ["user_id": "7"])
    #expect(try waiting.receive(TokenCredentialResponse(credential).response()) == .done(.oauth1(credential)))
  }

  @Test("5849-6: after the exchange nothing of the temporary credential is left")
  func temporarySecretForgotten() throws {
    var waiting = try WaitingForVerifier()
    _ = try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")
    _ = try waiting.receive(
      TokenCredentialResponse(TokenCredential(token: Secret("T"), secret: Secret("S"))).response())
    #expect(waiting.signIn.flow == .done)
    #expect(waiting.signIn.exposedJSON == .null)
    #expect(refusal { try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v") } == .outOfOrder)
  }

  @Test("the user's denial, in Twitter's words, ends the sign-in as a denial")
  func denied() throws {
    var waiting = try WaitingForVerifier()
    #expect(refusal { try waiting.receive(query: "denied=temporary") } == .denied)
    #expect(refusal { try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v") } == .outOfOrder)
  }

  // BD8
  @Test("a callback without verifier is refused, unless the provider is known to send none", arguments: [false, true])
  func missingVerifier(isOptional: Bool) throws {
    var waiting = try WaitingForVerifier(at: try Example.oauth1(isVerifierOptional: isOptional))
    #expect(refusal { try waiting.receive(query: "oauth_token=temporary") } == (isOptional ? nil : .verifierMissing))
  }

  @Test("a callback of the other protocol answers nothing")
  func otherProtocol() throws {
    var one = try WaitingForVerifier()
    #expect(refusal { try one.receive(query: "code=A&state=temporary") } == .stateMismatch)
    #expect(sent(by: try one.receive(query: "oauth_token=temporary&oauth_verifier=v")) != nil)
    var two = try WaitingForCode()
    #expect(refusal { try two.receive(query: "oauth_token=\(two.state)&oauth_verifier=v") } == .stateMismatch)
    _ = try two.receiveGoodCallback()
  }

  @Test("a client without secret cannot begin, and the error says so")
  func withoutSecret() throws {
    var signIn = SignIn(
      to: try Example.oauth1(), as: try Client(id: "reader"), redirectURI: try Example.redirectURI(), at: Example.now)
    var random = SeededGenerator()
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .invalidClient)
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .outOfOrder)
  }

  @Test("a provider that refuses the consumer, has suspended the account, or answers with a page ends the sign-in")
  func refusedConsumer() throws {
    let page = ResponseMessage(HTTPResponse(status: .ok), body: Array("<html>suspended".utf8))
    let refused = ResponseMessage(
      HTTPResponse(status: .unauthorized), body: Array("oauth_problem=consumer_key_rejected".utf8))
    let suspended = ResponseMessage(
      HTTPResponse(status: .forbidden), body: Array(#"{"errors":[{"code":64,"message":"suspended"}]}"#.utf8))
    for (answer, code) in [
      // EI10
      (suspended, .accountSuspended), (page, OAuthError.Code(rawValue: "answer.unexpected")),
      (refused, .authorizationRefused),
    ] {
      var signIn = try Example.signIn(to: try Example.oauth1())
      var random = SeededGenerator()
      _ = try signIn.begin(at: Example.now, using: &random)
      #expect(refusal { try signIn.receive(answer, at: Example.now, using: &random) } == code)
    }
  }

  @Test("EI10: the entry of a provider says which word means a suspended account, and which does not")
  func suspended() throws {
    let answer = { (body: String) in
      ResponseMessage(HTTPResponse(status: .forbidden), body: Array(body.utf8))
    }
    let rows = [
      RefusalTable.Row("user_suspended", in: .problem, means: .accountSuspended),
      RefusalTable.Row("64", in: .list, means: .rateLimited),
    ]
    for (body, code) in [
      ("oauth_problem=user_suspended", OAuthError.Code.accountSuspended),
      (#"{"errors":[{"code":64}]}"#, .authorizationRefused),
    ] {
      var provider = try Example.oauth1()
      guard case .oauth1(var service) = provider.service else { throw OAuthError.outOfOrder("OAuth 1.0a") }
      service.dialect.refusals = rows
      provider.service = .oauth1(service)
      var signIn = try Example.signIn(to: provider)
      var random = SeededGenerator()
      _ = try signIn.begin(at: Example.now, using: &random)
      #expect(refusal { try signIn.receive(answer(body), at: Example.now, using: &random) } == code)
    }
  }

  @Test("5849-22: a refusal for the time is answered once by a request of the provider's time, at both exchanges")
  func refusedForItsTime() throws {
    let theirs = Example.now + 3600
    let refusing = ResponseMessage.refusingTimestamp(at: theirs)
    var signIn = try Example.signIn(to: try Example.oauth1())
    var random = SeededGenerator()
    _ = try signIn.begin(at: Example.now, using: &random)
    let again = try #require(sent(by: try signIn.receive(refusing, at: Example.now, using: &random)))
    #expect(try SignedRequest(reading: again).stamp?.timestamp == theirs)
    let later = ResponseMessage.refusingTimestamp(at: theirs + 60)
    #expect(refusal { try signIn.receive(later, at: Example.now, using: &random) } == .authorizationRefused)

    var waiting = try WaitingForVerifier()
    _ = try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")
    let exchange = try #require(sent(by: try waiting.receive(refusing)))
    let signed = try SignedRequest(reading: exchange)
    #expect(signed.stamp?.timestamp == theirs)
    #expect(try TokenCredentialRequest.verifier(in: signed, of: exchange) == Secret("v"))
    let credential = TokenCredential(token: Secret("T"), secret: Secret("S"))
    #expect(try waiting.receive(TokenCredentialResponse(credential).response()) == .done(.oauth1(credential)))
  }

  @Test("a provider's base string that differs from ours is shown in the error")
  func baseStringDifference() throws {
    var signIn = try Example.signIn(to: try Example.oauth1())
    var random = SeededGenerator()
    let sent = try #require(sent(by: try signIn.begin(at: Example.now, using: &random)))
    let ours = try String(decoding: SignedRequest(reading: sent).baseString.bytes, as: UTF8.self)
    let theirs = ours.replacing("temporary", with: "temporal")
    let answer = ResponseMessage(.unauthorized, form: ["oauth_problem": "signature_invalid", "debug_sbs": theirs])
    let error = #expect(throws: OAuthError.self) { try signIn.receive(answer, at: Example.now, using: &random) }
    #expect(error?.code == .authorizationRefused)
    #expect(error?.received?.description.contains("the base strings differ") == true)
  }
}
