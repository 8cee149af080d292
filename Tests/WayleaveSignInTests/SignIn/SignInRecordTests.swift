import Testing
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A sign-in that waits is saved, and goes on in another process")
struct SignInRecordTests {
  @Test("a saved OAuth 2 sign-in takes its callback, with the same verifier")
  func resumedCode() throws {
    var waiting = try WaitingForCode(scopes: ["openid", "email"])
    let saved = waiting.signIn.exposedJSON
    waiting.signIn = try #require(SignIn(exposedJSON: try JSON(decoding: saved.encoded())))
    #expect(waiting.signIn.exposedJSON == saved)
    #expect(waiting.signIn.scopes == ["openid", "email"])
    #expect(waiting.signIn.beganAt == Example.now)
    #expect(refusal { try waiting.receive(query: "code=A&state=other") } == .stateMismatch)
    let verifier = try #require(try waiting.receiveGoodCallback().verifier)
    #expect(try #require(waiting.request.codeChallenge).isMet(by: verifier))
  }

  @Test("a saved sign-in without a verifier stays without")
  func resumedWithoutPKCE() throws {
    var waiting = try WaitingForCode(
      at: try Example.provider(dialect: OAuth2Dialect { $0.authorization.supportsPKCE = false }))
    waiting.signIn = try #require(SignIn(exposedJSON: waiting.signIn.exposedJSON))
    #expect(try waiting.receiveGoodCallback().verifier == nil)
  }

  @Test("a saved OAuth 1.0a sign-in signs its exchange with the temporary secret")
  func resumedVerifier() throws {
    var waiting = try WaitingForVerifier()
    waiting.signIn = try #require(SignIn(exposedJSON: try JSON(decoding: waiting.signIn.exposedJSON.encoded())))
    let request = try #require(sent(by: try waiting.receive(query: "oauth_token=temporary&oauth_verifier=v")))
    try SignedRequest(reading: request)
      .verify(consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-temporary-secret"))
  }

  @Test("name, allowed origins and client come back as they were")
  func whole() throws {
    var signIn = SignIn(
      to: try Example.provider(), as: try Client(id: "public", redirectURIs: [Example.redirectURI()]),
      redirectURI: try Example.redirectURI(), accountName: "work",
      allowedOrigins: [try Origin("https://other.example:8443")],
      at: Example.now)
    signIn.trustRoots = "/ca.pem"
    var random = SeededGenerator()
    _ = try signIn.begin(at: Example.now, using: &random)
    let back = try #require(SignIn(exposedJSON: signIn.exposedJSON))
    #expect(back.accountName == "work" && back.trustRoots == "/ca.pem")
    #expect(back.allowedOrigins == signIn.allowedOrigins)
    #expect(back.client == signIn.client)
    #expect(back.provider == signIn.provider)
    #expect(back.key == signIn.key)
  }

  @Test("a sign-in that an earlier version saved under another name of the terms goes on with them")
  func earlierName() throws {
    let terms = SignIn.Terms(loginHint: "ada", binding: .required)
    let pushing = try Pushing(terms: terms) { $0.dpopAlgorithms = [.es256] }
    var waiting = pushing
    _ = try waiting.accept()
    var record = try #require(waiting.signIn.exposedJSON.object)
    let saved = try #require(record["terms"])
    record["terms"] = nil
    record["wishes"] = saved
    let back = try #require(SignIn(exposedJSON: .object(record)))
    #expect(back.terms == terms)
    #expect(back.exposedJSON["terms"] == saved && back.exposedJSON["wishes"] == nil)
  }

  @Test("only a sign-in that waits is saved")
  func otherPhases() throws {
    var waiting = try WaitingForCode()
    #expect(try Example.signIn(to: try Example.provider()).exposedJSON == .null)
    _ = try waiting.receiveGoodCallback()
    #expect(waiting.signIn.exposedJSON == .null)
  }

  @Test("a record of which any part is missing or of another type is nothing")
  func damaged() throws {
    let good = try #require(try WaitingForCode().signIn.exposedJSON.object)
    for name in ["provider", "client", "redirect_uri", "began_at", "waiting"] {
      for value in [nil, .null, 7, "text", []] as [JSON?] where !(name == "began_at" && value == 7) {
        var record = good
        record[name] = value
        #expect(SignIn(exposedJSON: .object(record)) == nil, "\(name)")
      }
    }
    #expect(SignIn(exposedJSON: .object(good)) != nil)
    #expect(SignIn(exposedJSON: .null) == nil)
  }
}
