import Foundation
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("callbacks.json: every callback that may arrive, at a sign-in that waits for the state S")
struct CallbackVectorTests {
  /// What each case comes to at this level; the listener's tests hold it to the rest.
  private static let outcomes: [Int: OAuthError.Code?] = [
    1: nil, 2: nil, 3: .issuerMismatch, 4: nil, 5: .duplicateParameter, 6: .duplicateParameter, 7: .stateMismatch,
    8: .stateMismatch, 9: .stateMismatch, 10: .denied, 11: .stateMismatch, 12: .malformedCallback,
    13: .malformedCallback, 14: .malformedCallback, 15: .malformedCallback, 16: .malformedCallback,
    17: .malformedCallback, 18: .malformedCallback, 19: .malformedCallback, 20: .malformedCallback,
    21: .malformedCallback, 22: .malformedCallback, 23: nil, 24: nil, 25: .malformedCallback, 26: .malformedCallback,
    27: .malformedCallback, 28: .malformedCallback, 29: .malformedCallback, 30: .malformedURL, 31: nil, 32: nil,
    33: nil, 37: .malformedJOSE,
  ]

  // ZA4
  @Test(
    "every case of OAuth 2 has its outcome",
    arguments: try CallbackVectors.read().cases.filter { !(34...36).contains($0.n) })
  func oauth2(vector: CallbackVectors.Case) throws {
    var signIn = try waiting(at: vector.redirectURI)
    let expected = try #require(Self.outcomes[vector.n], "case \(vector.n) has no outcome here")
    #expect(try refusal(of: vector.address, by: &signIn) == expected, "\(vector.n): \(vector.expect)")
  }

  @Test("case 4: without an issuer, at a server that promised one")
  func promisedIssuer() throws {
    let vector = try #require(try CallbackVectors.read().cases.first { $0.n == 4 })
    var signIn = try waiting(at: vector.redirectURI, requiresIssuer: true)
    #expect(try refusal(of: vector.address, by: &signIn) == .issuerMismatch)
  }

  @Test("cases 31 and 32: the code is form-decoded", arguments: [(31, "A B"), (32, "4/P7q7W91a")])
  func codes(number: Int, code: String) throws {
    let vector = try #require(try CallbackVectors.read().cases.first { $0.n == number })
    guard case .oauth2(let callback) = try SignInCallback(reading: try AbsoluteURL(vector.address)) else {
      Issue.record("not of OAuth 2")
      return
    }
    #expect(callback.outcome == .code(Secret(code)))
  }

  @Test(
    "cases 34 to 36: OAuth 1.0a",
    arguments: [(34, nil), (35, .temporaryCredentialMismatch), (36, .denied)] as [(Int, OAuthError.Code?)])
  func oauth1(number: Int, expected: OAuthError.Code?) throws {
    let vector = try #require(try CallbackVectors.read().cases.first { $0.n == number })
    var signIn = SignIn(
      to: try Example.oauth1(), as: try Example.client(), redirectURI: try RedirectURI(vector.redirectURI),
      at: Example.now)
    signIn.flow = .oauth1(
      OAuth1Flow(waitingWith: TemporaryCredential(token: Secret("hh5s93j4hdidpola"), secret: Secret("s"))))
    #expect(try refusal(of: vector.address, by: &signIn) == expected)
  }

  /// Two URLs of one callback are told apart by their bytes, but for scheme and host: RFC 3986 §6.2.2.1.
  @Test(
    "attack 70, RFC 8252 §8.10: where a callback arrived",
    arguments: [
      ("https://app.example/cb", "https://APP.example/cb?code=A", true),
      ("https://app.example/cb", "https://app.example:443/cb?code=A", true),
      ("https://app.example/cb", "https://app.example:8443/cb?code=A", false),
      ("https://app.example/cb", "https://app.example/CB?code=A", false),
      ("https://app.example/cb", "http://app.example/cb?code=A", false),
      ("https://app.example/cb?t=1", "https://app.example/cb?t=1&code=A", true),
      ("https://app.example/cb?t=1", "https://app.example/cb?t=10&code=A", false),
      ("https://app.example/cb?t=1", "https://app.example/cb?code=A&t=1", true),
      ("com.example.app:/cb", "com.example.app:/cb?code=A", true),
      ("com.example.app:/cb", "com.example.app://cb?code=A", false),
    ])
  func arrival(registered: String, callback: String, isThere: Bool) throws {
    #expect(try RedirectURI(registered).received(try AbsoluteURL(callback)) == isThere)
  }

  private func waiting(at redirectURI: String, requiresIssuer: Bool = false) throws -> SignIn {
    var signIn = SignIn(
      to: try Example.provider(requiresIssuer: requiresIssuer), as: try Example.client(),
      redirectURI: try RedirectURI(redirectURI), at: Example.now)
    signIn.flow = .code(CodeFlow(waitingFor: .init(state: Secret("S"), verifier: nil, nonce: Secret("N"))))
    return signIn
  }

  private func refusal(of address: String, by signIn: inout SignIn) throws -> OAuthError.Code? {
    var random = SeededGenerator()
    do {
      let url = try AbsoluteURL(address)
      _ = try signIn.receive(try SignInCallback(reading: url), at: url, now: Example.now, using: &random)
      return nil
    } catch { return error.code }
  }
}

/// The file, read with Foundation's decoder, so that our own is not its own judge.
struct CallbackVectors: Decodable {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let n: Int
    let url: String
    let expect: String

    /// The URL with the one abbreviation that the file uses written out.
    var address: String { url.replacing("{20000 x A}", with: String(repeating: "A", count: 20000)) }

    /// The redirect URI that was registered for the case.
    var redirectURI: String {
      if n == 28 { return "com.example.app:/oauth" }
      if n >= 29 { return "https://app.example.com/cb" }
      return n >= 23 ? "myapp://cb" : "http://127.0.0.1:51234/cb"
    }

    var testDescription: String { "\(n)" }
  }

  let cases: [Case]

  static func read() throws -> CallbackVectors {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/callbacks.json")
    return try JSONDecoder().decode(CallbackVectors.self, from: Data(contentsOf: file))
  }
}
