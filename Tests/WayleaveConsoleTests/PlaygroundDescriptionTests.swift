import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("The description of a running playground")
struct PlaygroundDescriptionTests {
  private let base = "http://127.0.0.1:9765"

  private func description() throws -> PlaygroundDescription {
    let provider = Provider(
      name: PlaygroundDescription.name(of: "tollgate"), title: "Tollgate (playground)",
      service: .issuer(try AbsoluteURL(base + "/tollgate")))
    let client = try Client(id: "tollgate-web", secret: Secret("not-real"), authentication: .basic)
    let registered = try RegisteredClient(name: "playground-tollgate", provider: provider.name, client: client)
    return PlaygroundDescription(base: base, entries: [.init(provider: provider, clients: [registered])])
  }

  @Test("is read as it was written")
  func whole() throws {
    let written = try description()
    let read = try PlaygroundDescription(exposedJSON: JSON(decoding: written.exposedJSON.encoded()))
    #expect(read == written)
    #expect(read.clients.first?.client.secret == Secret("not-real"))
  }

  @Test(
    "with a URL of another place in it, or another provider's name, it is refused",
    arguments: [
      ("http://127.0.0.1:9765/tollgate", "https://issuer.example"),
      ("http://127.0.0.1:9765/tollgate", "http://127.0.0.1:9766/tollgate"),
      ("http://127.0.0.1:9765/tollgate", "http://127.0.0.1:9765@issuer.example/tollgate"),
      ("\"url\":\"http://127.0.0.1:9765\"", "\"url\":\"http://10.0.0.1:9765\""),
      ("\"url\":\"http://127.0.0.1:9765\"", "\"url\":\"https://127.0.0.1:9765\""),
      ("\"url\":\"http://127.0.0.1:9765\"", "\"url\":\"http://127.0.0.1:9765/\""),
      ("playground-tollgate", "twitter"), ("playground-tollgate", "other-tollgate"),
      ("\"format\":1", "\"format\":2"),
    ])
  func foreign(text: String, replacement: String) throws {
    let written = try description().exposedJSON.encodedText()
    let changed = written.replacing(text, with: replacement)
    try #require(changed != written)
    let error = #expect(throws: OAuthError.self) {
      _ = try PlaygroundDescription(exposedJSON: JSON(decoding: Array(changed.utf8)))
    }
    #expect(error?.code == .malformedProvider)
  }

  @Test(
    "after its end the advice signs in to the same account, where the user gave it a name", arguments: [true, false])
  func ended(isAnotherRunning: Bool) {
    let advice = { (name: String?) in
      OAuthError.playgroundEnded(at: "playground-tollgate", name: name, isAnotherRunning: isAnotherRunning).remedy
        .inCommands
    }
    #expect(advice("my work").hasSuffix("wayleave login playground-tollgate --account 'my work'`."))
    #expect(advice(nil).hasSuffix("wayleave login playground-tollgate`."))
  }

  @Test("everywhere on 10.0.0.1: it is not this machine")
  func otherMachine() throws {
    let moved = try description().exposedJSON.encodedText().replacing("127.0.0.1", with: "10.0.0.1")
    #expect(throws: OAuthError.self) { _ = try PlaygroundDescription(exposedJSON: JSON(decoding: Array(moved.utf8))) }
  }
}
