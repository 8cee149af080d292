import Foundation
import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("PROTOCOL.sshsig: a signature of OpenSSH, by an Ed25519 key, for one purpose")
struct SSHSignatureTests {
  /// Made by ssh-keygen, with keys that were thrown away.
  private struct Vectors: Decodable {
    struct Refused: Decodable {
      let what: String
      let signature: String
    }
    let document, key, other_key, rsa_key, fingerprint, good, other_signer: String
    let refused: [Refused]
  }

  private let vectors: Vectors

  init() throws { vectors = try VectorFile.read("ssh_signatures", as: Vectors.self) }

  private func verify(_ signature: String, of document: String) throws -> SSHPublicKey {
    let signature = try SSHSignature(file: Array(signature.utf8))
    try signature.require(of: Array(document.utf8), for: CatalogueUpdate.namespace)
    return signature.key
  }

  @Test("what ssh-keygen has signed is accepted, and its key has the fingerprint that ssh-keygen shows")
  func good() throws {
    let key = try SSHPublicKey(file: vectors.key)
    #expect(try verify(vectors.good, of: vectors.document) == key)
    #expect(key.fingerprint == vectors.fingerprint && vectors.key.hasPrefix(key.text))
    #expect(try verify(vectors.other_signer, of: vectors.document) == SSHPublicKey(file: vectors.other_key))
  }

  @Test("another namespace, type of key, digest or document is refused, each with a sentence of its own")
  func refused() throws {
    var sentences: Set<String> = []
    let cases =
      vectors.refused.map { ($0.what, $0.signature, vectors.document) }
      + [("another document", vectors.good, vectors.document + " ")]
    for (what, signature, document) in cases {
      do {
        _ = try verify(signature, of: document)
        Issue.record("\(what)")
      } catch let error as OAuthError {
        #expect(error.code == .updateRefused && sentences.insert(error.message).inserted, "\(what): \(error)")
      }
    }
    #expect(sentences.count >= cases.count - 1, "\(sentences)")
  }

  @Test("no signature with one byte changed, or cut off anywhere, is accepted")
  func damaged() throws {
    let bytes = Array(vectors.good.utf8)
    for index in bytes.indices {
      var changed = bytes
      changed[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(
        try refusal { try verify(String(decoding: changed, as: UTF8.self), of: vectors.document) } == .updateRefused)
      guard index < bytes.count - 1 else { continue }
      let cut = String(decoding: bytes[..<index], as: UTF8.self)
      #expect(try refusal { try verify(cut, of: vectors.document) } == .updateRefused, "\(index)")
    }
  }

  @Test(
    "a file that is no signature is refused",
    arguments: ["", "\n", "untrusted comment: minisign\nRUT\n", "{}", String(repeating: "A", count: 1 << 20)])
  func foreign(text: String) throws {
    #expect(try refusal { try SSHSignature(file: Array(text.utf8)) } == .updateRefused)
  }

  @Test("RFC 8709 §4: a file of a public key has one Ed25519 key")
  func keys() throws {
    for text in [
      vectors.key, "# ours\n\n" + vectors.key,
      String(vectors.key.split(separator: " ").prefix(2).joined(separator: " ")),
    ] {
      #expect(try SSHPublicKey(file: text) == SSHPublicKey(file: vectors.key))
    }
    let short =
      "ssh-ed25519 " + Base64.standard.encodedText([0, 0, 0, 11] + Array("ssh-ed25519".utf8) + [0, 0, 0, 1, 1])
    for text in [
      "", vectors.rsa_key, vectors.key + vectors.other_key, "ssh-ed25519", "ssh-ed25519 AAAA", short,
      "-----BEGIN OPENSSH PRIVATE KEY-----\n", String(repeating: "#\n", count: 4096),
    ] {
      #expect(try refusal { try SSHPublicKey(file: text) } == .unsupportedKey, "\(text.prefix(80))")
    }
  }

  private static let keygen: String? = ["/usr/bin/ssh-keygen", "/usr/local/bin/ssh-keygen"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test("the ssh-keygen of this machine signs what is accepted here", .enabled(if: keygen != nil))
  func installed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sshsig-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ words: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(Self.keygen))
      process.arguments = words
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(words)")
    }
    let (key, file) = (folder.appending(path: "key"), folder.appending(path: "file"))
    try run("-q", "-t", "ed25519", "-N", "", "-f", key.path)
    for count in [0, 1, 64, 10_000] {
      let text = String(repeating: "x", count: count)
      try Data(text.utf8).write(to: file)
      try? FileManager.default.removeItem(atPath: file.path + ".sig")
      try run("-q", "-Y", "sign", "-n", CatalogueUpdate.namespace, "-f", key.path, file.path)
      let signature = try String(contentsOfFile: file.path + ".sig", encoding: .utf8)
      let signer = try SSHPublicKey(file: String(contentsOfFile: key.path + ".pub", encoding: .utf8))
      #expect(try verify(signature, of: text) == signer)
      #expect(try refusal { try verify(signature, of: text + "y") } == .updateRefused)
    }
  }
}
