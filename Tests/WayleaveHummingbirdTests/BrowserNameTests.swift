import Testing

@testable import WayleaveHummingbird

@Suite("What a browser is called in a list of sessions")
struct BrowserNameTests {
  @Test(
    arguments: [
      (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
        "Chrome on Linux"
      ),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
        "Edge on Windows"
      ),
      (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
        "Safari on Mac"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/130.0 Mobile Safari/605.1.15",
        "Firefox on iPhone"
      ),
      ("Mozilla/5.0 (Android 15; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox on Android"),
      ("Firefox/1", "Firefox"), ("curl/8.14.1", "curl/8.14.1"), ("\u{202E}evil", "\\u{202e}evil"),
      (String(repeating: "x", count: 41), String(repeating: "x", count: 40) + "…"), ("", "An unknown browser"),
      (nil, "An unknown browser"),
    ] as [(String?, String)])
  func `a browser and its system are two words, and all else is shown shortened`(userAgent: String?, name: String) {
    #expect(BrowserName.shown(for: userAgent) == name)
  }
}
