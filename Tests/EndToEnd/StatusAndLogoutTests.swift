import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave status and wayleave logout", .serialized)
struct StatusAndLogoutTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("nothing is held at first: status says so and is exit 0, token and logout are exit 4")
  func empty() async throws {
    let status = try await terminal.wayleave("status")
    #expect(status.exit == .code(0) && status.output.isEmpty && status.errors.contains("wayleave login"))
    let json = try await terminal.wayleave("status", "--json").json()
    #expect((json["accounts"] as? [Any])?.isEmpty == true)
    #expect(try await terminal.wayleave("token").exit == .code(4))
    #expect(try await terminal.wayleave("logout").exit == .code(4))
    #expect(!FileManager.default.fileExists(atPath: terminal.home.wayleave.path))
  }

  @Test("accounts remove signs out, as logout does; what others call it is named")
  func remove() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let named = try await terminal.wayleave("accounts", "rm")
      #expect(named.exit == .code(4) && named.errors.contains("`wayleave accounts remove`"), "\(named.errors)")
      let removed = try await terminal.outcome(
        of: terminal.start(["accounts", "remove", "stile", "--json"], environment: ["WAYLEAVE_ACCOUNT": "other"]))
      #expect(removed.exit == .code(0), "\(removed.errors)")
      #expect(try removed.json()["revocation"] as? String == "revoked")
      #expect(try await terminal.wayleave("accounts", "remove", "stile").exit == .code(4))
    }
  }

  // TU6
  @Test("status shows who, by which client, until when and where, and asks no server without --check")
  func status() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let answered = place.count(of: "api.answered")
      let status = try await terminal.wayleave("status")
      #expect(status.output.contains("Ada Fenwick") && status.output.contains("wayleave-demo"))
      #expect(status.output.contains("renews itself"))
      let rows = try #require(try await terminal.wayleave("status", "--json").json()["accounts"] as? [[String: Any]])
      #expect(rows.count == 1 && rows[0]["works"] == nil)
      #expect(rows[0]["refreshable"] as? Bool == true)
      #expect(place.count(of: "api.answered") == answered)
      let checked = try await terminal.wayleave("status", "--check", "--json").json()
      #expect((checked["accounts"] as? [[String: Any]])?.first?["works"] as? Bool == true)
      #expect(place.count(of: "api.answered") == answered + 1)
    }
  }

  // BD2
  @Test("status --check shows what is stored after the check, which may renew the credential")
  func renewedByCheck() async throws {
    // The first token alone is said to end so soon.
    let fault = "/oauth2/access_token:expires-in=1,nth=1"
    try await EmulatedProviders.during(tokenLifetime: 3600, faults: [fault]) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await Task.sleep(for: .milliseconds(1100))
      let before = try await terminal.wayleave("status", "--json").json()
      #expect((before["accounts"] as? [[String: Any]])?.first?["state"] as? String == "expired")
      let checked = try await terminal.wayleave("status", "--check", "--json").json()
      let row = try #require((checked["accounts"] as? [[String: Any]])?.first)
      #expect(row["works"] as? Bool == true && row["state"] as? String == "good")
      let ended = (before["accounts"] as? [[String: Any]])?.first?["expires_at"] as? Int
      #expect((row["expires_at"] as? Int ?? 0) > ended ?? .max)
      // What the check brought is what is stored.
      #expect(place.count(of: "token.refreshed") == 1)
      let token = try await terminal.wayleave("token", "--no-refresh")
      #expect(token.exit == .code(0) && !token.answer.isEmpty, "\(token.errors)")
    }
  }

  // BD3, TU8
  @Test("logout gives the credential back where that can be done, and removes it always")
  func logout() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let revoked = try await terminal.wayleave("logout", "--json").json()
      #expect(revoked["removed"] as? Bool == true && revoked["revocation"] as? String == "revoked")
      #expect(place.count(of: "token.revoked") == 1)
      try await place.signIn(to: .lane, at: terminal)
      let kept = try await terminal.wayleave("logout", "lane", "--json").json()
      #expect(kept["revocation"] as? String == "not_offered")
      try await place.signIn(to: .stile, at: terminal)
      let local = try await terminal.wayleave("logout", "--local", "--json").json()
      #expect(local["revocation"] as? String == "skipped")
      #expect(place.count(of: "token.revoked") == 1)
      #expect(terminal.kept(".credential").isEmpty)
      #expect(try await terminal.wayleave("token").exit == .code(4))
      try await place.signIn(to: .stile, at: terminal)
      try await place.stop()
      let down = try await terminal.wayleave("logout", "--json")
      #expect(down.exit == .code(3))
      #expect(try down.json()["revocation"] as? String == "pending")
      #expect(try await terminal.wayleave("token").exit == .code(4))
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  @Test("logout --pending sends what earlier sign-outs left, and signs no one out")
  func pending() async throws {
    let faults = ["/oauth/invalidate_token:status=503,nth=1"]
    try await EmulatedProviders.during(faults: faults) { place in
      try await place.signIn(to: .stile, at: terminal)
      try await place.signIn(to: .lane, at: terminal)
      #expect(try await terminal.wayleave("logout", "stile", "--json").exit == .code(3))
      // What is signed out is not in use: that it works no more is no failure.
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
      let sent = try await terminal.wayleave("logout", "--pending", "--json")
      let rows = try #require(try sent.json()["sent_again"] as? [[String: String]])
      #expect(sent.exit == .code(0) && rows == [["account": "stile", "revocation": "revoked"]], "\(sent.output)")
      let none = try await terminal.wayleave("logout", "--pending")
      #expect(none.exit == .code(0) && none.output == "There is nothing to send now.\n", "\(none.output)")
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
      for words in [["lane"], ["--account", "lane"], ["--local"]] {
        let wrong = try await terminal.outcome(of: terminal.start(["logout", "--pending"] + words))
        #expect(wrong.exit == .code(64) && wrong.errors.contains("--pending is for all accounts"), "\(wrong.errors)")
      }
      try await place.signIn(to: .stile, at: terminal)
      try await place.stop()
      #expect(try await terminal.wayleave("logout", "stile").exit == .code(3))
      let still = try await terminal.wayleave("logout", "--pending")
      #expect(still.exit == .code(3) && still.output.contains("has not confirmed it"), "\(still.output)")
    }
  }
}
