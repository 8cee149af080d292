import Testing
import WayleaveProvider
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8725 §3.1: the entry says by which algorithms ID tokens are believed")
struct IDTokenAlgorithmTests {
  private let scene = Scene()

  @Test("126, 127: an HMAC verifies an ID token only where the entry says so, and then by the client secret")
  func sharedSecret() async throws {
    let secret = Secret("canary-client-secret-of-32-bytes-and-more")
    let client = try Client(id: "reader", secret: secret, redirectURIs: [Example.redirectURI()])
    var service = OAuth2Service(
      issuer: "https://as.example", authorizationEndpoint: try Endpoint("https://as.example/authorize"),
      tokenEndpoint: try Endpoint("https://as.example/token"), scopes: ["openid"])
    service.idTokenAlgorithms = [.hs256]
    let entry = Provider(name: "shared", title: "Shared", service: .oauth2(service))
    scene.server.state.withLock { $0.signsWith = (JSONWebKey(sharedSecret: secret), .hs256) }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let signedIn = try await accounts.signIn(to: entry, as: client)
    #expect(signedIn.account.subject == "user-9")
    #expect(!scene.server.paths.contains("/keys"))

    let open = try Client(id: "reader", redirectURIs: [Example.redirectURI()])
    #expect(await code { _ = try await accounts.signIn(to: entry, as: open) } == .invalidClient)
    let usual = try Provider(issuer: "https://as.example")
    let refused = await code { _ = try await accounts.signIn(to: usual, as: try Example.client()) }
    #expect(refused == .unsupportedAlgorithm)
    let guessed = Secret("another-client-secret-of-32-bytes-and-more")
    scene.server.state.withLock { $0.signsWith = (JSONWebKey(sharedSecret: guessed), .hs256) }
    let forged = await code { _ = try await accounts.signIn(to: entry, as: client) }
    #expect(forged == .tokenSignatureMismatch)
  }

  @Test("RFC 8725 §3.1: where an entry allows both, the algorithm of the token says whether the secret is the key")
  func secretOrPublishedKey() async throws {
    let secret = Secret("canary-client-secret-of-32-bytes-and-more")
    let client = try Client(id: "reader", secret: secret, redirectURIs: [Example.redirectURI()])
    let entry = try Example.provider {
      $0[.keySet] = try Endpoint("https://as.example/keys")
      ($0.idTokenAlgorithms, $0.scopes) = ([.hs256, .es256], ["openid"])
    }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let account = try await accounts.signIn(to: entry, as: client).account
    #expect(account.subject == "user-9")
    #expect(scene.server.paths.filter { $0 == "/keys" }.count == 1)
    // The same at a refresh: the new ID token takes the place of the first.
    let first = try await scene.tokens(of: account)?.idToken
    _ = try await accounts.fresh(account, forcing: true)
    #expect(try await scene.tokens(of: account)?.idToken != first)
    scene.server.state.withLock { $0.signsWith = (JSONWebKey(sharedSecret: secret), .hs256) }
    #expect(try await accounts.signIn(to: entry, as: client).account.subject == "user-9")
    let guessed = Secret("another-client-secret-of-32-bytes-and-more")
    scene.server.state.withLock { $0.signsWith = (JSONWebKey(sharedSecret: guessed), .hs256) }
    #expect(await code { _ = try await accounts.signIn(to: entry, as: client) } == .tokenSignatureMismatch)
  }
}
