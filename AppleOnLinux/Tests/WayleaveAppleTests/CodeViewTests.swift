import AuthenticationServices
import Foundation
import SwiftUI
import Testing
import UIKit
@testable import WayleaveAppleUnderTest
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@Suite("Views: a code for another device, and a PIN")
@MainActor struct CodeViewTests {
  private let code = DeviceCodeModel()
  private let pin = PINModel()
  private let deadline = ContinuousClock.now + .seconds(600)

  private var source: ViewSource { ViewSource(WebAuthenticationSource(), code: code, pin: pin) }

  private static func codes(
    _ userCode: String = "WDJB-MJHT", complete: String? = "https://issuer.example/device?user_code=WDJB-MJHT",
    expiresIn: Int64 = 300
  ) throws -> DeviceAuthorizationResponse {
    try DeviceAuthorizationResponse(
      deviceCode: Secret("canary-device-code"), userCode: userCode, verificationURI: "https://issuer.example/device",
      verificationURIComplete: complete, expiresIn: expiresIn)
  }

  private static func page(_ token: String = "t") throws -> AuthorizationPage {
    AuthorizationPage(
      url: try AbsoluteURL("https://api.twitter.com/oauth/authorize?oauth_token=\(token)"), provider: .twitter)
  }

  /// Shows codes until the task is cancelled.
  private func showing(_ codes: DeviceAuthorizationResponse) async throws -> Task<Void, any Error> {
    let showing = Task { [source, deadline] in try await source.show(codes, until: deadline) }
    try await until { code.codes == codes }
    return showing
  }

  // RFC 8628 §3.3, §3.3.1, §5.4
  @Test func `the code stands with its address, its time and whose code to type, and goes when it is answered`()
    async throws
  {
    #expect(StandInScreen(DeviceCodeView(code)).texts == [])
    let showing = try await showing(Self.codes())
    let screen = StandInScreen(DeviceCodeView(code))
    for text in ["https://issuer.example/device", "WDJB-MJHT", "Type it only if you began this sign-in yourself."] {
      #expect(screen.texts.contains(text), "\(text) is not among \(screen.texts)")
    }
    #expect(screen.texts.contains("5:00") || screen.texts.contains("4:59"))
    #expect(screen.accessibilityLabels == ["Code: W D J B - M J H T"])
    #expect(!screen.texts.contains { $0.contains("canary") })
    // The sign-in is answered on the other device.
    showing.cancel()
    try await showing.value
    #expect(code.codes == nil && code.time == nil && StandInScreen(DeviceCodeView(code)).texts == [])
  }

  // RFC 8628 §3.2
  @Test(arguments: [(60, 600, 60), (1800, 600, 600), (60, -5, 0)])
  func `the time left ends with the code or with the sign-in, whichever is first`(
    expiresIn: Int64, seconds: Int, expected: Double
  ) async throws {
    let codes = try Self.codes(expiresIn: expiresIn)
    let showing = Task { [source] in try await source.show(codes, until: .now + .seconds(seconds)) }
    try await until { code.time != nil }
    let time = try #require(code.time)
    let left = time.upperBound.timeIntervalSince(time.lowerBound).rounded()
    // Some of it has passed before it is shown, of a busy machine, too.
    #expect(left <= expected && left >= max(0, expected - 30))
    showing.cancel()
    try await showing.value
  }

  @Test(arguments: [
    ("https://issuer.example/device?user_code=WDJB-MJHT", "https://issuer.example/device?user_code=WDJB-MJHT"),
    (nil, "https://issuer.example/device"),
    // Another party's address is not used.
    ("https://other.example/device?user_code=WDJB-MJHT", "https://issuer.example/device"),
  ])
  func `the address that has the code is opened and copied, and the plain one where there is none`(
    complete: String?, expected: String
  ) async throws {
    let showing = try await showing(Self.codes(complete: complete))
    var opened: [String] = []
    let before = EnvironmentValues.standIn
    EnvironmentValues.standIn.openURL = OpenURLAction { url in
      opened.append(url.absoluteString)
      return .handled
    }
    let screen = StandInScreen(DeviceCodeView(code))
    screen.control("Open the page")?.press()
    screen.control("Copy the address")?.press()
    EnvironmentValues.standIn = before
    #expect(opened == [expected] && UIPasteboard.general.string == expected)
    #expect(StandInScreen(DeviceCodeView(code)).control("Copied") != nil)
    showing.cancel()
    try await showing.value
  }

  @Test func `a code that would turn the line around is shown by its escapes`() async throws {
    let showing = try await showing(Self.codes("AB\u{202E}CD", complete: nil))
    #expect(StandInScreen(DeviceCodeView(code)).texts.contains("AB\\u{202e}CD"))
    showing.cancel()
    try await showing.value
  }

  @Test func `a user who waits no longer ends the sign-in, and a second code takes the place of the first`()
    async throws
  {
    let first = try await showing(Self.codes())
    let second = try await showing(Self.codes("BBBB-BBBB", complete: nil))
    // The first one is no longer shown, which says nothing of its sign-in.
    try await first.value
    #expect(code.codes?.userCode == "BBBB-BBBB")
    StandInScreen(DeviceCodeView(code)).control("Cancel")?.press()
    #expect(code.codes == nil)
    let result = await second.result
    #expect(await WayleaveAppleTests.code { try result.get() } == .cancelled)
  }

  @Test func `without their models a code and a PIN are left to the source of pages, which has no place for them`()
    async throws
  {
    let (source, codes, page) = (ViewSource(WebAuthenticationSource()), try Self.codes(), try Self.page())
    let deadline = deadline
    #expect(await WayleaveAppleTests.code { try await source.show(codes, until: deadline) } == .unsupported)
    #expect(await WayleaveAppleTests.code { _ = try source.numbers(for: page, until: deadline) } == .unsupported)
    let redirectURI = try RedirectURI("com.example.app:/callback")
    #expect(try await source.prepare(for: [redirectURI]).redirectURI == redirectURI)
  }

  // RFC 5849 §2.1
  @Test func `a PIN is handed over once, asked for again where it is refused, and gone when it was right`()
    async throws
  {
    #expect(StandInScreen(PINView(pin)).texts == [] && !pin.canEnter)
    var numbers = try source.numbers(for: Self.page(), until: deadline).makeAsyncIterator()
    try await until { pin.page != nil }
    let screen = StandInScreen(PINView(pin))
    #expect(screen.texts.contains { $0.hasPrefix("Allow this app on the page of") && $0.contains("Twitter") })
    #expect(screen.accessibilityLabels == ["PIN"] && screen.control("Continue")?.isEnabled == false)
    try #require(screen.fields.first).wrappedValue = "  "
    #expect(!pin.canEnter)

    screen.fields.first?.wrappedValue = "1234567"
    StandInScreen(PINView(pin)).control("Continue")?.press()
    // A second press while the provider is asked hands over nothing.
    pin.enter()
    #expect(StandInScreen(PINView(pin)).control("The PIN is checked…")?.isEnabled == false)
    let wrong = try #require(try await numbers.next(isolation: #isolation))
    #expect(wrong.text == "1234567")
    await wrong.answer(.ignored)
    #expect(StandInScreen(PINView(pin)).texts.contains { $0.hasPrefix("The provider does not know that PIN.") })
    #expect(pin.typed == "" && !pin.isChecking)

    pin.typed = "7654321"
    pin.enter()
    #expect(!pin.isRefused)
    let right = try #require(try await numbers.next(isolation: #isolation))
    #expect(right.text == "7654321")
    await right.answer(.denied(.cancelled()))
    #expect(pin.page == nil && pin.typed == "" && StandInScreen(PINView(pin)).texts == [])
    // An answer to an earlier one changes nothing any more.
    await wrong.answer(.ignored)
    #expect(!pin.isRefused)
  }

  @Test func `the page of the PIN is opened and copied`() async throws {
    let numbers = try source.numbers(for: Self.page(), until: deadline)
    try await until { pin.page != nil }
    StandInScreen(PINView(pin)).control("Copy the address")?.press()
    #expect(UIPasteboard.general.string == "https://api.twitter.com/oauth/authorize?oauth_token=t")
    #expect(StandInScreen(PINView(pin)).control("Copied") != nil)
    withExtendedLifetime(numbers) {}
  }

  @Test func `no PIN: cancelled, over time, in the place of another page, or a reader that goes away`() async throws {
    func end(_ numbers: Callbacks) async -> OAuthError.Code? {
      await WayleaveAppleTests.code { for try await _ in numbers {} }
    }
    let cancelled = try source.numbers(for: Self.page("1"), until: deadline)
    try await until { pin.page != nil }
    StandInScreen(PINView(pin)).control("Cancel")?.press()
    #expect(pin.page == nil)
    #expect(await end(cancelled) == .cancelled)

    #expect(await end(try source.numbers(for: Self.page("2"), until: .now)) == .timedOut)
    #expect(pin.page == nil)

    let earlier = try source.numbers(for: Self.page("3"), until: deadline)
    try await until { pin.page != nil }
    let later = try source.numbers(for: Self.page("4"), until: deadline)
    #expect(await end(earlier) == .cancelled)
    try await until { pin.page?.url.text.hasSuffix("=4") == true }

    let reading = Task { for try await _ in later {} }
    reading.cancel()
    _ = await reading.result
    try await until { pin.page == nil }
  }
}
