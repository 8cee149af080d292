import Foundation
import Testing
import Wayleave
import WayleaveWire

@testable import WayleaveExamples

@Suite("File stores: only the owner can reach the folder and its files")
struct FileStorePrivacyTests {
  let folder = TemporaryFolder()
  var store: CredentialRecords {
    CredentialRecords(in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/keys/key")))
  }

  @Test func `181: folders are made with mode 700 and files with mode 600, whatever the mask`() async throws {
    let mask = umask(0)
    defer { umask(mask) }
    try await store.withLock(on: .alice, until: .now + .seconds(5)) {
      _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    }
    #expect(try folder.mode(of: "store") == 0o700)
    #expect(try folder.mode(of: "keys") == 0o700)
    #expect(try folder.mode(of: "keys/key") == 0o600)
    #expect(folder.files().count == 5)
    for name in folder.files().keys { #expect(try folder.mode(of: "store/\(name)") == 0o600) }
  }

  @Test func `names and contents of the files say nothing`() async throws {
    let account = Account(provider: "canary-provider", client: "canary-client", subject: "canary-subject")
    _ = try await store.replace(account, with: .sample(account), expecting: nil)
    #expect(folder.onlyFile(".credential") != nil)
    for (name, bytes) in folder.files() {
      #expect(!(name + String(decoding: bytes, as: UTF8.self)).contains("canary"))
    }
  }

  @Test(arguments: [0o604, 0o640, 0o660, 0o666])
  func `180: a file that others can reach is neither read nor replaced`(mode: Int) async throws {
    let revision = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = try #require(folder.onlyFile(".credential"))
    let before = folder.bytes(file)
    try folder.setMode(mode, of: file)
    #expect(await code { _ = try await store.load(.alice) } == .storeExposed)
    #expect(await code { _ = try await store.replace(.alice, with: nil, expecting: revision) } == .storeExposed)
    #expect(folder.bytes(file) == before)
    try folder.setMode(0o600, of: file)
    #expect(try await store.load(.alice) != nil)
  }

  @Test(arguments: ["store", "keys"], [0o701, 0o710, 0o777])
  func `180: a folder that others can reach is refused`(name: String, mode: Int) async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    try folder.setMode(mode, of: name)
    #expect(await code { _ = try await store.load(.alice) } == .storeExposed)
    #expect(await code { try await store.probe() } == .storeExposed)
    try folder.setMode(0o700, of: name)
    #expect(try await store.load(.alice) != nil)
  }

  @Test func `183: a folder under one where anyone may rename is refused, unless that one is sticky`() async throws {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/open", withIntermediateDirectories: false)
    let store = CredentialRecords(
      in: FileVault(directory: "\(folder.path)/open/store", key: .keyFile("\(folder.path)/key")))
    try folder.setMode(0o777, of: "open")
    #expect(await code { try await store.probe() } == .storeExposed)
    try folder.setMode(0o1777, of: "open")
    #expect(await code { try await store.probe() } == nil)
  }

  @Test(
    "183: an ancestor that a group may write is refused, as by StrictModes of OpenSSH",
    arguments: [(0o775, false), (0o770, false), (0o720, false), (0o1775, true), (0o755, true), (0o700, true)])
  func groupWritable(mode: Int, isTaken: Bool) async throws {
    let store = try storeBelow("shared")
    try folder.setMode(mode, of: "shared")
    #expect(await code { try await store.probe() } == (isTaken ? nil : .storeExposed))
  }

  @Test("183: an ancestor of another owner than this user or root is refused", .enabled(if: geteuid() == 0))
  func foreignAncestor() async throws {
    let store = try storeBelow("foreign")
    #expect(await code { try await store.probe() } == nil)
    for mode in [0o755, 0o1777] {
      try folder.setMode(mode, of: "foreign")
      chown("\(folder.path)/foreign", 65534, 65534)
      #expect(await code { try await store.probe() } == .storeExposed)
      chown("\(folder.path)/foreign", 0, 0)
    }
  }

  private func storeBelow(_ name: String) throws -> CredentialRecords {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
    return CredentialRecords(
      in: FileVault(directory: "\(folder.path)/\(name)/store", key: .keyFile("\(folder.path)/key")))
  }

  @Test(.enabled(if: geteuid() == 0))
  func `180: a file or folder of another owner is refused`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = try #require(folder.onlyFile(".credential"))
    for name in [file, "store", "keys/key"] {
      chown("\(folder.path)/\(name)", 65534, 65534)
      let fresh = CredentialRecords(
        in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/keys/key")))
      #expect(await code { _ = try await fresh.load(.alice) } == .storeExposed, "\(name)")
      chown("\(folder.path)/\(name)", 0, 0)
    }
    #expect(try await store.load(.alice) != nil)
  }

  @Test func `182: a symbolic link in the place of a record, a lock or a new version is not followed`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    folder.write("victim", Array("untouched".utf8))
    let file = try #require(folder.onlyFile(".credential"))
    let record = folder.bytes(file)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    try link("victim", at: file)
    #expect(await code { _ = try await store.load(.alice) } == .storeExposed)
    #expect(await code { _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil) } == .storeExposed)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    folder.write(file, record)

    // What an attacker leaves in the place of the new version is removed, and nothing is written through it.
    try link("victim", at: "store/unfinished")
    _ = try await store.replace(.bob, with: .sample(.bob), expecting: nil)
    #expect(folder.bytes("victim") == Array("untouched".utf8))

    try FileManager.default.removeItem(atPath: "\(folder.path)/store/lock")
    try link("victim", at: "store/lock")
    #expect(await code { try await store.probe() } == .storeExposed)
    #expect(folder.bytes("victim") == Array("untouched".utf8))
  }

  @Test func `182: a symbolic link in the place of the folder is refused`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    try link("store", at: "alias")
    let aliased = CredentialRecords(
      in: FileVault(directory: "\(folder.path)/alias", key: .keyFile("\(folder.path)/keys/key")))
    #expect(await code { _ = try await aliased.load(.alice) } == .storeExposed)
    #expect(await code { try await aliased.probe() } == .storeExposed)
  }

  @Test func `182: a file with a second name, or a pipe in its place, is refused`() async throws {
    _ = try await store.replace(.alice, with: .sample(.alice), expecting: nil)
    let file = try #require(folder.onlyFile(".credential"))
    try FileManager.default.linkItem(atPath: "\(folder.path)/\(file)", toPath: "\(folder.path)/copy")
    #expect(await code { _ = try await store.load(.alice) } == .storeExposed)
    try FileManager.default.removeItem(atPath: "\(folder.path)/copy")
    #expect(try await store.load(.alice) != nil)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    mkfifo("\(folder.path)/\(file)", 0o600)
    #expect(await code { _ = try await store.load(.alice) } == .storeExposed)
  }

  @Test(arguments: ["", "store", "./store", "~/store"])
  func `184: a path that is not absolute is refused`(path: String) async {
    let store = CredentialRecords(in: FileVault(directory: path, key: .keyFile("\(folder.path)/key")))
    #expect(await code { _ = try await store.load(.alice) } == .invalidValue)
    #expect(await code { try await store.probe() } == .invalidValue)
  }

  private func link(_ target: String, at name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(name)", withDestinationPath: "\(folder.path)/\(target)")
  }
}
