import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9126: a sign-in pushes its request where the server takes that")
struct SignInPushedTests {
  @Test("9126-1: the request is posted whole, and the client authenticates as at the token endpoint")
  func pushed() throws {
    let pushing = try Pushing()
    #expect(pushing.request.url == "https://as.example/par" && pushing.request.head.method == .post)
    #expect(pushing.request.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    let request = try pushing.pushed
    #expect(request.redirectURI == (try Example.redirectURI()) && request.scopes == ["profile"])
    #expect(request.state != nil && request.codeChallenge != nil)
  }

  @Test("9126-4, FAPI-4: the user's browser carries the client id and the name of the request, and nothing else")
  func reference() throws {
    var pushing = try Pushing()
    let url = try pushing.accept()
    #expect(
      try Form(decoding: url.query ?? "").fields.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
        == ["client_id", "request_uri"])
    #expect(try Form(decoding: url.query ?? "").text(of: "request_uri") == Pushing.name)
  }

  @Test("the callback must fit what was pushed, and the verifier is that of its challenge")
  func exchanged() throws {
    var pushing = try Pushing()
    let request = try pushing.pushed
    _ = try pushing.accept()
    let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=other")
    #expect(
      refusal {
        try pushing.signIn.receive(
          try SignInCallback(reading: url), at: url, now: Example.now, using: &pushing.random)
      } == .stateMismatch)
    #expect(pushing.signIn.key == request.state.map(SignIn.Key.init(state:)))
    let grant = try AuthorizationCodeGrant(reading: try pushing.comeBack().bodyForm)
    let verifier = try #require(grant.verifier)
    #expect(request.codeChallenge?.isMet(by: verifier) == true)
  }

  @Test("FAPI-1: the request is pushed with a challenge of S256, and a callback of another issuer is refused")
  func securityProfile() throws {
    var pushing = try Pushing()
    #expect(try pushing.request.bodyForm.text(of: "code_challenge_method") == "S256")
    _ = try pushing.accept()
    let state = try pushing.pushed.state?.exposedText ?? ""
    for issuer in ["https%3A%2F%2Fas.example%2F", "https%3A%2F%2Fevil.example"] {
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?code=A&state=\(state)&iss=\(issuer)")
      var other = pushing
      let code = refusal {
        try other.signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &other.random)
      }
      #expect(code == .issuerMismatch)
    }
    let grant = try AuthorizationCodeGrant(reading: try pushing.comeBack().bodyForm)
    let verifier = try #require(grant.verifier)
    #expect(try pushing.pushed.codeChallenge?.isMet(by: verifier) == true)
  }

  @Test("a sign-in that was pushed goes on from its record; while it is being pushed there is nothing to keep")
  func saved() throws {
    var pushing = try Pushing()
    #expect(pushing.signIn.exposedJSON == .null && pushing.signIn.key == nil)
    _ = try pushing.accept()
    pushing.signIn = try #require(SignIn(exposedJSON: pushing.signIn.exposedJSON))
    #expect(try pushing.comeBack().url == "https://as.example/token")
  }

  @Test("RFC 9126 §4: a request whose name has expired is pushed again, as the same request")
  func again() throws {
    var pushing = try Pushing()
    #expect(refusal { try pushing.signIn.pushAgain(at: Example.now, using: &pushing.random) } == .outOfOrder)
    _ = try pushing.accept()
    let key = pushing.signIn.key
    #expect(pushing.signIn.pageLifetime == .seconds(60) && key != nil)
    let request = try #require(sent(by: try pushing.signIn.pushAgain(at: Example.now, using: &pushing.random)))
    let (first, second) = (try pushing.pushed, try Pushing.pushed(in: request))
    #expect(second.state == first.state && second.codeChallenge == first.codeChallenge)
    _ = try pushing.accept()
    #expect(pushing.signIn.key == key)
    #expect(try pushing.comeBack().url == "https://as.example/token")
  }

  @Test(
    "9126-3: anything but 201 with request_uri and expires_in ends the sign-in before the user is asked",
    arguments: [
      (201, ["request_uri": "urn:a", "expires_in": 60], nil),
      (200, ["request_uri": "urn:a", "expires_in": 60], .unexpectedAnswer),
      (201, ["expires_in": 60], .unexpectedAnswer), (201, ["request_uri": "urn:a"], .unexpectedAnswer),
      (400, ["error": "invalid_request"], .authorizationRefused), (401, ["error": "invalid_client"], .clientRefused),
    ] as [(Int, JSON, OAuthError.Code?)])
  func answers(status: Int, body: JSON, code: OAuthError.Code?) throws {
    var pushing = try Pushing()
    let answer = ResponseMessage(.init(code: status), json: body)
    #expect(refusal { try pushing.receive(answer) } == code)
    guard code != nil else { return }
    #expect(refusal { try pushing.accept() } == .outOfOrder)
  }

  @Test("9126-5: what must be pushed is pushed, or nothing is sent; where nothing is offered, the browser carries it")
  func required() throws {
    #expect(try Pushing { $0.requiresPushedAuthorizationRequests = true }.request.url == "https://as.example/par")
    var random = SeededGenerator()
    var signIn = try Example.signIn(to: try Example.provider { $0.requiresPushedAuthorizationRequests = true })
    #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == .malformedMetadata)
    #expect(try WaitingForCode().request.state != nil)
  }

  @Test("8707-1, 9396-1 and OpenID Connect Core §3.1.2.1: what is wished for is asked, and only that")
  func terms() throws {
    let details = try AuthorizationDetails([["type": "payment_initiation"]])
    let resources = [try ResourceIndicator("https://api.example/a"), try ResourceIndicator("https://api.example/b")]
    let terms = SignIn.Terms(
      resources: resources, details: details, authenticationContextClasses: ["gold", "silver"],
      maximumAge: .seconds(60),
      loginHint: "ada@as.example", prompt: "consent")
    let request = try Pushing(terms: terms) { service in
      service[.keySet] = try Endpoint("https://as.example/keys")
      service.scopes = ["openid"]
    }.pushed
    #expect(request.resources == resources && request.details == details)
    #expect(try request.additional.text(of: "acr_values") == "gold silver")
    #expect(try request.additional.text(of: "max_age") == "60")
    #expect(try request.additional.text(of: "login_hint") == "ada@as.example")
    #expect(try request.additional.text(of: "prompt") == "consent")
    let plain = try Pushing().pushed
    #expect(plain.resources.isEmpty && plain.details == nil && plain.additional == Form())
    #expect(SignIn.Terms(json: terms.json) == terms && SignIn.Terms(json: nil) == SignIn.Terms())
  }
}

@Suite("RFC 9101: a sign-in signs its request where the server demands that")
struct SignInSignedTests {
  @Test("9101-2 to 9101-4: the object is the client's, for the issuer, with the request inside and the id outside too")
  func object() throws {
    let (client, keys) = try signing()
    var random = SeededGenerator()
    let provider = try Example.provider {
      $0.requiresSignedRequestObjects = true
      $0.scopes = ["openid"]
    }
    var signIn = SignIn(to: provider, as: client, redirectURI: try Example.redirectURI(), at: Example.now)
    let url = try #require(shown(by: try signIn.begin(at: Example.now, using: &random)))
    let query = try Form(decoding: url.query ?? "")
    // OpenID Connect Core §6.1 wants these two outside as well.
    #expect(
      query.fields.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
        == ["client_id", "request", "response_type", "scope"])
    let request = try read(query, by: keys)
    #expect(request.clientID == "reader" && request.scopes == ["openid"])
    #expect(request.state.map(SignIn.Key.init(state:)) == signIn.key)
    #expect(refusal { try read(query, by: keys, issuer: "https://other.example") } == .foreignRequestObject)
  }

  @Test("what is signed is pushed where that is offered: the object and the client id, next to the authentication")
  func pushed() throws {
    let (client, keys) = try signing()
    let pushing = try Pushing(as: client) { $0.requiresSignedRequestObjects = true }
    let form = try pushing.request.bodyForm
    #expect(
      Set(form.fields.map { String(decoding: $0.name, as: UTF8.self) })
        == ["client_id", "request", "client_assertion", "client_assertion_type"])
    #expect(try read(form, by: keys).codeChallenge != nil)
  }

  @Test("a client without a key cannot, and says so; where nothing is demanded it need not")
  func keyless() throws {
    var random = SeededGenerator()
    for (isRequired, code) in [(true, .invalidClient), (false, nil)] as [(Bool, OAuthError.Code?)] {
      var signIn = try Example.signIn(to: try Example.provider { $0.requiresSignedRequestObjects = isRequired })
      #expect(refusal { try signIn.begin(at: Example.now, using: &random) } == code)
    }
  }

  private func signing() throws -> (Client, JSONWebKeySet) {
    let key = try JSONWebKey.generate(for: .es256)
    return (try Client(id: "reader", key: key), try JSONWebKeySet([try #require(key.publicKey)]))
  }

  private func read(
    _ form: Form, by keys: JSONWebKeySet, issuer: Issuer = "https://as.example"
  ) throws -> AuthorizationRequest {
    let object = try RequestObject(
      verifying: Secret(try form.text(of: "request") ?? ""), verifiedBy: keys, allowing: [.es256],
      from: ClientID(try form.text(of: "client_id") ?? ""), to: issuer, at: Example.now)
    return try AuthorizationRequest(reading: object.parameters)
  }
}

@Suite("RFC 9126 §2.3: a refusal of a pushed request")
struct PushRefusalTests {
  @Test("RFC 6749 §4.1.2: where a server is in trouble the sign-in begins again, after the time that the server names")
  func beginningAgain() throws {
    let rows: [(String?, String)] = [
      ("30", "Wait 30 seconds, then begin the sign-in again."),
      (nil, "Begin the sign-in again. If this repeats, try later."),
    ]
    for (time, expected) in rows {
      var pushing = try Pushing()
      var response = ResponseMessage(HTTPResponse(status: .serviceUnavailable))
      response.head.headerFields[.retryAfter] = time
      do {
        _ = try pushing.receive(response)
        Issue.record("not refused")
      } catch let error as OAuthError {
        #expect(error.code == .serverUnavailable && error.remedy.description == expected, "\(error)")
      }
    }
  }

  @Test(
    "T10: every refusal speaks of the pushed request, and not of tokens",
    arguments: [
      ("invalid_request", .authorizationRefused), ("invalid_client", .clientRefused),
      ("unauthorized_client", .clientRefused), ("invalid_grant", .authorizationRefused),
    ] as [(String, OAuthError.Code)])
  func words(word: String, expected: OAuthError.Code) throws {
    var pushing = try Pushing()
    do {
      _ = try pushing.receive(TokenErrorResponse(word).response())
      Issue.record("not refused")
    } catch let error as OAuthError {
      #expect(error.code == expected && error.rule == .rfc(9126, "2.3") && error.refusal?.error == word)
    }
  }

  @Test("H1: only where the server does not demand pushed requests is it the way out to send one unpushed")
  func unpushed() throws {
    for (isDemanded, word) in [(true, "server_error"), (false, "server_error"), (true, "other"), (false, "other")] {
      var pushing = try Pushing { $0.requiresPushedAuthorizationRequests = isDemanded }
      do {
        _ = try pushing.receive(TokenErrorResponse(word).response())
        Issue.record("not refused")
      } catch let error as OAuthError {
        #expect((error.remedy == .sendUnpushed) == !isDemanded, "\(word): \(error)")
      }
    }
  }
}
