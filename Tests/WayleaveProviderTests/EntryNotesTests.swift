import Testing
import WayleaveWire

@testable import WayleaveProvider

@Suite("What an entry says for people alone: its page, when it was checked, and whether it takes newcomers")
struct EntryNotesTests {
  private static func entry(_ members: JSON.Object.Member...) -> JSON {
    let json: JSON = [
      "name": "shop", "protocol": "oauth2", "authorization_endpoint": "https://shop.example/authorize",
      "token_endpoint": "https://shop.example/token",
    ]
    return .object(JSON.Object(members: (json.object?.members ?? []) + members))
  }

  @Test("a page and a day are read and written")
  func notes() throws {
    let json = Self.entry(
      .init(name: "documentation", value: "https://shop.example/docs#oauth"),
      .init(name: "checked", value: "2028-02-29"))
    let provider = try Provider(json: json)
    #expect(provider.documentation?.text == "https://shop.example/docs#oauth" && provider.checked == "2028-02-29")
    #expect(provider.json["documentation"] == json["documentation"] && provider.json["checked"] == json["checked"])
    #expect(try Provider(json: Self.entry(.init(name: "checked", value: "never"))).checked == "never")
  }

  @Test("an alias has small Latin letters: none looks like another name in other letters")
  func aliases() throws {
    let aliases = JSON(["azure", "mail.ru", "acrobat-sign", "42"])
    let provider = try Provider(json: Self.entry(.init(name: "aliases", value: aliases)))
    #expect(provider.aliases == ["azure", "mail.ru", "acrobat-sign", "42"] && provider.json["aliases"] == aliases)
    for alias in ["Azure", "аzure", "", "-a", "a.", "a..b", "a b", String(repeating: "a", count: 65)] {
      let error = #expect(throws: OAuthError.self) {
        try Provider(json: Self.entry(.init(name: "aliases", value: JSON(["azure", alias]))))
      }
      #expect(error?.code == .malformedProvider && error?.member == "aliases[1]", "\(alias)")
    }
  }

  @Test(
    "what is no https URL, no day or no status is refused by the name of its key",
    arguments: [
      ("documentation", "http://shop.example"), ("documentation", "shop.example"), ("documentation", "https:shop"),
      ("checked", "2026-02-29"), ("checked", "2026-00-01"), ("checked", "2026-04-31"), ("checked", "26-01-01"),
      ("checked", "2026-1-1"), ("checked", "2026-11-29T00:00"), ("checked", "today"), ("checked", ""),
      ("checked", "+026-01-01"), ("status", "retired"), ("status", "Live"),
    ] as [(String, String)])
  func refused(key: String, value: String) {
    let error = #expect(throws: OAuthError.self) {
      try Provider(json: Self.entry(.init(name: key, value: .string(value))))
    }
    #expect(error?.code == .malformedProvider && error?.member == key)
  }

  @Test("`status` is live unless it says otherwise; `retired`, its former name, is read and never written")
  func status() throws {
    for (member, status) in [
      (nil, .live), (.init(name: "status", value: "live"), .live), (.init(name: "status", value: "closed"), .closed),
      (.init(name: "status", value: "ended"), .ended), (.init(name: "retired", value: true), .ended),
      (.init(name: "retired", value: false), .live),
    ] as [(JSON.Object.Member?, EntryStatus)] {
      let provider = try Provider(json: member.map { Self.entry($0) } ?? Self.entry())
      #expect(provider.status == status && provider.isRetired == (status == .ended))
      #expect(provider.takesNewClients == (status == .live))
      #expect(provider.json["status"]?.string == (status == .live ? nil : status.rawValue))
      #expect(provider.json["retired"] == nil)
    }
    let error = #expect(throws: OAuthError.self) {
      try Provider(json: Self.entry(.init(name: "retired", value: true), .init(name: "status", value: "live")))
    }
    #expect(error?.member == "status")
  }

  @Test("no record has them, and no two providers differ by them; an end is recorded as earlier versions do")
  func record() throws {
    let plain = try Provider(json: Self.entry())
    let noted = try Provider(
      json: Self.entry(
        .init(name: "documentation", value: "https://shop.example"), .init(name: "checked", value: "2026-11-29"),
        .init(name: "status", value: "closed")))
    #expect(noted.record == plain.record && noted == plain && noted.json != plain.json)
    let ended = try Provider(json: Self.entry(.init(name: "status", value: "ended")))
    #expect(ended.record["retired"] == true && ended.record["status"] == nil && ended != plain)
    #expect(try Provider(record: ended.record) == ended)
  }
}
