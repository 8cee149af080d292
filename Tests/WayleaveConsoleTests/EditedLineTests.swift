import Testing
import WayleaveSignIn
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("A line that is typed: every byte below a space, and characters of every length")
struct EditedLineTests {
  @Test("a control byte shows and adds nothing, but for those that edit or end the line")
  func controls() {
    for byte in UInt8(0)..<0x20 where ![0x04, 0x08, 0x0A, 0x0D, 0x15].contains(byte) {
      var editor = LineEditor()
      _ = editor.take(0x61)
      #expect(editor.take(byte) == .show([]) && editor.count == 1)
      #expect(editor.take(0x0A) == .line([0x61]))
    }
    var editor = LineEditor()
    #expect(editor.take(0x20) == .show([0x20]) && editor.take(0x7E) == .show([0x7E]) && editor.count == 2)
    #expect(editor.take(0x0D) == .line([0x20, 0x7E]) && editor.count == 0)
  }

  @Test("a deletion takes back one character of 1 to 4 bytes", arguments: ["a", "\u{E9}", "\u{4E2D}", "\u{1F600}"])
  func lengths(character: String) {
    for delete in [UInt8(0x08), 0x7F] {
      var editor = LineEditor()
      for byte in ("x" + character).utf8 { _ = editor.take(byte) }
      #expect(editor.take(delete) == .show([0x08, 0x20, 0x08]) && editor.count == 1)
      #expect(editor.take(delete) == .show([0x08, 0x20, 0x08]) && editor.count == 0)
      #expect(editor.take(delete) == .show([]) && editor.take(0x04) == .end)
    }
  }

  @Test("Ctrl-U takes back as many characters as were typed, and lone continuation bytes end nothing")
  func line() {
    var editor = LineEditor()
    for byte in "a\u{E9}\u{4E2D}".utf8 { _ = editor.take(byte) }
    #expect(editor.take(0x15) == .show([0x08, 0x20, 0x08, 0x08, 0x20, 0x08, 0x08, 0x20, 0x08]))
    #expect(editor.take(0x15) == .show([]))
    for byte in [UInt8(0x80), 0x80] { #expect(editor.take(byte) == .show([])) }
    #expect(editor.take(0x7F) == .show([0x08, 0x20, 0x08]) && editor.count == 0)
  }
}

@Suite("A client as wayleave clients shows it")
struct ClientTextTests {

  private func registered(_ client: Client, name: String = "main", expiry: Instant? = nil) throws -> RegisteredClient {
    try RegisteredClient(name: name, provider: "shop", client: client, secretExpiresAt: expiry)
  }

  @Test(
    "its secret is shown by fingerprint from 16 bytes on, and not at all below", arguments: [(15, false), (16, true)])
  func secret(length: Int, isShown: Bool) throws {
    let secret = Secret(String(repeating: "s", count: length))
    let client = try registered(Client(id: "app", secret: secret))
    #expect(client.text.contains(secret.fingerprint) == isShown && client.text.contains("  secret  stored"))
    #expect(client.json["has_secret"] == true && !client.json.encodedText().contains("sss"))
    #expect(!client.text.contains(String(repeating: "s", count: length)))
  }

  @Test("an API key is shown as a secret is")
  func apiKey() throws {
    var client = try Client(id: "app")
    client.apiKey = Secret(String(repeating: "k", count: 16))
    let registered = try registered(client)
    #expect(registered.text.contains("  api key  stored, fingerprint ") && !registered.text.contains("kkk"))
    #expect(registered.json["has_api_key"] == true && !registered.json.encodedText().contains("kkk"))
  }

  @Test("a public client shows its id alone, and where the user comes back to")
  func open() throws {
    let uris = [try RedirectURI("https://app.example/cb"), try RedirectURI("app.example:/cb")]
    let text = try registered(Client(id: "app", redirectURIs: uris, isOutOfBand: true)).text
    #expect(text.contains("  auth    none: its id alone") && !text.contains("expires"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("  back    ") }.count == 3)
    let json = try registered(Client(id: "app", redirectURIs: uris, isOutOfBand: true)).json
    #expect(json["redirect_uris"] == ["oob", "https://app.example/cb", "app.example:/cb"])
    #expect(json["has_secret"] == false && json["key"] == .null && json["removable_at_provider"] == false)
  }

  @Test("when its secret ends")
  func expiry() throws {
    let client = try registered(Client(id: "app", secret: Secret("s")), expiry: Instant(secondsSinceEpoch: 60))
    #expect(
      client.text.contains("  secret  stored, expires 1970-01-01T00:01:00Z") && client.json["secret_expires_at"] == 60)
  }
}

@Suite("Ctrl-C while several steps run, and where it is the usual end")
struct SeveralStepsTests {
  @Test("each step that runs is waited for, and the first by name is reported")
  func several() async {
    let interruption = Interruption()
    await interruption.step("b") {
      await interruption.step("a") {
        #expect(interruption.receiveSignal() == .cancel(message: "Waiting for the end of a."))
      }
      guard case .wait(let message) = interruption.receiveSignal() else {
        Issue.record("the program would end during a step")
        return
      }
      #expect(message.contains("the end of b:"))
    }
    #expect(interruption.receiveSignal() == .exit)
  }

  @Test("two steps of one name end one by one")
  func sameName() async {
    let interruption = Interruption()
    _ = interruption.receiveSignal()
    await interruption.step("a") {
      await interruption.step("a") {}
      #expect(interruption.receiveSignal() != .exit)
    }
    #expect(interruption.receiveSignal() == .exit)
  }

  @Test("a signal that was expected is no interruption")
  func expected() {
    let interruption = Interruption()
    interruption.expectSignal()
    #expect(interruption.receiveSignal() == .cancel(message: nil) && !interruption.isInterrupted)
  }
}
