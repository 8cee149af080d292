import AuthenticationServices
import Foundation
import Security
import SwiftUI
import Testing
import UIKit
import WayleaveAppleUnderTest
import WayleaveWire
@testable import WayleaveSamples

@Suite("The screens of the samples, at the playground", .serialized)
@MainActor struct SampleScreenTests {
  // FS25
  @Test func `Foursquare: one button opens the page, the other one converts the code`() async throws {
    let scene = try await PlayedScene()
    let signIn = scene.samples.foursquare
    #expect(StandInScreen(FoursquareScreen(signIn: signIn)).control("Convert code to token")?.isEnabled == false)
    let page = try #require(await signIn.connect())
    // The browser brings the callback to the app.
    let callback = try #require(URL(string: try await scene.ada.callback(from: page.absoluteString)))
    #expect(callback.scheme == "wayleave.callback")
    let list = StandInScreen(SamplesList(samples: scene.samples))
    let handOver = try #require(list.openURLHandlers.first)
    handOver(callback)
    #expect(StandInScreen(FoursquareScreen(signIn: signIn)).control("Convert code to token")?.isEnabled == true)
    await signIn.convert()
    #expect(signIn.report == "Signed in as Ada Fenwick.")
    #expect(signIn.callback == nil)
  }

  // FS15
  @Test func `Foursquare: with a server, the second button hands the code over, without a secret`() async throws {
    let scene = try await PlayedScene()
    let signIn = scene.samples.foursquare
    signIn.server = "https://server.example"
    let page = try #require(await signIn.connect())
    signIn.arrive(try #require(URL(string: try await scene.ada.callback(from: page.absoluteString))))
    await signIn.convert()
    #expect(signIn.report == "Signed in as Ada of the server.")
  }

  @Test func `Foursquare: a callback that no one asked for has no effect`() async throws {
    let signIn = try await PlayedScene().samples.foursquare
    signIn.arrive(try #require(URL(string: "wayleave.callback:/callback?code=stolen&state=foreign")))
    await signIn.convert()
    #expect(signIn.report == "No sign-in of this app waits for this callback.")
  }

  // TU4, FS25
  @Test func `Foursquare: a refusal is told in a sentence`() async throws {
    let scene = try await PlayedScene()
    let signIn = scene.samples.foursquare
    let page = try #require(await signIn.connect())
    let callback = try await scene.ada.callback(from: page.absoluteString, decision: "deny")
    signIn.arrive(try #require(URL(string: callback)))
    await signIn.convert()
    #expect(signIn.report.contains("declined") || signIn.report.contains("denied"), "\(signIn.report)")
  }

  // TU6, TU8
  @Test func `Twitter: the timeline is there after the sign-in, without a browser later, and gone after the sign-out`()
    async throws
  {
    let scene = try await PlayedScene()
    let timeline = scene.samples.timeline
    let before = StandInScreen(TwitterScreen(timeline: timeline))
    #expect(before.control("Sign in") != nil && before.control("Sign out") == nil)
    try await scene.signIn { await timeline.signIn() }
    #expect(timeline.problem == nil && timeline.posts.count == 3)
    let after = StandInScreen(TwitterScreen(timeline: timeline))
    #expect(after.texts.contains("@ravioduya") && after.control("Sign out") != nil)
    #expect(timeline.posts.first?.user.largerPicture?.absoluteString.hasSuffix("_bigger.png") == true)

    // As at the next launch: the account is in the store.
    StandInWebSheet.reset()
    await timeline.restore()
    #expect(timeline.posts.count == 3 && StandInWebSheet.shown == nil)
    for refresh in after.refreshes { await refresh() }
    #expect(timeline.problem == nil)

    await timeline.signOut()
    #expect(timeline.account == nil && timeline.posts.isEmpty && timeline.problem == nil)
    await timeline.restore()
    #expect(timeline.account == nil)
  }

  @Test func `Twitter: a sheet that is closed needs no words`() async throws {
    let scene = try await PlayedScene()
    let timeline = scene.samples.timeline
    let task = Task { await timeline.signIn() }
    for _ in 0..<1000 where StandInWebSheet.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
    StandInWebSheet.shown?.dismiss()
    await task.value
    #expect(timeline.account == nil && timeline.problem == nil)
  }

  @Test func `Flickr: the photo sets of the user, and the photos of one`() async throws {
    let scene = try await PlayedScene()
    let photosets = scene.samples.photosets
    try await scene.signIn { await photosets.signIn() }
    #expect(photosets.problem == nil)
    #expect(photosets.sets.map(\.title.text) == ["Gates", "Lanes and stiles"])
    await photosets.open(try #require(photosets.sets.last))
    #expect(photosets.problem == nil)
    #expect(photosets.photos.map(\.title).contains("Stone stile"))
    #expect(StandInScreen(FlickrScreen(photosets: photosets)).accessibilityLabels.contains("Stone stile"))
  }

  @Test func `Flickr: what the provider refuses is told in its words`() async throws {
    let scene = try await PlayedScene()
    let photosets = scene.samples.photosets
    try await scene.signIn { await photosets.signIn() }
    await photosets.open(.init(id: "9", title: .init(text: "Gone")))
    #expect(photosets.problem == "Photoset not found")
  }

  // EI4, EI20, EI6
  @Test func `Accounts: the user chooses among those that are there`() async throws {
    let scene = try await PlayedScene()
    let team = scene.samples.team
    try await scene.signIn { await scene.samples.timeline.signIn() }
    let choosing = Task { await team.choose() }
    for _ in 0..<400 where team.chooser.rows == nil { try await Task.sleep(for: .milliseconds(5)) }
    let screen = StandInScreen(TeamScreen(team: team))
    #expect(screen.controls.first?.label.contains("Apple") == true)
    let row = try #require(screen.controls.first { $0.label.contains("Ada Fenwick") })
    row.press()
    for _ in 0..<400 where team.report == "No account chosen." { try await Task.sleep(for: .milliseconds(5)) }
    #expect(team.report == "You chose Ada Fenwick.")
    // Name, handle, address and picture, each as the provider says it.
    let card = StandInScreen(TeamScreen(team: team))
    for text in ["Ada Fenwick", "@adafenwick", "ada.fenwick@example.com"] {
      #expect(card.texts.contains(text), "\(text) is not among \(card.texts)")
    }
    #expect(card.pictures.map(\.scheme) == ["https"])
    #expect(card.pictures.first?.lastPathComponent == "adafenwick_normal.png")
    // The next choice is waited for.
    screen.control("Cancel")?.press()
    for _ in 0..<400 where team.report != "You chose no account." {
      try await Task.sleep(for: .milliseconds(5))
      screen.control("Cancel")?.press()
    }
    #expect(team.report == "You chose no account.")
    choosing.cancel()
    await choosing.value
  }

  // EI16
  @Test func `Accounts: Sign in with Apple is pressed, and the account is among those to choose from`() async throws {
    let scene = try await PlayedScene()
    let team = scene.samples.team
    let button = try #require(StandInScreen(TeamScreen(team: team)).controls.first)
    button.press()
    for _ in 0..<1000 where StandInAppleID.shown == nil { try await Task.sleep(for: .milliseconds(5)) }
    let sheet = try #require(StandInAppleID.shown)
    sheet.agree(
      user: "001.ada", token: try scene.apple.token(for: "001.ada", nonce: sheet.nonce, at: WallClock.now()),
      givenName: "Ada", familyName: "Fenwick")
    for _ in 0..<1000 where team.withApple.state == .waiting { try await Task.sleep(for: .milliseconds(5)) }
    #expect(StandInScreen(TeamScreen(team: team)).texts.contains { $0.hasPrefix("Signed in as") && $0.contains("Ada") })
    await team.chooser.load()
    #expect(team.chooser.rows?.map(\.name) == ["Ada Fenwick"])
  }

  @Test func `Accounts: an app has its accounts in the group of its team, and says so where it is not signed for it`()
    async throws
  {
    StandInKeychain.reset()
    StandInGroups.set(nil, of: Samples.group)
    #expect(throws: OAuthError.self) { try Samples() }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    StandInGroups.set(folder, of: Samples.group)
    StandInKeychain.setGroups(["TEAM.app", Samples.group])
    defer {
      StandInKeychain.reset()
      try? FileManager.default.removeItem(at: folder)
      UserDefaults(suiteName: Samples.group)?.removeObject(forKey: "wayleave.installation")
    }
    let samples = try Samples()
    _ = await samples.foursquare.connect()
    #expect(!StandInKeychain.items.isEmpty && StandInKeychain.items.allSatisfy { $0.group == Samples.group })
  }

  // FS23
  @Test func `Foursquare: a universal link brings the callback, and another activity does not`() async throws {
    let scene = try await PlayedScene()
    let signIn = scene.samples.foursquare
    signIn.redirectURI = "https://app.example.com/callback"
    let handlers = StandInScreen(SamplesList(samples: scene.samples)).activityHandlers
    let link = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    link.webpageURL = URL(string: "https://app.example.com/callback?code=c&state=s")
    let other = NSUserActivity(activityType: "com.example.handoff")
    other.webpageURL = link.webpageURL
    for handle in handlers { handle(other) }
    #expect(signIn.callback == nil)
    for handle in handlers { handle(link) }
    #expect(signIn.callback == link.webpageURL?.absoluteString)
  }

  @Test func `A code, or a PIN: each is asked for at the playground, and Cancel ends the sign-in without a sheet`()
    async throws
  {
    let signIn = try await PlayedScene().samples.codes
    for model in [signIn.onDevice, signIn.byPIN] {
      #expect(StandInScreen(CodeScreen(signIn: signIn)).control("Cancel") == nil)
      model.press()
      for _ in 0..<1000 where signIn.code.codes == nil && signIn.pin.page == nil {
        try await Task.sleep(for: .milliseconds(5))
      }
      let screen = StandInScreen(CodeScreen(signIn: signIn))
      let hasAddress = screen.texts.contains(PlaygroundProgram.base + "/tollgate/device")
      #expect(hasAddress == (model === signIn.onDevice), "\(screen.texts)")
      #expect(screen.fields.count == (model === signIn.byPIN ? 1 : 0))
      try #require(screen.control("Cancel"), "\(model.state)").press()
      for _ in 0..<1000 where model.state == .waiting { try await Task.sleep(for: .milliseconds(5)) }
      #expect(model.state == .ready && StandInWebSheet.shown == nil)
    }
  }

  // ZA14
  @Test func `Any server: what will happen is said before anything happens`() async throws {
    let scene = try await PlayedScene()
    let screen = StandInScreen(LogScreen(server: scene.samples.server))
    let text = try #require(screen.texts.first { $0.hasPrefix("“Sign in”") })
    for part in ["opens its sign-in page", "exchanged for tokens", "asked who you are", "keychain"] {
      #expect(text.contains(part))
    }
    #expect(scene.samples.server.steps.entries.isEmpty && StandInWebSheet.shown == nil)
  }

  // ZA2, ZA13
  @Test func `Any server: each step is in the log, and no secret`() async throws {
    let scene = try await PlayedScene()
    let server = scene.samples.server
    server.issuer = PlaygroundProgram.base + "/tollgate"
    try await scene.signIn { await server.start() }
    #expect(server.report == "UserInfo: 200")
    for _ in 0..<400 where server.steps.entries.count < 8 { try await Task.sleep(for: .milliseconds(5)) }
    let text = server.steps.text
    #expect(text.contains("/tollgate/token") && text.contains("/tollgate/userinfo"), "\(text)")
    #expect(!text.contains("eyJ"))
    #expect(StandInScreen(LogScreen(server: server)).texts.contains("UserInfo: 200"))
  }
}
