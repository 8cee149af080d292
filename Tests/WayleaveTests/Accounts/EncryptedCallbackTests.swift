import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("JWT Secured Authorization Response Mode §3: a sign-in whose callback is encrypted for the client")
struct EncryptedCallbackTests {
  private let scene = Scene()
  private let key: JSONWebKey
  private let client: Client
  private let provider: Provider

  init() throws {
    key = try decryptionKey()
    client = try Client(
      id: "reader", secret: Secret("canary-client-secret"), redirectURIs: [Example.redirectURI()], callbackKey: key)
    provider = try Example.provider { service in
      service[.keySet] = try Endpoint("https://as.example/keys")
      service.idTokenAlgorithms = [.es256]
    }
  }

  private let options = Accounts.SignInOptions(terms: .init(wantsSecuredCallback: true))

  @Test("a user agent's callback in the clear is ignored, and the encrypted one finishes the sign-in")
  func whole() async throws {
    let verdicts = Lock<[Said]>([])
    let agent = ScriptedSource { url, verdict in
      for isEncrypted in [false, true] {
        let verdict = await verdict(try callback(to: url, isEncrypted: isEncrypted))
        verdicts.withLock { $0.append(verdict) }
      }
    }
    let signedIn = try await scene.accounts(callbackSource: agent).signIn(to: provider, as: client, options: options)
    #expect(signedIn.account.subject == "7" && verdicts.withLock { $0 } == [.ignored, .accepted])
  }

  @Test("in halves the client is named: without it the callback belongs to no sign-in, and ours goes on waiting")
  func halves() async throws {
    let url = try await scene.accounts().begin(provider, as: client, options: options)
    let callback = try callback(to: url, isEncrypted: true)
    for other in [nil, try Example.client()] {
      guard case .notOurs = try await scene.accounts().receive(callback, for: other) else {
        Issue.record("taken")
        continue
      }
    }
    guard case .completed = try await scene.accounts().receive(callback, for: client) else {
      Issue.record("not completed")
      return
    }
  }

  private func callback(to url: AbsoluteURL, isEncrypted: Bool) throws -> String {
    let plain = try AuthorizationCallback(reading: AbsoluteURL(scene.server.allow(url)))
    let open = try #require(key.publicKey)
    let form = try SecuredResponse.sign(
      plain, from: "https://as.example", to: "reader", at: Example.now, with: OpenIDExample.key, by: .es256,
      encryption: isEncrypted ? TokenEncryption(key: open, algorithm: .ecdhES, encryption: .a256GCM) : nil)
    return "http://127.0.0.1:7777/cb?" + String(decoding: form.encoded(), as: UTF8.self)
  }
}
