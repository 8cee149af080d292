import Crypto
import Testing
import WayleaveProvider
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveConsole

/// Someone who signs corrections, with a key for one test.
private struct Publisher {
  private let key = Curve25519.Signing.PrivateKey()

  private var blob: [UInt8] {
    SSHReader.written(Array("ssh-ed25519".utf8)) + SSHReader.written(Array(key.publicKey.rawRepresentation))
  }

  var publicKey: SSHPublicKey {
    get throws { try SSHPublicKey(file: "ssh-ed25519 \(Base64.standard.encodedText(blob))") }
  }

  func signature(of document: [UInt8], for namespace: String = CatalogueUpdate.namespace) throws -> [UInt8] {
    let parts = [Array(namespace.utf8), [], Array("sha512".utf8)]
    let signed = (parts + [Array(SHA512.hash(data: document))])
      .reduce(Array("SSHSIG".utf8)) { $0 + SSHReader.written($1) }
    let signature =
      SSHReader.written(Array("ssh-ed25519".utf8)) + SSHReader.written(Array(try key.signature(for: signed)))
    let all = ([blob] + parts + [signature]).reduce(Array("SSHSIG".utf8) + [0, 0, 0, 1]) { $0 + SSHReader.written($1) }
    let text = "-----BEGIN SSH SIGNATURE-----\n\(Base64.standard.encodedText(all))\n-----END SSH SIGNATURE-----\n"
    return Array(text.utf8)
  }

  func update(_ document: String) throws -> CatalogueUpdate {
    let bytes = Array(document.utf8)
    return try CatalogueUpdate(document: bytes, signature: signature(of: bytes), by: [publicKey])
  }

  func update(_ version: Int, _ entries: String) throws -> CatalogueUpdate {
    try update(#"{"format":1,"version":\#(version),"entries":{\#(entries)}}"#)
  }
}

@Suite("Corrections of the catalogue: read, compared, saved")
struct CatalogueUpdateTests {
  private let publisher = Publisher()

  @Test(
    "a document has a format, a version and entries with the keys that change, in JSON or YAML",
    arguments: [
      #"{"format":1,"version":3,"entries":{"github":{"title":"G"}}}"#,
      "format: 1\nversion: 3\nentries:\n  github:\n    title: G\n",
    ])
  func document(text: String) throws {
    let update = try publisher.update(text)
    #expect(update.version == 3 && update.corrections.map(\.name) == ["github"] && update.document == text)
    #expect(update.corrections[0].keys == ["title": "G"])
    #expect(try publisher.update(#"{"format":1,"version":1,"entries":{}}"#).corrections.isEmpty)
  }

  @Test(
    "another document is refused",
    arguments: [
      "", "[]", "{", #"{"format":2,"version":1,"entries":{}}"#, #"{"version":1,"entries":{}}"#,
      #"{"format":1,"entries":{}}"#, #"{"format":1,"version":0,"entries":{}}"#,
      #"{"format":1,"version":"1","entries":{}}"#, #"{"format":1,"version":1.5,"entries":{}}"#,
      #"{"format":1,"version":1,"entries":[]}"#, #"{"format":1,"version":1,"entries":{},"more":1}"#,
      #"{"format":1,"version":1,"version":2,"entries":{}}"#, #"{"format":1,"version":1,"entries":{"github":{}}}"#,
      #"{"format":1,"version":1,"entries":{"github":"x"}}"#,
      #"{"format":1,"version":1,"entries":{"github":{"name":"gitlab"}}}"#,
      #"{"format":1,"version":1,"entries":{"github":{"format":2}}}"#,
      #"{"format":1,"version":1,"entries":{"github":{"title":"\#(String(repeating: "x", count: 70_000))"}}}"#,
    ])
  func refusedDocument(text: String) throws {
    #expect(try refusal { try publisher.update(text) } == .updateRefused)
  }

  @Test("more than 1 MiB, a text that is not UTF-8, and another signer are refused before anything is read")
  func limits() throws {
    let large = [UInt8](repeating: UInt8(ascii: " "), count: CatalogueUpdate.maximumSize + 1)
    let odd: [UInt8] = [0x7B, 0xFF, 0x7D]
    let good = Array(#"{"format":1,"version":1,"entries":{}}"#.utf8)
    for (bytes, signer) in [(large, publisher), (odd, publisher), (good, Publisher())] {
      let signature = try signer.signature(of: bytes)
      #expect(
        try refusal { try CatalogueUpdate(document: bytes, signature: signature, by: [publisher.publicKey]) }
          == .updateRefused)
    }
    let foreign = try publisher.signature(of: good, for: "file")
    #expect(
      try refusal { try CatalogueUpdate(document: good, signature: foreign, by: [publisher.publicKey]) }
        == .updateRefused)
    #expect(
      try refusal { try CatalogueUpdate(document: good, signature: publisher.signature(of: good), by: []) }
        == .updateRefused)
  }

  @Test("each changed key is a line, and what goes to another host is named with both")
  func plan() throws {
    let update = try publisher.update(
      1, #""github":{"dialect":{"git_user":"token"},"scopes":null,"token_endpoint":"https://evil.example/token"}"#)
    let plan = try UpdatePlan(of: update, inPlaceOf: SavedUpdate())
    #expect(plan.lines.contains("github: dialect.git_user: x-access-token → token"), "\(plan.lines)")
    #expect(plan.lines.contains { $0.hasPrefix("github: scopes: ") && $0.hasSuffix("→ none") }, "\(plan.lines)")
    #expect(plan.lines.count == 3 && plan.moving.map(\.name) == ["github"])
    #expect(
      plan.entries[0].movesText == "token_endpoint goes to https://evil.example, before to https://github.com")
  }

  @Test(
    "an update for no entry, or whose entry the reader would refuse, is refused whole",
    arguments: [
      #""no-such-entry":{"title":"x"}"#, #""zendesk.acme":{"title":"x"}"#,
      #""github":{"tokn_endpoint":"https://a.example"}"#,
      #""github":{"token_endpoint":null}"#, #""github":{"token_endpoint":"http://github.com/token"}"#,
      #""github":{"dialect":{"pkce":"sometimes"}}"#, #""github":{"title":"x"},"zendesk":{"variables":"x"}"#,
    ])
  func refusedPlan(entries: String) throws {
    let update = try publisher.update(1, entries)
    #expect(try refusal { try UpdatePlan(of: update, inPlaceOf: SavedUpdate()) } == .updateRefused)
  }

  @Test("versions only go up, also after a reset; the one in use may be used again, and no other of its number")
  func versions() throws {
    let second = try publisher.update(2, #""github":{"title":"G"}"#)
    var saved = SavedUpdate()
    saved.use(second, for: ["github"])
    for (version, entries, isRight) in [
      (1, #""github":{"title":"G"}"#, false), (2, #""github":{"title":"H"}"#, false),
      (2, #""github":{"title":"G"}"#, true),
      (3, "", true),
    ] {
      let later = try publisher.update(version, entries)
      #expect(
        try refusal { try saved.requireLater(later) } == (isRight ? nil : .updateRefused), "\(version) \(entries)")
    }
    // Another key has versions of its own.
    try saved.requireLater(try Publisher().update(1, ""))
    saved.reset()
    saved = try SavedUpdate(saved.text)
    #expect(saved.update == nil && saved.names.isEmpty)
    #expect(try refusal { try saved.requireLater(publisher.update(1, "")) } == .updateRefused)
    try saved.requireLater(second)
  }

  @Test("what was saved is verified again when it is read, and corrects the entries that were used alone")
  func saved() throws {
    let update = try publisher.update(1, #""github":{"title":"G"},"gitlab":{"title":"L"}"#)
    var saved = SavedUpdate()
    saved.use(update, for: ["github"])
    let read = try SavedUpdate(saved.text)
    #expect(read.names == ["github"] && read.outdated.isEmpty && read.text == saved.text)
    #expect(read.description(of: "github")?["title"] == "G")
    #expect(read.description(of: "gitlab") == Provider.builtInDescription(named: "gitlab"))
    #expect(read.description(of: "no-such-entry") == nil)
    for (part, other) in [
      (#"\"title\":\"G\""#, #"\"title\":\"X\""#), (#""format":1"#, #""format":2"#), ("ssh-ed25519", "ssh-rsa"),
    ] {
      #expect(saved.text.contains(part))
      #expect(try refusal { try SavedUpdate(saved.text.replacing(part, with: other)) } == .updateRefused, "\(part)")
    }
    for text in ["", "{}", "[]"] { #expect(try refusal { try SavedUpdate(text) } == .updateRefused) }
  }

  @Test("an entry that a later program has changed counts, and not what was shown of the one before")
  func outdated() throws {
    var saved = SavedUpdate()
    saved.use(try publisher.update(1, #""github":{"title":"G"}"#), for: ["github"])
    let mark = #""github":""#
    let start = try #require(saved.text.firstRange(of: mark)?.upperBound)
    let digest = String(saved.text[start...].prefix(64))
    let later = try SavedUpdate(saved.text.replacing(digest, with: String(digest.reversed())))
    #expect(later.outdated == ["github"] && later.names == ["github"])
    #expect(later.description(of: "github") == Provider.builtInDescription(named: "github"))
    #expect(EntriesCheck.findings(of: later).map(\.verdict) == [.warning])
    #expect(EntriesCheck.findings(of: saved).map(\.verdict) == [.good])
    #expect(EntriesCheck.findings(of: SavedUpdate()).isEmpty && EntriesCheck.findings(of: nil).isEmpty)
  }

  @Test("an entry that the next update does not correct becomes that of the program again, and no one has to agree")
  func back() throws {
    var saved = SavedUpdate()
    saved.use(try publisher.update(1, #""github":{"token_endpoint":"https://b.example/token"}"#), for: ["github"])
    let plan = try UpdatePlan(of: publisher.update(2, #""gitlab":{"title":"L"}"#), inPlaceOf: saved)
    #expect(plan.entries.map(\.name) == ["gitlab", "github"] && plan.entries.map(\.isCorrected) == [true, false])
    #expect(plan.moving.isEmpty && plan.lines.count == 2)
    // What was agreed to is not asked for again.
    let same = try publisher.update(3, #""github":{"token_endpoint":"https://b.example/token","title":"G"}"#)
    #expect(try UpdatePlan(of: same, inPlaceOf: saved).moving.isEmpty)
  }
}
