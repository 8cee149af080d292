import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveExamples

@Suite("RFC 6749 §3.1: where a user allows requests to go, no token goes in clear text")
struct AllowedOriginTests {
  @Test(
    "http beyond this machine is refused unless it is allowed",
    arguments: [
      ("https://api.example.com", false, true), ("http://127.0.0.1:8080", false, true), ("http://[::1]", false, true),
      ("http://api.example.com", false, false), ("http://10.0.0.1:8080", false, false),
      ("http://api.example.com", true, true),
    ])
  func http(origin: String, allowsHTTP: Bool, isTaken: Bool) throws {
    var options = Accounts.SignInOptions(
      allowedOrigins: [try Origin("https://first.example"), try Origin(origin)])
    options.allowsHTTP = allowsHTTP
    do {
      try options.requireEncryptedOrigins()
      #expect(isTaken)
    } catch {
      #expect(!isTaken && error.code == .insecureURL)
    }
  }

  @Test("a sign-in with such an origin sends nothing")
  func signIn() async throws {
    let scene = Scene()
    let options = Accounts.SignInOptions(allowedOrigins: [try Origin("http://api.example.com")])
    let error = await #expect(throws: OAuthError.self) {
      try await scene.accounts(callbackSource: scene.allowing)
        .signIn(to: try Example.provider(), as: try Example.client(), options: options)
    }
    #expect(error?.code == .insecureURL && scene.server.paths.isEmpty)
  }
}
