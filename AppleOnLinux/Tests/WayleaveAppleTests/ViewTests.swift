import Foundation
import SwiftUI
import Testing
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("Views: what they show and say, and what pressing does")
@MainActor struct ViewTests {
  private let server = FoursquareServer()

  private nonisolated static func stored(
    _ subject: String, name: String? = nil, email: String? = nil
  ) throws(OAuthError) -> StoredCredential {
    StoredCredential(
      account: Account(provider: Provider.foursquare.name, client: "app", subject: subject), provider: .foursquare,
      client: try Client(id: "app"), name: name, credential: .oauth2(.init(accessToken: Secret("canary-token"))),
      identity: Identity(issuer: "foursquare", subject: subject, displayName: "Ada \(subject)", email: email),
      obtainedAt: Instant(secondsSinceEpoch: 1_800_000_000))
  }

  /// A chooser of two accounts, one of which has ended.
  private func chooser() async throws -> (AccountChooserModel, Accounts) {
    let accounts = server.accounts(by: WebAuthenticationSource())
    _ = try await accounts.adopt(try Self.stored("1", email: "ada@example.com"))
    var other = try Self.stored("2", name: "work")
    other.credential = .oauth2(.init(accessToken: Secret("other-token")))
    _ = try await accounts.adopt(other)
    await accounts.markEnd(of: other, because: "revoked")
    return (AccountChooserModel(of: .foursquare, in: accounts), accounts)
  }

  // EI3
  @Test func `the button signs in, and says where`() async throws {
    let model = SignInModel("Four\u{202E}square") { () async throws(OAuthError) in
      SignedIn(ofAnother: try ViewTests.stored("1"))
    }
    let button = try #require(StandInScreen(SignInButton(model)).controls.first)
    #expect(!button.label.contains("\u{202E}") && button.label.contains("Sign in with"))
    button.press()
    try await until { if case .signedIn = model.state { true } else { false } }
    #expect(StandInScreen(SignInButton(model)).texts.contains { $0.contains("Signed in as") && $0.contains("Ada 1") })
  }

  // EI2
  @Test func `while it waits, pressing cancels, and a cancelled sign-in is no failure`() async throws {
    let model = SignInModel("Foursquare") { () async throws(OAuthError) in
      do { try await Task.sleep(for: .seconds(60)) } catch { throw .cancelled() }
      return SignedIn(ofAnother: try ViewTests.stored("1"))
    }
    model.press()
    model.begin()
    let screen = StandInScreen(SignInButton(model))
    #expect(screen.controls.first?.label.hasPrefix("Waiting for") == true)
    #expect(screen.accessibilityLabels.first?.hasPrefix("Cancel signing in") == true)
    screen.controls.first?.press()
    try await until { model.state == .ready }
    #expect(StandInScreen(SignInButton(model)).texts.count == 1)
  }

  // TU6, EI20
  @Test func `a failure is shown with what to do, and the button begins again`() async throws {
    let client = try Client(id: "app", redirectURIs: [RedirectURI("http://127.0.0.1/cb")])
    let model = SignInModel(to: .foursquare, as: client, in: server.accounts(by: WebAuthenticationSource()))
    model.press()
    try await until { if case .failed = model.state { true } else { false } }
    guard case .failed(let error) = model.state else { return }
    let screen = StandInScreen(SignInButton(model))
    #expect(screen.texts.contains { $0.hasPrefix(error.message) && $0.contains("Register one") })
    #expect(screen.controls.first?.label.contains("Sign in with") == true)
  }

  // EI4, EI12
  @Test func `the chooser lists every account by the name that its user knows, and one that ended says so`()
    async throws
  {
    let (model, _) = try await chooser()
    let before = StandInScreen(AccountChooser(model))
    for task in before.tasks { await task() }
    let screen = StandInScreen(AccountChooser(model))
    #expect(screen.control("Ada 1 Foursquare · ada@example.com") != nil)
    #expect(screen.control("work Foursquare Sign in again") != nil)
    #expect(screen.accessibilityLabels.contains("work, Foursquare, Sign in again"))
    #expect(screen.control("Use another account") == nil)
    var added = false
    StandInScreen(AccountChooser(model) { added = true }).control("Use another account")?.press()
    #expect(added)
  }

  @Test func `the account that is pressed is the choice`() async throws {
    let (model, _) = try await chooser()
    let choosing = Task { try await model.choice() }
    try await until { model.rows?.count == 2 }
    try await Task.sleep(for: .milliseconds(20))
    StandInScreen(AccountChooser(model)).control("Ada 1 Foursquare · ada@example.com")?.press()
    #expect(try await choosing.value.account.subject == "1")
  }

  // EI5
  @Test func `no choice, an account that is not listed, and one that is gone are each told apart`() async throws {
    let (model, accounts) = try await chooser()
    let foreign = Account(provider: Provider.github.name, client: "app", subject: "1")
    let listed = try Self.stored("1").account
    let ends: [(OAuthError.Code, @MainActor () async throws -> Void)] = [
      (.cancelled, { StandInScreen(AccountChooser(model)).control("Cancel")?.press() }),
      (.unknownAccount, { model.choose(foreign) }),
      (
        .unknownAccount,
        {
          _ = try await accounts.signOut(listed)
          model.choose(listed)
        }
      ),
    ]
    for (expected, end) in ends {
      let choosing = Task { try await model.choice() }
      try await until { model.rows != nil }
      try await Task.sleep(for: .milliseconds(20))
      try await end()
      let result = await choosing.result
      #expect(await code { try result.get() } == expected)
    }
    let cancelled = Task { try await model.choice() }
    try await Task.sleep(for: .milliseconds(20))
    cancelled.cancel()
    let result = await cancelled.result
    #expect(await code { try result.get() } == .cancelled)
  }

  // EI7
  @Test func `a chooser without accounts says so`() async {
    let model = AccountChooserModel(in: server.accounts(by: WebAuthenticationSource()))
    await model.load()
    #expect(StandInScreen(AccountChooser(model)).texts.contains("No account is signed in yet."))
  }

  // ZA13
  @Test func `the log shows the steps in their order, the last ones, and nothing secret`() async throws {
    let log = SignInLogModel()
    #expect(StandInScreen(SignInLog(log)).texts.contains("Nothing has happened yet."))
    let accounts = Accounts(
      transport: server, credentials: CredentialRecords(in: MemoryVault()),
      signIns: SignInRecords(in: MemoryVault()), events: log.add)
    let client = try Client(id: "app", secret: Secret("canary-secret"), redirectURIs: [RedirectURI("app.example:/cb")])
    let page = try await accounts.begin(.foursquare, as: client)
    let state = try #require(try page.queryForm.nonEmptyText(of: "state"))
    _ = try await accounts.receive("app.example:/cb?code=canary-code&state=\(state)")
    try await until { log.entries.contains { $0.title == "The user is known" } }
    #expect(log.entries.first?.title == "The sign-in begins")
    #expect(log.entries.map(\.id) == Array(log.entries.indices))
    let screen = StandInScreen(SignInLog(log))
    for text in screen.texts + screen.accessibilityLabels + [log.text] {
      for secret in ["canary-token", "canary-secret", "canary-code", state] { #expect(!text.contains(secret)) }
    }
    for _ in 0..<600 { log.add(Event(.refreshBegan, "again")) }
    try await until { log.entries.last?.detail == "again" && log.entries.count == SignInLogModel.maximumCount }
    log.clear()
    #expect(log.entries.isEmpty && log.text.isEmpty)
  }

  @Test func `an app gives words of its own by a bundle, and what that does not have stays English`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bundle")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("en.lproj"), withIntermediateDirectories: true)
    let words = [
      "Sign in with %@": "Weiter mit %@", "Choose an account": "Wähle ein Konto", "Cancel": "Abbrechen",
      "Sign in again": "Neu anmelden", "Nothing has happened yet.": "Noch nichts.",
      "A refresh begins": "Es wird erneuert", "Code": "Kode",
    ]
    let lines = words.map { "\"\($0.key)\" = \"\($0.value)\";" }.joined(separator: "\n")
    try lines.write(
      to: folder.appendingPathComponent("en.lproj/Localizable.strings"), atomically: true, encoding: .utf8)
    let strings = try #require(Bundle(path: folder.path))

    let button = SignInModel("Foursquare", strings: strings) { () async throws(OAuthError) in
      SignedIn(ofAnother: try ViewTests.stored("1"))
    }
    #expect(StandInScreen(SignInButton(button)).controls.first?.label == "Weiter mit \u{2068}Foursquare\u{2069}")
    button.press()
    try await until { if case .signedIn = button.state { true } else { false } }
    #expect(StandInScreen(SignInButton(button)).texts.contains { $0.hasPrefix("Signed in as") })

    let (_, accounts) = try await chooser()
    let model = AccountChooserModel(in: accounts, strings: strings)
    await model.load()
    let screen = StandInScreen(AccountChooser(model))
    #expect(screen.texts.contains("Wähle ein Konto") && screen.control("Abbrechen") != nil)
    #expect(screen.accessibilityLabels.contains("work, Foursquare, Neu anmelden"))

    let log = SignInLogModel(strings: strings)
    #expect(StandInScreen(SignInLog(log)).texts.contains("Noch nichts."))
    log.add(Event(.refreshBegan, "again"))
    try await until { log.entries.last?.title == "Es wird erneuert" }

    let (code, pin) = (DeviceCodeModel(strings: strings), PINModel(strings: strings))
    let source = ViewSource(WebAuthenticationSource(), code: code, pin: pin)
    let codes = try DeviceAuthorizationResponse(
      deviceCode: Secret("d"), userCode: "A", verificationURI: "https://issuer.example/d", expiresIn: 60)
    let showing = Task { try await source.show(codes, until: .now + .seconds(60)) }
    let page = AuthorizationPage(url: try AbsoluteURL("https://api.twitter.com/oauth/authorize"), provider: .twitter)
    let numbers = try source.numbers(for: page, until: .now + .seconds(60))
    try await until { code.codes != nil && pin.page != nil }
    #expect(StandInScreen(DeviceCodeView(code)).control("Abbrechen") != nil)
    #expect(StandInScreen(DeviceCodeView(code)).accessibilityLabels == ["Kode: A"])
    #expect(StandInScreen(PINView(pin)).control("Abbrechen") != nil)
    showing.cancel()
    withExtendedLifetime(numbers) {}
  }

  @Test func `Dynamic Type: no view has a fixed size, so its texts grow with those of the user`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Sources")
    let folder = sources.appendingPathComponent("WayleaveApple/Views").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 6)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in [".font(", ".frame(", ".fixedSize(", ".lineLimit(", ".dynamicTypeSize(", ".minimumScaleFactor("] {
        #expect(!text.contains(word), "\(file.lastPathComponent) has \(word)")
      }
    }
  }

  @Test func `every text is in the catalogue, and the catalogue has no other`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/WayleaveApple/Resources/Localizable.xcstrings")
    let catalogue = try JSON(decoding: Array(Data(contentsOf: file)))
    let keys = catalogue["strings"]?.object?.members.map(\.name) ?? []
    #expect(Set(keys) == Set(Words.allCases.map(\.rawValue)) && catalogue["sourceLanguage"] == "en")
    #expect(Words.cancel.text(in: nil) == "Cancel")
    #expect(Words.signIn.text("X", in: nil) == "Sign in with \u{2068}X\u{2069}")
    #expect(Set(Event.Name.allCases.map { Words($0) }).count == Event.Name.allCases.count)
  }
}

/// Waits until something is so, for two seconds at most.
@MainActor func until(_ condition: () -> Bool) async throws {
  for _ in 0..<400 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
  #expect(condition())
}
