import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveJOSE
import WayleaveOAuth2
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("JWT Secured Authorization Response Mode §2.4: a callback that was asked for signed counts when it is verified")
struct SignInSecuredTests {
  private let key: JSONWebKey
  private let keys: JSONWebKeySet

  init() throws {
    key = try JSONWebKey.generate(for: .es256, keyID: "1")
    keys = try JSONWebKeySet([try #require(key.publicKey)])
  }

  @Test("§2.3.1: it is asked for, comes as one JWT, and leads to the exchange once the keys prove it")
  func verified() throws {
    var waiting = try Waiting()
    #expect(waiting.request.responseMode == .queryJWT)
    #expect(try WaitingForCode().request.responseMode == nil)
    waiting.signIn = try #require(SignIn(exposedJSON: waiting.signIn.exposedJSON))
    guard case .verify(let source) = try waiting.receive(try signed(waiting)) else { throw NotVerified() }
    #expect(source.endpoint.url.text == "https://as.example/keys" && !source.isRefetch)
    let exchange = try #require(sent(by: try waiting.receive(keys)))
    #expect(try AuthorizationCodeGrant(reading: exchange.bodyForm).code == Secret("canary-code"))
  }

  @Test("a refusal counts as well when it is verified")
  func denied() throws {
    var waiting = try Waiting()
    let denial = AuthorizationCallback(
      .refused(ProviderRefusal(error: "access_denied")), state: waiting.request.state, issuer: "https://as.example")
    _ = try waiting.receive(try signed(waiting, denial))
    #expect(refusal { try waiting.receive(keys) } == .denied)
  }

  @Test("a key that is not known asks for fresh ones, once")
  func unknownKey() throws {
    let other = try JSONWebKeySet([try #require(try JSONWebKey.generate(for: .es256, keyID: "2").publicKey)])
    var waiting = try Waiting()
    _ = try waiting.receive(try signed(waiting))
    guard case .verify(let again) = try waiting.receive(other) else { throw NotVerified() }
    #expect(again.isRefetch)
    var second = waiting
    #expect(sent(by: try waiting.receive(keys)) != nil)
    #expect(refusal { try second.receive(other) } == .unknownKey)
  }

  @Test(
    "9207-5, §2.4: one of another issuer, for another client, too old, or unsigned, ends the sign-in",
    arguments: [
      ("iss", "https://evil.example", .issuerMismatch), ("aud", "other", .audienceMismatch),
      ("exp", 1_699_999_000, .expiredCallback), ("code", "", .malformedCallback),
    ] as [(String, JSON, OAuthError.Code)])
  func foreign(claim: String, value: JSON, code: OAuthError.Code) throws {
    var waiting = try Waiting()
    _ = try waiting.receive(try signed(waiting) { $0[claim] = value })
    #expect(refusal { try waiting.receive(keys) } == code)
    #expect(refusal { try waiting.receive(keys) } == .outOfOrder)
  }

  @Test("one that was changed on its way, or signed by the key of another algorithm, ends the sign-in")
  func forged() throws {
    var waiting = try Waiting()
    let thief = try JSONWebKey.generate(for: .es256, keyID: "1")
    let forged = try SecuredResponse.sign(
      AuthorizationCallback(.code(Secret("A")), state: waiting.request.state), from: "https://as.example",
      to: "reader", at: Example.now, with: thief, by: .es256)
    _ = try waiting.receive(forged)
    #expect(refusal { try waiting.receive(keys) } == .tokenSignatureMismatch)
  }

  @Test("1: one for another state changes nothing, and one that came unsigned, or signed unasked, is not believed")
  func others() throws {
    var waiting = try Waiting()
    let other = AuthorizationCallback(.code(Secret("A")), state: Secret("other"), issuer: "https://as.example")
    #expect(refusal { try waiting.receive(try signed(waiting, other)) } == .stateMismatch)
    _ = try waiting.receive(try signed(waiting))
    #expect(sent(by: try waiting.receive(keys)) != nil)
    var plain = try Waiting()
    var form: Form = ["code": "A", "iss": "https://as.example"]
    form.append("state", plain.request.state?.exposedText ?? "")
    #expect(refusal { try plain.receive(form) } == .malformedCallback)
    var unasked = try Waiting(wishing: false)
    #expect(refusal { try unasked.receive(try signed(unasked)) } == .malformedCallback)
  }

  @Test(
    "JARM-1, §2.4: one that is encrypted for the client is decrypted first, by every kind of key, and then verified",
    arguments: [
      (KeyManagementAlgorithm.rsaOAEP256, ContentEncryption.a128CBCHS256), (.ecdhES, .a256GCM),
      (.ecdhESA256KW, .a128GCM),
    ])
  func encrypted(algorithm: KeyManagementAlgorithm, encryption: ContentEncryption) throws {
    let own = try decryptionKey(like: algorithm == .rsaOAEP256 ? .rs256 : .es256)
    var waiting = try Waiting(decryptingWith: own)
    waiting.signIn = try #require(SignIn(exposedJSON: waiting.signIn.exposedJSON))
    let text = try #require(try signed(waiting).text(of: "response"))
    func encrypted(for key: JSONWebKey) throws -> Form {
      let open = try #require(key.publicKey)
      let jwe = try TokenEncryption(key: open, algorithm: algorithm, encryption: encryption).encrypt(Secret(text))
      return ["response": jwe.exposedText]
    }
    // In the clear, or for somebody else's key: nobody can read it, and the sign-in goes on waiting.
    #expect(refusal { try waiting.receive(["response": text]) } == .unsupportedAlgorithm)
    let other = try decryptionKey(like: algorithm == .rsaOAEP256 ? .rs256 : .es256)
    #expect(refusal { try waiting.receive(encrypted(for: other)) } == .unknownKey)
    guard case .verify = try waiting.receive(encrypted(for: own)) else { throw NotVerified() }
    var forged = waiting
    let foreign = try JSONWebKeySet([try #require(try JSONWebKey.generate(for: .es256, keyID: "1").publicKey)])
    #expect(refusal { try forged.receive(foreign) } == .tokenSignatureMismatch)
    let exchange = try #require(sent(by: try waiting.receive(keys)))
    #expect(try AuthorizationCodeGrant(reading: exchange.bodyForm).code == Secret("canary-code"))
  }

  @Test("one that is encrypted is no callback of a client that never registered for it, nor is a public key one's own")
  func unregisteredEncryption() throws {
    let own = try decryptionKey()
    var waiting = try Waiting()
    let text = try #require(try signed(waiting).text(of: "response"))
    let open = try #require(own.publicKey)
    let jwe = try TokenEncryption(key: open, algorithm: .ecdhES, encryption: .a128GCM).encrypt(Secret(text))
    #expect(refusal { try waiting.receive(["response": jwe.exposedText]) } == .unsupportedAlgorithm)
    for key in [open, JSONWebKey(sharedSecret: Secret(String(repeating: "s", count: 32)))] {
      #expect(refusal { try Client(id: "reader", callbackKey: key) } == .invalidClient)
    }
    #expect(try Client(id: "reader", callbackKey: own).callbackKey == own)
  }

  @Test("a provider without an issuer or without keys cannot be asked for one")
  func unverifiable() throws {
    for edit in [{ $0.issuer = nil }, { $0[.keySet] = nil }] as [(inout OAuth2Service) -> Void] {
      #expect(refusal { try Waiting(changing: edit) } == .unsupported)
      _ = try Waiting(wishing: false, changing: edit)
    }
  }

  private struct NotVerified: Error {}

  private func signed(
    _ waiting: Waiting, _ callback: AuthorizationCallback? = nil, _ edit: (inout JSON.Object) -> Void = { _ in }
  ) throws -> Form {
    let callback =
      callback
      ?? AuthorizationCallback(.code(Secret("canary-code")), state: waiting.request.state, issuer: "https://as.example")
    let form = try SecuredResponse.sign(
      callback, from: "https://as.example", to: "reader", at: Example.now, with: key, by: .es256)
    let text = try #require(try form.text(of: "response"))
    var claims = try #require(try JSON(decoding: JSONWebSignature(compact: Array(text.utf8)).unverifiedPayload).object)
    edit(&claims)
    let again = try JSONWebSignature.sign(JSON.object(claims).encoded(), with: key, algorithm: .es256)
    return ["response": again.exposedText]
  }

  /// A sign-in that waits for a callback as a JWT.
  private struct Waiting {
    var signIn: SignIn
    var random = SeededGenerator()
    let request: AuthorizationRequest

    init(
      wishing wantsSecuredCallback: Bool = true, decryptingWith callbackKey: JSONWebKey? = nil,
      changing edit: (inout OAuth2Service) -> Void = { _ in }
    ) throws {
      let provider = try Example.provider { service in
        service[.keySet] = try Endpoint("https://as.example/keys")
        service.idTokenAlgorithms = [.es256]
        edit(&service)
      }
      signIn = SignIn(
        to: provider,
        as: try Client(
          id: "reader", secret: Secret("canary-client-secret"), redirectURIs: [Example.redirectURI()],
          callbackKey: callbackKey), redirectURI: try Example.redirectURI(),
        terms: .init(wantsSecuredCallback: wantsSecuredCallback), at: Example.now)
      let url = try #require(shown(by: try signIn.begin(at: Example.now, using: &random)))
      request = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
    }

    mutating func receive(_ form: Form) throws -> SignIn.Step {
      let url = try AbsoluteURL("http://127.0.0.1:7777/cb?" + String(decoding: form.encoded(), as: UTF8.self))
      return try signIn.receive(
        try SignInCallback(reading: url, decryption: signIn.client.callbackDecryption), at: url, now: Example.now,
        using: &random)
    }

    mutating func receive(_ keys: JSONWebKeySet) throws -> SignIn.Step {
      try signIn.receive(keys, at: Example.now, using: &random)
    }
  }
}
