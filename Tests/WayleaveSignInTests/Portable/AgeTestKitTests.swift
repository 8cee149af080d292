import Testing
import enum WayleaveTestSupport.VectorFile
import WayleaveWire

@testable import WayleaveSignIn
@testable import WayleaveExamples

/// The vectors are made by `Tests/Peers/age/testkit.py`, which compares them with the kit and with Debian's `age`.
@Suite("C2SP/CCTV age: the test kit, as far as a passphrase opens it")
struct AgeTestKitTests {
  private struct Case {
    let name: String
    let expectation: String
    let file: [UInt8]
  }

  private func cases() throws -> (all: [Case], passphrase: Secret, payload: Secret) {
    let vectors = try VectorFile.read("age_testkit")
    let all = try #require(vectors["cases"]?.array).map { json in
      Case(
        name: try #require(json["name"]?.string), expectation: try #require(json["expect"]?.string),
        file: try #require(json["file"]?.string.flatMap { Base64.standard.decode($0) }))
    }
    return (
      all, Secret(try #require(vectors["passphrase"]?.string)), Secret(try #require(vectors["payload"]?.string))
    )
  }

  @Test("what the kit opens is opened, and all else is refused, for the reason that the kit names")
  func kit() throws {
    let (all, passphrase, payload) = try cases()
    #expect(all.count == 81)
    for one in all {
      let opened = Result { try AgeFile(reading: one.file).content(by: passphrase) }
      switch one.expectation {
      case "success":
        let content = try? opened.get()
        #expect(content == (one.name == "stream_empty_payload" ? Secret("") : payload), "\(one.name)")
      case "header failure", "armor failure":
        #expect(refusal { _ = try opened.get() } == .malformedAccountFile, "\(one.name)")
      default:
        let code = refusal { _ = try opened.get() }
        #expect(code == .undecryptableAccountFile || code == .malformedAccountFile, "\(one.name): \(code as Any)")
      }
    }
  }
}
