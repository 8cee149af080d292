import Foundation

/// A person who signs in at the playground, in a browser without scripts that follows orders.
struct Person {
  let handle: String
  let passwords: [String]
  /// By what the account is called at a provider that tells no handle.
  let subject: String

  static let ada = Person(handle: "adafenwick", passwords: ["open-gate"], subject: "73001")
  static let ravi = Person(handle: "ravioduya", passwords: ["narrow-lane"], subject: "73002")
  /// Ada, who types a wrong password first.
  static let forgetfulAda = Person(handle: "adafenwick", passwords: ["nonsense", "open-gate"], subject: "73001")

  /// What she presses in the end.
  enum Decision: String {
    case allow
    case deny
  }

  /// The orders of the browser, before the URL.
  func orders(_ decision: Decision) -> [String] {
    ["--fill", "username=\(handle)"] + passwords.flatMap { ["--fill", "password=\($0)"] }
      + ["--press", "sign-in", "--press", decision.rawValue]
  }
}

/// The browser of our own that a test starts, or that `BROWSER` names.
enum PlainBrowser {
  /// The value of `BROWSER` that starts it with these orders.
  static func command(_ orders: [String], log: URL? = nil) -> String {
    let words = ["python3", script.path] + orders + (log.map { ["--log", $0.path] } ?? [])
    return words.map { "'\($0)'" }.joined(separator: " ")
  }

  static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("plain_browser.py")
}

/// The last page that the browser saw.
struct LastPage: Decodable {
  let url: String
  let status: Int
  let answered_at: Double

  /// The page, once a browser has written it; nil where none comes within two minutes.
  static func awaited(_ log: URL) async throws -> LastPage? {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      if let page = try read(log) { return page }
      guard .now < deadline else { return nil }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Reads the log; nil while there is none.
  static func read(_ log: URL) throws -> LastPage? {
    guard let data = try? Data(contentsOf: log), data.last == UInt8(ascii: "\n") else { return nil }
    return try JSONDecoder().decode(LastPage.self, from: data)
  }
}
