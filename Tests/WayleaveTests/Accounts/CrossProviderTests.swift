import Foundation
import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 9700 §4.4.2.2: what one provider answers does not come where another's answer would")
struct CrossProviderTests {
  /// An entry of a user's, of which nobody knows who wrote it.
  private func described(_ name: String, protocol spoken: String = "oauth2", _ more: String = "") throws -> Provider {
    let oauth1 = spoken == "oauth1" ? #""temporary_credential_endpoint": "https://a.example/r","# : ""
    let text = """
      {"format": 1, "name": "\(name)", "protocol": "\(spoken)", \(oauth1) \(more)
       "authorization_endpoint": "https://a.example/a", "token_endpoint": "https://a.example/t"}
      """
    return try Provider(json: JSON(decoding: Array(text.utf8)))
  }

  @Test("attacks 10 and 41: a described provider has a path of its own where its callbacks need not name the issuer")
  func ownPath() throws {
    for provider in [
      try described("photos"), try described("photos", protocol: "oauth1"),
      try described("photos", #""issuer": "https://a.example","#),
    ] {
      #expect(try provider.loopbackRedirectURI.text == "http://127.0.0.1/callback/photos")
    }
  }

  @Test("attacks 10 and 41: a provider that is built in, found by its issuer or names it in callbacks shares one path")
  func sharedPath() throws {
    let named = try described("photos", #""issuer": "https://a.example", "issuer_in_callback": true,"#)
    for provider in Provider.builtIn + [named, try Provider(issuer: "https://issuer.example")] {
      #expect(try provider.loopbackRedirectURI.text == "http://127.0.0.1/callback")
    }
  }

  @Test("attack 41: an entry that took the name of a built-in provider has another path than that")
  func impostor() throws {
    #expect(try described("foursquare").loopbackRedirectURI != Provider.foursquare.loopbackRedirectURI)
  }

  @Test("attack 41: a name that no description may have is one segment of the path, and no one else's")
  func foreignNames() throws {
    let names = ["..", "a/b", "Photos", "", "phôtos", "_", String(repeating: "a", count: 129)]
    let paths = try names.map { name in
      let described = try described("photos")
      return try Provider(name: ProviderName(name), title: "", service: described.service).loopbackRedirectURI.url.path
    }
    #expect(Set(paths).count == names.count)
    for path in paths {
      #expect(path.hasPrefix("/callback/_") && path.split(separator: "/").count == 2 && path.utf8.count == 23)
    }
  }

  @Test("attack 41: the code of a trusted provider does not reach the one that had the user sent there")
  func takeover() async throws {
    let scene = Scene()
    let evil = try described("evil")
    let answers = Lock<[Said]>([])
    let agent = ScriptedSource { url, verdict in
      let asked = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      #expect(asked.redirectURI.url.path == "/callback/evil")
      // The trusted provider knows its own redirect URI alone, and sends its code there.
      let trusted = try RedirectURI("http://127.0.0.1/callback/trusted")
      #expect(!trusted.matches(requested: asked.redirectURI))
      let stolen = AuthorizationCallback(.code(Secret("trusted-code")), state: asked.state, issuer: nil)
        .url(to: trusted)
      let verdict = await verdict(stolen)
      answers.withLock { $0.append(verdict) }
    }
    let refused = await code {
      _ = try await scene.accounts(callbackSource: agent).signIn(to: evil, as: try Client(id: "reader"))
    }
    #expect(refused == .malformedCallback && answers.withLock { $0 } == [.failed])
    #expect(scene.server.requests.isEmpty)
  }

  @Test("attack 41: on its own path the same provider signs its users in")
  func honest() async throws {
    let scene = Scene()
    let provider = try described("photos")
    let agent = ScriptedSource { url, verdict in
      let asked = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      let own = AuthorizationCallback(.code(Secret("own")), state: asked.state, issuer: nil).url(to: asked.redirectURI)
      #expect(await verdict(own) == .accepted)
    }
    scene.server.answer("/t", with: TokenResponse(accessToken: Secret("a"), tokenType: "Bearer").response())
    _ = try await scene.accounts(callbackSource: agent).signIn(to: provider, as: try Client(id: "reader"))
    let asked = try #require(scene.server.requests.first)
    #expect(try AuthorizationCodeGrant(reading: asked.bodyForm).redirectURI?.url.path == "/callback/photos")
  }

  @Test("attack 41: the listener answers on the provider's own path alone, and goes on waiting")
  func listener() async throws {
    let waiting = try await WaitingSignIn(at: try described("photos").loopbackRedirectURI.text)
    for path in ["/callback", "/callback/", "/callback/other", "/callback/photos/", "/callback/photos/x"] {
      #expect(try await waiting.get("\(path)?code=A&state=S")?.status == 404)
    }
    #expect(waiting.asked.isEmpty)
    #expect(try await waiting.get("/callback/photos?code=A&state=S")?.status == 200)
    #expect(await waiting.outcome.value == nil)
    await waiting.session.close()
  }

  @Test("attack 41: a client with a redirect URI of its own keeps it")
  func registered() async throws {
    let scene = Scene()
    let prepared = Lock<String?>(nil)
    let agent = ScriptedSource { url, _ in
      let asked = try AuthorizationRequest(reading: RequestMessage(.get, to: url))
      prepared.withLock { $0 = asked.redirectURI.text }
    }
    let client = try Client(id: "reader", redirectURIs: [RedirectURI("http://127.0.0.1/registered")])
    _ = try? await scene.accounts(callbackSource: agent).signIn(to: try described("photos"), as: client)
    #expect(prepared.withLock { $0 } == "http://127.0.0.1/registered")
  }
}
