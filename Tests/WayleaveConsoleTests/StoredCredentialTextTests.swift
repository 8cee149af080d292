import Testing
import Wayleave
import WayleaveConsole
import WayleaveWire

@Suite("An account as login and status show it")
struct StoredCredentialTextTests {
  private let now = Instant(secondsSinceEpoch: 2000)
  private let ada = Identity(
    issuer: "shop", subject: "1", displayName: "Ada", handle: "ada", email: "ada@example.org", isEmailVerified: true,
    picture: "https://img.example/ada.png")

  @Test("N8: handle, email and picture are in the JSON, and null where the provider did not say")
  func json() throws {
    let json = try StoredCredential.sample(identity: ada).json(named: "shop", storedIn: "/store")
    #expect(json["handle"] == "ada" && json["email"] == "ada@example.org" && json["email_verified"] == true)
    #expect(json["picture"] == "https://img.example/ada.png" && json["stored_in"] == "/store")
    let unknown = try StoredCredential.sample().json(named: "shop", storedIn: "/store")
    for name in ["handle", "email", "email_verified", "picture"] { #expect(unknown[name] == .null) }
  }

  @Test("N8, N11: the text shows email, picture and the place of storage")
  func text() throws {
    let text = try StoredCredential.sample(identity: ada).text(named: "shop", storedIn: "/store", works: nil, at: now)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["shop", "  at       The Shop as Ada (ada)"])
    #expect(lines.contains("  email    ada@example.org (verified)"))
    #expect(lines.contains("  picture  https://img.example/ada.png"))
    #expect(lines.contains("  stored   in /store"))
  }

  @Test("L2: neither a title nor a profile can move the cursor")
  func control() throws {
    let mallory = Identity(issuer: "shop", subject: "1", displayName: "\u{1B}[1A", email: "\u{9B}2J@x")
    let text = try StoredCredential.sample(title: "Shop\u{1B}]0;x\u{7}", identity: mallory)
      .text(named: "shop", storedIn: "/store", works: nil, at: now)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) })
  }
}
