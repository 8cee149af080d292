import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("What strangers can fill by the servers that they name has an end")
struct BoundedMemoryTests {
  @Test("of too many entries the one that was written longest ago goes, and the memory says that it has forgotten")
  func oldest() {
    var memory = BoundedMemory<Int, String>(maximum: 3)
    for key in 1...3 { memory[key] = "first" }
    memory[1] = "second"
    #expect(!memory.hasForgotten && memory.count == 3)
    memory[4] = "first"
    #expect(memory.count == 3 && memory.hasForgotten)
    #expect(memory[1] == "second" && memory[2] == nil && memory[3] == "first" && memory[4] == "first")
    memory[1] = nil
    #expect(memory.count == 2 && memory[1] == nil)
  }

  @Test("two memories are equal when the same is in them")
  func equality() {
    var (one, other) = (BoundedMemory<Int, Int>(), BoundedMemory<Int, Int>())
    (one[1], other[1], other[1]) = (2, 3, 2)
    #expect(one == other)
    other[2] = 2
    #expect(one != other)
  }

  @Test("a clock that is learned does not stay when a thousand others were")
  func clocks() throws {
    var knowledge = ServerKnowledge()
    for number in 0..<1000 {
      knowledge.learn(
        from: .refusingTimestamp(at: Example.now + 60), of: try Origin("https://as\(number).example"),
        as: .authorizationServer, at: Example.now)
    }
    #expect(knowledge.difference(at: try Origin("https://as0.example")) == .zero)
    #expect(knowledge.difference(at: try Origin("https://as999.example")) == .seconds(60))
  }

  @Test("113: what an issuer advertised to a user is known though a thousand other issuers were named since")
  func advertised() async throws {
    let scene = Scene()
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    let issuer = try AbsoluteURL("https://as.example")
    let known = try #require(try await accounts.advertised(by: issuer))
    for number in 0..<1000 {
      let other = try AbsoluteURL("https://as\(number).example")
      let metadata = try #require(AdvertisedMetadata(json: known.json.replacing("issuer", by: .string(other.text))))
      accounts.advertisedBefore.learn(metadata)
    }
    #expect(try await accounts.advertised(by: issuer) == known)
    #expect(try await accounts.advertised(by: try AbsoluteURL("https://as0.example")) == nil)
  }

  @Test("what an issuer advertised last, and cannot be read any more, hides nothing of what it advertised before")
  func unreadable() async throws {
    let scene = Scene()
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await accounts.signIn(to: try Provider(issuer: "https://as.example"), as: try Example.client())
    let issuer = try AbsoluteURL("https://as.example")
    let known = try #require(try await accounts.advertised(by: issuer))
    let later = known.json.replacing("document", by: ["issuer": .string(issuer.text)])
      .replacing("seen_at", by: JSON(known.seenAt.secondsSinceEpoch + 1))
    accounts.advertisedBefore.learn(try #require(AdvertisedMetadata(json: later)))
    #expect(try await accounts.advertised(by: issuer) == known)
  }

  @Test("a folder of metadata has so many files, and the last document is there")
  func folder() async throws {
    let folder = TemporaryFolder()
    let store = MetadataRecords(in: FileVault(directory: folder.path + "/store", key: .keyFile(folder.path + "/key")))
    let metadata = KeptMetadata(
      OpenIDExample.metadata.object ?? JSON.Object(), readAt: Example.now, lifetime: .seconds(300))
    for number in 0...MetadataRecords.maximumCount {
      try await store.put(metadata, at: try AbsoluteURL("https://as\(number).example/"))
    }
    #expect(folder.files().keys.filter { $0.hasSuffix(".metadata") }.count == MetadataRecords.maximumCount)
    let last = try AbsoluteURL("https://as\(MetadataRecords.maximumCount).example/")
    #expect(try await store.metadata(at: last) != nil)
  }
}

extension JSON {
  fileprivate func replacing(_ name: String, by value: JSON) -> JSON {
    var members = object ?? JSON.Object()
    members[name] = value
    return .object(members)
  }
}
